"""What all tests share."""

import os

# Processes side by side share the cores: threads that wait must not spin on one. OpenMP
# reads it as it is loaded, which is later.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
