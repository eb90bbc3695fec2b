"""Training: make labelled positions; fit the evaluation's weights and ProbCut's margins to them."""
