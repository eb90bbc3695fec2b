"""Training: labelled positions, and the weights and margins of pruning fitted to them."""
