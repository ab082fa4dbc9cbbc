"""Fingerprints of texts and bytes, the same in any process.

BLAKE2 is imported from the extension module, because `hashlib` itself loads all of OpenSSL, four megabytes.
"""

try:
    from _blake2 import blake2b
except ImportError:  # a Python other than CPython
    from hashlib import blake2b

__all__ = ["fingerprint"]


def fingerprint(*texts: str | bytes) -> str:
    """Return 16 hexadecimal digits. Texts are hashed with their lengths, so `ab` and `c` differ from `a` and `bc`."""
    mark = blake2b(digest_size=8)
    for text in texts:
        data = text.encode() if isinstance(text, str) else text
        mark.update(len(data).to_bytes(8, "big") + data if len(texts) > 1 else data)
    return mark.hexdigest()
