"""The operations of the room: bases of games asked, and files added to them."""
