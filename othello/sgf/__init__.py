"""SGF, the Smart Game Format."""
