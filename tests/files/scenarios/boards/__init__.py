"""Tests of the shipped boards."""
