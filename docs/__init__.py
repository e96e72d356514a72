"""The documentation: pages, the catalogue of results that are computed for them, and the program that writes those."""
