"""Two algorithms for graphs of hexes: biconnected sets, and pairs of paths without common hexes."""

from collections.abc import Collection, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise


def blocks(roots: Sequence[int], near: Mapping[int, Sequence[int]], covered: Sequence[int]) -> list[list[int]]:
    """Return the sets of hexes that stay joined to the river if any single one of their hexes is removed.

    `covered` says of each hex whether it belongs to the graph. The river is one more vertex, next to all of the
    `roots`. (The method is Tarjan's depth-first search with lowest links.)
    """
    number = [0] * len(covered)  # 0 for the river, and for hexes not visited yet
    low = [0] * len(covered)
    at_river = bytearray(len(covered))
    for root in roots:
        at_river[root] = 1
    found: list[list[int]] = []
    count = 0
    for root in roots:
        if number[root]:
            continue
        count += 1
        number[root] = count
        stack, path, ways = [root], [root], [iter(near[root])]
        h, lowest = root, 0  # the end of the path; `low` has the values of the other hexes
        while path:
            for n in ways[-1]:
                if not covered[n]:
                    continue
                if number[n]:
                    if number[n] < lowest:
                        lowest = number[n]
                    continue
                low[h] = lowest
                count += 1
                number[n] = count
                stack.append(n)
                path.append(n)
                ways.append(iter(near[n]))
                h, lowest = n, 0 if at_river[n] else count
                break
            else:
                path.pop()
                ways.pop()
                if not path:
                    found.append(stack)
                    break
                before = path[-1]
                if lowest >= number[before]:
                    while stack.pop() != h:
                        pass
                h = before
                if low[h] < lowest:
                    lowest = low[h]
    return found


NEVER = 1 << 60
"""The cost of a forbidden vertex, greater than that of any path."""
_GOAL = -1


class WayPairs:
    """The cheapest paths to some goals. A path costs the sum of its vertices without the first, and ends at a goal."""

    def __init__(self, near: Sequence[Sequence[int]], toll: Sequence[int], goals: Collection[int]) -> None:
        """Prepare a graph: `near` has the neighbors of each vertex, `toll` its cost, which is greater than 0."""
        self._near, self._toll, self._goals = near, toll, goals
        self._further = self._costs()

    def _costs(self) -> list[int]:
        """Return, for each vertex, the cost of its cheapest path."""
        near, toll = self._near, self._toll
        further = [NEVER] * len(near)
        leaving: dict[int, list[int]] = {}
        for v in self._goals:
            further[v] = 0
            leaving.setdefault(toll[v], []).append(v)
        # Entering a vertex costs the same from every neighbor, so all its neighbors get the same total at once.
        heap = sorted(leaving)
        while heap:
            total = heappop(heap)
            if total >= NEVER:
                break
            for v in leaving.pop(total):
                if further[v] + toll[v] != total:  # a cheaper path has been found since
                    continue
                for n in near[v]:
                    if total < further[n]:
                        further[n] = total
                        onward = total + toll[n]
                        if onward not in leaving:
                            heappush(heap, onward)
                            leaving[onward] = []
                        leaving[onward].append(n)
        return further

    def way(self, start: int) -> list[int]:
        """Return the cheapest path from a vertex; empty if there is none."""
        further, toll = self._further, self._toll
        if further[start] >= NEVER:
            return []
        way = [start]
        while way[-1] not in self._goals:
            here = way[-1]
            way.append(min(n for n in self._near[here] if further[n] + toll[n] == further[here]))
        return way

    def pair(self, start: int) -> frozenset[int]:
        """Return the vertices of the two cheapest paths from a vertex that share no other vertex.

        If all paths from there lead through one vertex, the two paths begin at that vertex, which may be a goal. Return
        an empty set if there is no path. (This is Suurballe's algorithm, which looks for a second path that may undo
        steps of the first.)
        """
        first = self.way(start)
        while first:
            chain = self._second_way(first)
            if chain or len(first) == 1:
                through = [at >> 1 for at in chain]
                taken_back = {v for v in through if 2 * v in chain and 2 * v + 1 in chain}
                return frozenset({*first, *through} - taken_back)
            del first[0]
        return frozenset()

    def _second_way(self, first: Sequence[int]) -> set[int]:
        """Return the second path of a pair, as nodes of a graph with two nodes for each vertex.

        Node 2v is the arrival at vertex v, node 2v + 1 the departure. For vertices on the first path the two are not
        connected, unless the second path undoes steps of the first.
        """
        near, toll, further, goals = self._near, self._toll, self._further, self._goals
        after, before = dict(pairwise(first)), {b: a for a, b in pairwise(first)}
        start = 2 * first[0] + 1
        spent, came = {start: 0}, dict[int, int]()
        heap = [(0, start)]
        while heap:
            cost, at = heappop(heap)
            if at == _GOAL:
                break
            if spent[at] < cost:
                continue
            v = at >> 1
            steps: list[tuple[int, int]] = []
            if not at & 1:
                steps = [(2 * before[v] + 1, 0)]
            elif v in goals and v not in before and at != start:
                steps = [(_GOAL, 0)]
            else:
                for n in near[v]:
                    if n != first[0] and n != after.get(v) and further[n] < NEVER and toll[n] < NEVER:
                        steps.append((2 * n + (n not in before), toll[n] + further[n] - further[v]))
                if v in before:
                    steps.append((2 * v, 0))
            for to, more in steps:
                total = cost + more
                if total < spent.get(to, NEVER):
                    spent[to], came[to] = total, at
                    heappush(heap, (total, to))
        else:
            return set()
        chain = set[int]()
        at = came[_GOAL]
        while at != start:
            chain.add(at)
            at = came[at]
        return chain
