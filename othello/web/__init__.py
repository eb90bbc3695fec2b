"""Files that web pages share: the board, the graph, the list of moves, and the look of all."""
