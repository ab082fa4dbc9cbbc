"""Lessons: a script beside a scenario, who judges what a learner does, and what he has learned; no screen."""
