"""cwdesign checks Car Wars vehicle designs.

An unofficial aid. Car Wars is a registered trademark of Steve Jackson Games Incorporated.
"""

__version__ = "0.1.0"
