"""How the server asks bases of games, and takes files into them."""
