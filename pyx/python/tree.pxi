# The tree of tree.pxd for Python: positions to evaluate out, their values in.

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free, malloc

from types cimport Bitboard, MAX_MOVES, PASS as PASS_MOVE
from checks cimport check_size
from tree cimport (EXPANDED, NO_NODE, OVER, WAITING, Tree, TreeNode, add_node, back_up, expand,
                   list_rows, make_room, mean, select_leaf, take_child_values, take_value,
                   undo_select)
from rays cimport fill_rays
cimport rules
from othello._common cimport _OneUser

fill_rays()

cdef enum:
    FIRST_ROOM = 4096           # nodes
    MOST_NODES = 1 << 30        # their numbers fit 31 bits

TREE_ROWS = MAX_MOVES           # at most so many for each leaf that is evaluated by its children


cdef class SearchTree(_OneUser):
    """A tree of positions that grows by batches of leaves.

    Parameters
    ----------
    player, opponent : int
        The root; its game is not over.
    leaves : int
        The most leaves of a batch.
    by_children : bool
        Evaluate each leaf's children in its place.
    exploration, temperature : float
        Discs; see tree.pxd.
    """

    cdef Tree tree
    cdef int32_t* leaves        # those of the batch
    cdef int n_leaves
    cdef int most_leaves
    cdef int n_rows             # positions of the batch

    def __cinit__(self, Bitboard player, Bitboard opponent, int leaves, bint by_children,
                  double exploration, double temperature):
        if leaves < 1:
            raise ValueError(f"expected at least one leaf, got {leaves}")
        self.most_leaves = leaves
        self.tree.by_children = by_children
        self.tree.exploration = exploration
        self.tree.temperature = temperature
        self.leaves = <int32_t*> malloc(leaves * sizeof(int32_t))
        if self.leaves == NULL or not make_room(&self.tree, FIRST_ROOM):
            raise MemoryError("no memory for a tree")
        add_node(&self.tree, player, opponent, NO_NODE, PASS_MOVE)

    def __dealloc__(self):
        free(self.leaves)
        free(self.tree.nodes)

    def collect(self, uint64_t[:, ::1] rows, int visits):
        """Begin up to `visits` visits; OUT `rows`: the positions to evaluate. Returns how many.

        `rows` has shape (leaves, 2), or (leaves * TREE_ROWS, 2) by children.
        """
        cdef Py_ssize_t rows_of_leaf = MAX_MOVES if self.tree.by_children else 1
        check_size("rows", self.most_leaves * rows_of_leaf, rows.shape[0])
        check_size("bitboards a row", 2, rows.shape[1])
        self.begin()
        try:
            if self.n_leaves:
                raise RuntimeError("the batch before waits for its values")
            with nogil:
                self.n_rows = self.list_batch(&rows[0, 0], min(visits, self.most_leaves))
            if self.n_rows < 0:
                raise MemoryError(
                    f"no memory for a tree of more than {self.tree.n_nodes} positions")
            return self.n_rows
        finally:
            self.end()

    cdef int list_batch(self, uint64_t* rows, int visits) noexcept nogil:
        """OUT `rows`; a leaf that waits already ends the batch, as a lack of memory does.

        Returns -1 if there is no memory for the first one.
        """
        cdef Tree* tree = &self.tree
        cdef TreeNode* node
        cdef int32_t number
        cdef int n_rows = 0
        for _ in range(visits):
            number = select_leaf(tree)
            node = &tree.nodes[number]
            if node.state == WAITING:
                undo_select(tree, number)
                break
            if node.state == OVER:
                back_up(tree, number, rules.final_score(node.player, node.opponent))
                continue
            if tree.n_nodes > MOST_NODES or not expand(tree, number):
                undo_select(tree, number)
                return n_rows if self.n_leaves else -1
            tree.nodes[number].state = WAITING
            self.leaves[self.n_leaves] = number
            self.n_leaves = self.n_leaves + 1  # += needs the lock in a debug build
            n_rows += list_rows(tree, number, rows + 2 * n_rows)
        return n_rows

    def settle(self, const double[::1] values, const float[:, ::1] priors=None):
        """End the visits that `collect` began.

        Parameters
        ----------
        values : array of float64
            Discs for the side to move of each row.
        priors : array of float32, shape (rows, 64), optional
            The moves' probabilities, unless the tree evaluates by children.
        """
        self.begin()
        try:
            check_size("values", self.n_rows, values.shape[0])
            if not self.tree.by_children and self.n_leaves:
                check_size("rows of probabilities", self.n_rows, priors.shape[0])
                check_size("probabilities a row", 64, priors.shape[1])
            self.end_batch(values, priors)
        finally:
            self.end()

    cdef void end_batch(self, const double[::1] values, const float[:, ::1] priors) noexcept:
        cdef const double* value = &values[0] if values.shape[0] else NULL
        cdef int32_t number
        cdef double leaf_value
        cdef int i
        for i in range(self.n_leaves):
            number = self.leaves[i]
            if self.tree.by_children:
                leaf_value = take_child_values(&self.tree, number, &value)
            else:
                leaf_value = take_value(&self.tree, number, &value, &priors[i, 0])
            self.tree.nodes[number].state = EXPANDED
            back_up(&self.tree, number, leaf_value)
        self.n_leaves = 0

    @property
    def visits(self):
        """Visits that have ended."""
        self.begin()
        try:
            return self.tree.nodes[0].visits
        finally:
            self.end()

    @property
    def nodes(self):
        """Positions in the tree."""
        return self.tree.n_nodes

    def moves(self):
        """Return what is known of the root's moves: (move, visits, value, probability) each.

        The value is in discs for the root's side to move.
        """
        cdef const TreeNode* root
        cdef const TreeNode* child
        cdef int32_t number
        self.begin()
        try:
            root = &self.tree.nodes[0]
            found = []
            for number in range(root.first_child, root.first_child + root.n_children):
                child = &self.tree.nodes[number]
                found.append((child.move, child.visits, -mean(child), child.prior))
            return found
        finally:
            self.end()

    def line(self):
        """Return the moves that were visited most, from the root on, passes included."""
        self.begin()
        try:
            return self.most_visited()
        finally:
            self.end()

    cdef tuple most_visited(self):
        cdef const TreeNode* node = &self.tree.nodes[0]
        cdef const TreeNode* best
        cdef int32_t number
        found = []
        while node.state == EXPANDED:
            best = NULL
            for number in range(node.first_child, node.first_child + node.n_children):
                if best == NULL or better(&self.tree.nodes[number], best):
                    best = &self.tree.nodes[number]
            if best.visits == 0 and found:
                break
            found.append(best.move)
            node = best
        return tuple(found)


cdef bint better(const TreeNode* one, const TreeNode* other) noexcept nogil:
    """Whether a child was visited more, or as much and is worth more to its parent."""
    if one.visits != other.visits:
        return one.visits > other.visits
    return mean(one) < mean(other)
