"""What a pure function gives back: a value that reads as its own explanation."""

from __future__ import annotations

from gmkit.words import Words


class Explained:
    """The base of results that can be checked on paper."""

    @property
    def words(self) -> Words:
        """The whole as one line, waiting for its language."""
        raise TypeError(f"{type(self).__name__} has no words")

    @property
    def text(self) -> str:
        """The whole as one line in the current language."""
        return str(self.words)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text}>"
