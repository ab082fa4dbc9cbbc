"""Lessons as their files have them: script, facts and conditions; their list, and who judges a learner."""
