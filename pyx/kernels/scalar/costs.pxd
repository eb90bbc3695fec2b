"""The costs of a node's moves, from which the least is taken again and again: here an array."""

cdef enum:
    MOST_COSTS = 16             # so many at most


cdef struct Costs:
    int n
    int cost[MOST_COSTS]


cdef inline void clear_costs(Costs* costs) noexcept nogil:
    costs.n = 0


cdef inline void add_cost(Costs* costs, int cost) noexcept nogil:
    costs.cost[costs.n] = cost
    costs.n += 1


cdef inline int take_least(Costs* costs, int n) noexcept nogil:
    """Take the least of the `n` costs away, and return its place; the last one gets this place."""
    # Cost and place in one number: the least of them is found without branches, which cannot be
    # predicted here.
    cdef int i, least = costs.cost[0] * MOST_COSTS
    for i in range(1, n):
        least = min(least, costs.cost[i] * MOST_COSTS + i)
    least &= MOST_COSTS - 1
    costs.cost[least] = costs.cost[n - 1]
    return least
