"""The server's side of bases of games: requests, and files taken into bases."""
