"""Facts: what a battle's Exclusive Rules remember in `State.facts`, under keys that the battle registers."""


class Fact(str):
    """The key of a fact, or with a `*` the keys of a fact about many things. Saves hold keys: they never change."""

    __slots__ = ()

    def about(self, thing: str) -> str:
        """The key for one of many things: a hex, a unit, a division ..."""
        return self.replace("*", thing)

    def has(self, key: str) -> bool:
        """Whether a key is this fact's."""
        before, star, after = self.partition("*")
        if not star:
            return key == self
        return len(key) > len(before) + len(after) and key.startswith(before) and key.endswith(after)
