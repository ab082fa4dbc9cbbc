"""Two players by mail."""

from tests.mail.conftest import anna, bert, quick_keys, same_secrets

__all__ = ["anna", "bert", "quick_keys", "same_secrets"]
