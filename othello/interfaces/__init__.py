"""The protocols of programs with a board for people: GTP, NBoard, XBoard and Cassio."""
