"""The search strategies: what to try next."""

from wrapsel.search.backward import Backward
from wrapsel.search.forward import Forward
from wrapsel.search.rve import RVE
from wrapsel.search.rvers import RVErS

__all__ = ["RVE", "Backward", "Forward", "RVErS"]
