"""Two players by mail."""

from tests.mail.conftest import anna, bert, same_secrets

__all__ = ["anna", "bert", "same_secrets"]
