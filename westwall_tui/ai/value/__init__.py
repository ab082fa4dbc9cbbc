"""The worth of a plan: places, combats, dangers and the battle's goals."""
