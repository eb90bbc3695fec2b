"""Speed-up by more ranks of an MPI job, as `othello.measuring.scaling` measures threads."""

from othello.cluster.mpi_search import measure_ranks as measure_ranks
