"""Sets of hexes that no single hex holds together."""

from collections.abc import Mapping, Sequence


def blocks(roots: Sequence[int], near: Mapping[int, Sequence[int]], covered: Sequence[int]) -> list[list[int]]:
    """The sets of hexes that stay joined to the river whichever single one of them is taken away.

    `covered` says by hex whether it counts. The river is one more hex, next to all of the `roots`.
    (Depth-first search with lowest links, after Tarjan.)
    """
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    at_river = set(roots)
    found: list[list[int]] = []
    count = 0
    for root in roots:
        if root in number:
            continue
        count += 1
        number[root], low[root] = count, 0
        stack = [root]
        path = [(root, iter(near[root]))]
        while path:
            h, others = path[-1]
            for n in others:
                if not covered[n]:
                    continue
                if n in number:
                    if number[n] < low[h]:
                        low[h] = number[n]
                    continue
                count += 1
                number[n] = count
                low[n] = 0 if n in at_river else count
                stack.append(n)
                path.append((n, iter(near[n])))
                break
            else:
                path.pop()
                if not path:
                    found.append(stack)
                    break
                before = path[-1][0]
                if low[h] < low[before]:
                    low[before] = low[h]
                if low[h] >= number[before]:
                    while stack.pop() != h:
                        pass
    return found
