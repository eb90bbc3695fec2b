"""Work given to other processes and machines by an executor of `concurrent.futures`."""
