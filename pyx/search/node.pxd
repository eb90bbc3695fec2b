"""A node of the search tree: a position and its distance from the root."""
from libc.stdint cimport uint64_t
from types cimport Bitboard
from bits cimport popcount
from rules cimport Sides, child_of
from movelist cimport Move, NOT_EVALUATED
from table cimport hash_of


cdef struct Node:
    Bitboard player
    Bitboard opponent
    uint64_t hash               # of the position; not set by `frontier_search`, which has no table
    int n_empties
    int ply                     # moves and passes from the root
    int static_value            # if it was needed before; else NOT_EVALUATED


cdef inline Node root_node(Bitboard player, Bitboard opponent) noexcept nogil:
    """The node of a position from which a search begins."""
    cdef Node node
    node.player = player
    node.opponent = opponent
    node.hash = hash_of(player, opponent)
    node.n_empties = popcount(~(player | opponent))
    node.ply = 0
    node.static_value = NOT_EVALUATED
    return node


cdef inline Node child_node(const Node* node, const Move* move) noexcept nogil:
    """The node after a move."""
    cdef Sides position = child_of(node.player, node.opponent, move.square, move.flipped)
    cdef Node child
    child.player = position.player
    child.opponent = position.opponent
    child.hash = move.hash
    child.n_empties = node.n_empties - 1
    child.ply = node.ply + 1
    child.static_value = move.static_value
    return child


cdef inline Node passed(const Node* node) noexcept nogil:
    """The node after a pass."""
    cdef Node child
    child.player = node.opponent
    child.opponent = node.player
    child.hash = hash_of(child.player, child.opponent)
    child.n_empties = node.n_empties
    child.ply = node.ply + 1
    child.static_value = NOT_EVALUATED
    return child
