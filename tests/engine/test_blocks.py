"""Blocks: what stays joined to the river whichever single hex is taken away."""

from westwall_tui.engine.blocks import blocks


def test_14_0_who_hangs_on_by_one_hex_is_beyond_the_front():
    """Remagen: a front cannot go out and back through the same hex."""
    # 0 and 1 lie on the river; 2 joins them; 3 hangs on 2, and 4 on 3.
    near = {0: (1, 2), 1: (0, 2), 2: (0, 1, 3), 3: (2, 4), 4: (3,)}
    assert [sorted(block) for block in blocks([0, 1], near, bytearray([1] * 5))] == [[0, 1, 2]]


def test_14_0_a_ring_back_to_the_river_is_no_dead_end():
    """Remagen: two ways to the river make a front."""
    near = {0: (2,), 1: (4,), 2: (0, 3), 3: (2, 4), 4: (3, 1)}
    assert [sorted(block) for block in blocks([0, 1], near, bytearray([1] * 5))] == [[0, 1, 2, 3, 4]]
