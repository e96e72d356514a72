"""Plots to look at and to go on drawing on: each function returns matplotlib's `Axes`.

A notebook shows a new figure by itself, at the end of the cell; elsewhere `matplotlib.pyplot.show()` does, and
`ax.figure.savefig(...)` writes it to a file. Where a plot has several panels, the first is returned, and
`ax.figure.axes` has them all. All of them need the extra `plots`.

>>> from incan_math import Expedition, draws_to_bust, plots
>>> ax = draws_to_bust(Expedition.parse("7 fire 11")).plot()
>>> ax.get_ylabel()
'probability (%)'
>>> import matplotlib.pyplot as plt; plt.close(ax.figure)
"""

from incan_math.plots.axes import (
    boundary,
    bust_curve,
    decision_tree,
    distribution,
    luck,
    retire_map,
    take_home,
    win_curve,
)

__all__ = ["boundary", "bust_curve", "decision_tree", "distribution", "luck", "retire_map", "take_home", "win_curve"]
