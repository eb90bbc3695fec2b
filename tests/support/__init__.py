"""Code shared by tests: the reference rules, known positions, processes to talk to."""
