"""The search for a plan, and plans judged by the answer that the enemy has to them."""
