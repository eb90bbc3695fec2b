"""MPI jobs in tests: whether there can be any, and the environment they need."""

import importlib.util
import shutil

import pytest

needs_mpi = pytest.mark.skipif(
    importlib.util.find_spec("mpi4py") is None or shutil.which("mpiexec") is None,
    reason="mpi4py or mpiexec is not installed",
)

#: Open MPI wants to be asked twice by root, and once about more ranks than processors.
MPI_ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
}
