"""The search for a plan, and the judging of plans by the enemy's answer."""
