"""What RVErS assumes on the number of relevant variables."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Guess:
    """What is assumed on the number of relevant variables, r."""

    r: int
    r_min: int
    r_max: int
    success: int = 0
    fail: int = 0

    @classmethod
    def between(cls, r_min: int, r_max: int) -> Guess:
        """Assume the middle."""
        return cls((r_min + r_max) // 2, r_min, r_max)

    def settled(self, n: int) -> Guess:
        """Assume that all n variables left are relevant."""
        return Guess(n, n, n, self.success, self.fail)

    def seen(self, failures: int, accepted: bool) -> Guess:
        """Count so many failures, and then a success or none."""
        success = 0 if failures else self.success
        if accepted:
            return Guess(self.r, self.r_min, self.r_max, success + 1, 0)
        fail = self.fail + failures
        return Guess(self.r, self.r_min, self.r_max, success, fail)
