"""WestWall in a terminal: SPI's four battles of 1944 and 1945, played by the rules."""

__version__ = "0.1.0"
