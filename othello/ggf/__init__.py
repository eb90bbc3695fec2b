"""GGF, the format of the server GGS and of NBoard."""
