"""What a plan is worth: places, combats, dangers and the battle's goals."""
