"""What tests of several folders share: the reference, known endgames, processes to talk to."""
