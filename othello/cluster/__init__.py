"""Work given to other processes and machines, through `concurrent.futures`, Dask or MPI."""
