"""Monte-Carlo tree search by batches of leaves, for evaluations that take many positions at once.

Each visit selects a leaf: from the root on it goes to the child with the greatest sum of its mean
value and a bonus, which is the greater the likelier a priori and the less visited the child is
(PUCT: D. Silver et al., "Mastering the game of Go without human knowledge", 2017). The leaf waits
for its evaluation while further visits go to others: a visit that is not yet finished counts as one
with a loss (virtual loss). Values, and the bonus, are in discs.

Only positions whose side to move has a move are handed out for evaluation. A leaf is evaluated
itself, and its moves' probabilities with it; or, where `by_children` is set, by its children: its
value is then the best of theirs, and the better a child, the likelier.
"""
from libc.math cimport exp, sqrt
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport realloc
from types cimport Bitboard, MAX_MOVES, MAX_SCORE, PASS
from bits cimport popcount, take_lowest
from kernel cimport flip, moves
from rules cimport Sides, child_of, final_score

cdef enum:
    NO_NODE = -1
    VIRTUAL_LOSS = 8            # discs that an unfinished visit is thought to lose

cdef enum:
    # States of a node.
    UNSEEN                      # no visit has come to it, and no evaluation been asked for
    LEAF
    WAITING                     # for its evaluation
    EXPANDED
    OVER                        # the game is over


cdef struct TreeNode:
    Bitboard player
    Bitboard opponent
    double total                # of the values of all visits, for the side to move
    float first_value           # first play urgency: before the first visit, for the side to move
    float prior                 # probability of the move that leads here
    int32_t parent
    int32_t first_child
    int32_t visits
    int32_t n_virtual           # unfinished visits, which wait for their leaf's value
    uint8_t n_children
    uint8_t move                # the move that leads here; PASS for a pass
    uint8_t state
    bint must_pass              # whether the side to move has no move, but the other has


cdef struct Tree:
    TreeNode* nodes             # the root first
    int32_t n_nodes
    int32_t room                # for nodes
    double exploration          # discs: weight of the bonus, c_puct
    double temperature          # discs, of the softmax of the children's values: see below
    bint by_children


# ---------------------------------------------------------------------- growing

cdef inline bint make_room(Tree* tree, int32_t n) noexcept nogil:
    """Have room for `n` more nodes; false if there is no memory."""
    cdef TreeNode* grown
    cdef int32_t room = tree.room
    if tree.n_nodes + n <= room:
        return True
    room = max(2 * room, tree.n_nodes + n)
    grown = <TreeNode*> realloc(tree.nodes, <size_t> room * sizeof(TreeNode))
    if grown == NULL:
        return False
    tree.nodes = grown
    tree.room = room
    return True


cdef inline void add_node(Tree* tree, Bitboard player, Bitboard opponent, int32_t parent,
                          int move) noexcept nogil:
    cdef TreeNode* node = &tree.nodes[tree.n_nodes]
    node.player = player
    node.opponent = opponent
    node.total = 0.0
    node.first_value = 0.0
    node.prior = 1.0
    node.parent = parent
    node.first_child = NO_NODE
    node.visits = 0
    node.n_virtual = 0
    node.n_children = 0
    node.move = move
    node.must_pass = False
    node.state = UNSEEN
    tree.n_nodes += 1


cdef inline void look_at(TreeNode* node) noexcept nogil:
    """Find out whether the side to move must pass, or the game is over: most nodes are not seen."""
    if node.state != UNSEEN:
        return
    node.state = LEAF
    if moves(node.player, node.opponent) == 0:
        node.must_pass = moves(node.opponent, node.player) != 0
        node.state = LEAF if node.must_pass else OVER


cdef inline bint expand(Tree* tree, int32_t number) noexcept nogil:
    """Add the children of a leaf; false if there is no memory."""
    cdef Bitboard player, opponent, legal
    cdef Sides child
    cdef int square
    if not make_room(tree, MAX_MOVES):
        return False
    player = tree.nodes[number].player
    opponent = tree.nodes[number].opponent
    legal = moves(player, opponent)
    tree.nodes[number].first_child = tree.n_nodes
    tree.nodes[number].n_children = max(1, popcount(legal))
    if legal == 0:
        add_node(tree, opponent, player, number, PASS)
    while legal:
        square = take_lowest(&legal)
        child = child_of(player, opponent, square, flip(player, opponent, square))
        add_node(tree, child.player, child.opponent, number, square)
    return True


# ---------------------------------------------------------------------- visiting

cdef inline double mean(const TreeNode* node) noexcept nogil:
    """A node's value for the side to move there, as far as it is known."""
    return node.total / node.visits if node.visits else node.first_value


cdef inline int32_t select_child(const Tree* tree, const TreeNode* node) noexcept nogil:
    """The child that the next visit goes to."""
    cdef double spread = tree.exploration * sqrt(<double> (node.visits + node.n_virtual))
    cdef double puct, most = -1e300
    # The first child, should no sum be a number: an evaluation may return anything.
    cdef int32_t number, best = node.first_child
    cdef const TreeNode* child
    for number in range(node.first_child, node.first_child + node.n_children):
        child = &tree.nodes[number]
        puct = -mean(child) + spread * child.prior / (1 + child.visits + child.n_virtual)
        if child.n_virtual:
            puct -= VIRTUAL_LOSS * <double> child.n_virtual / (child.visits + child.n_virtual)
        if puct > most:
            most = puct
            best = number
    return best


cdef inline int32_t select_leaf(Tree* tree) noexcept nogil:
    """Begin a visit; returns where it ends: at a leaf, which may wait already, or a game's end."""
    cdef int32_t number = 0
    tree.nodes[0].n_virtual += 1
    while tree.nodes[number].state == EXPANDED:
        number = select_child(tree, &tree.nodes[number])
        tree.nodes[number].n_virtual += 1
    look_at(&tree.nodes[number])
    return number


cdef inline void undo_select(Tree* tree, int32_t number) noexcept nogil:
    """Undo `select_leaf`, which has come to `number`."""
    while number != NO_NODE:
        tree.nodes[number].n_virtual -= 1
        number = tree.nodes[number].parent


cdef inline void back_up(Tree* tree, int32_t number, double value) noexcept nogil:
    """End a visit of `number`, whose value is `value` discs."""
    cdef TreeNode* node
    while number != NO_NODE:
        node = &tree.nodes[number]
        node.n_virtual -= 1
        node.visits += 1
        node.total += value
        value = -value
        number = node.parent


# ---------------------------------------------------------------------- rows to evaluate

cdef inline int list_row(TreeNode* node, uint64_t* row) noexcept nogil:
    """OUT `row`: what to evaluate for a node; returns how many rows that takes, 0 or 1."""
    look_at(node)
    row[0] = node.opponent if node.must_pass else node.player
    row[1] = node.player if node.must_pass else node.opponent
    return node.state != OVER


cdef inline double value_of(const TreeNode* node, const double** values) noexcept nogil:
    """A node's value; takes the next of `values` if `list_row` has listed it."""
    cdef double value
    if node.state == OVER:
        return final_score(node.player, node.opponent)
    value = max(-<double> MAX_SCORE, min(<double> MAX_SCORE, values[0][0]))
    values[0] += 1
    return -value if node.must_pass else value


cdef inline int list_rows(Tree* tree, int32_t leaf, uint64_t* rows) noexcept nogil:
    """OUT `rows`: the positions that tell a leaf's value; returns how many."""
    cdef TreeNode* node = &tree.nodes[leaf]
    cdef int32_t number
    cdef int n = 0
    if not tree.by_children:
        return list_row(node, rows)
    for number in range(node.first_child, node.first_child + node.n_children):
        n += list_row(&tree.nodes[number], rows + 2 * n)
    return n


cdef inline void weigh_children(Tree* tree, const TreeNode* node) noexcept nogil:
    """Set the children's priors by a softmax: in proportion to exp(value / `temperature`)."""
    cdef TreeNode* children = &tree.nodes[node.first_child]
    cdef double least = 1e300, total = 0.0
    cdef int i
    for i in range(node.n_children):
        least = min(least, <double> children[i].first_value)
    for i in range(node.n_children):
        children[i].prior = exp((least - children[i].first_value) / tree.temperature)
        total += children[i].prior
    for i in range(node.n_children):
        children[i].prior /= total


cdef inline double take_child_values(Tree* tree, int32_t leaf,
                                     const double** values) noexcept nogil:
    """Take the values of a leaf's children; returns the leaf's own."""
    cdef TreeNode* node = &tree.nodes[leaf]
    cdef TreeNode* child
    cdef double best = -1e300
    cdef int32_t number
    for number in range(node.first_child, node.first_child + node.n_children):
        child = &tree.nodes[number]
        child.first_value = value_of(child, values)
        best = max(best, -<double> child.first_value)
    weigh_children(tree, node)
    return best


cdef inline double take_value(Tree* tree, int32_t leaf, const double** values,
                              const float* priors) noexcept nogil:
    """Take a leaf's value and the probabilities of its moves, by square; returns the value."""
    cdef TreeNode* node = &tree.nodes[leaf]
    cdef TreeNode* child
    cdef double value = value_of(node, values)
    cdef double total = 0.0
    cdef int32_t number
    for number in range(node.first_child, node.first_child + node.n_children):
        child = &tree.nodes[number]
        child.first_value = -value
        child.prior = priors[child.move] if child.move != PASS else 1.0
        total += child.prior
    for number in range(node.first_child, node.first_child + node.n_children):
        child = &tree.nodes[number]
        child.prior = child.prior / total if total > 0 else 1.0 / node.n_children
    return value
