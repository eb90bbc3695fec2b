"""Transposition table: what searches have found out about positions, shared by all threads.

Without a lock (R. Hyatt, T. Mann, "A Lock-less Transposition Table Implementation", 2002): an entry
is two 64-bit words, the packed data and the position's hash combined with it by exclusive or. Two
threads that write one entry at once may leave the data of one with the hash of the other; the
combination then gives neither hash, so a torn entry is never found again.
A hash has 64 bits, folded from a 128-bit product of the two bitboards.

    data, from the low bit:   lower 16 | upper 16 | depth 6 | selectivity 3 |
                              best move 7 | second move 7 | empties 6 | generation 3

Four entries share a bucket, one cache line. Positions with more empties than the root of the
present search cannot occur in it: their entries are replaced first, then those of earlier
searches, then those of the least depth.

Processes can share a table too, by mapping the same memory (`table_share`). The same guarantees
hold as between threads: they read and write the same words, each word whole. A process that is
killed in the middle of a store leaves a torn entry. So does clearing, which may run while others
search: they lose what they knew, no more. Size and count of generations are private to each
process: a new size is a new table for the process that asks, and the entries of others cannot be
aged. In a shared table all entries are therefore of one generation, and only the depth decides
which one is replaced. (When it was tried,
in a table 6 times too small for FFO #45, a solve in parts by one process took 9 % fewer nodes by
this rule than by that of a table of its own.)
"""
from libc.stdint cimport int16_t, uint64_t
from libc.string cimport memset
from types cimport Bitboard, INFINITY_VALUE, NO_MOVE
from bits cimport fold_product
from atomics cimport load64, prefetch, store64
from pages cimport map_file, physical_memory, release_pages, reserve_pages

cdef extern from *:
    """
    typedef struct { uint64_t key; uint64_t data; } TableSlot;
    enum { BUCKET_SLOTS = 4 };
    typedef struct { TableSlot slots[BUCKET_SLOTS]; } TableBucket;
    typedef char slot_is_16_bytes[sizeof(TableSlot) == 16 ? 1 : -1];
    typedef char bucket_is_a_cache_line[sizeof(TableBucket) == 64 ? 1 : -1];
    """
    ctypedef struct TableSlot:
        uint64_t key            # hash ^ data
        uint64_t data
    enum:
        BUCKET_SLOTS
    ctypedef struct TableBucket:
        TableSlot slots[BUCKET_SLOTS]

cdef enum:
    N_GENERATIONS = 8


cdef struct Table:
    TableBucket* buckets
    uint64_t mask               # n_buckets - 1; n_buckets is a power of two
    int generation
    int root_empties
    bint shared                 # whether other processes have the same memory


cdef struct TableEntry:
    # What the table knows of a position: its value at that depth and selectivity lies in
    # lower..upper, and these moves were the best and the best before it.
    int lower
    int upper
    int depth
    int selectivity             # the level of its forward pruning; see probcut.pxd
    int move
    int second_move


cdef inline uint64_t hash_of(Bitboard player, Bitboard opponent) noexcept nogil:
    """The 64-bit hash of a position."""
    return fold_product(player ^ 0x9E3779B97F4A7C15ULL, opponent ^ 0xD1B54A32D192ED03ULL)


cdef inline size_t table_bytes(size_t n_bytes) noexcept nogil:
    """The largest power of two up to `n_bytes`, but at least 64 KB; in bytes."""
    cdef size_t size = 1 << 16
    while size <= n_bytes // 2:
        size *= 2
    return size


cdef inline bint table_allocate(Table* table, size_t n_bytes) noexcept nogil:
    """Give the table new memory, up to `n_bytes`; false, and nothing changed, if there is none."""
    cdef size_t size = table_bytes(n_bytes)
    cdef void* memory
    if size > physical_memory():
        return False
    memory = reserve_pages(size)
    if memory == NULL:
        return False
    table_take(table, memory, size, False)
    return True


cdef inline bint table_share(Table* table, int descriptor, size_t size) noexcept nogil:
    """Take the memory behind a file's descriptor as the table; false, and nothing changed, if not.

    `size`: that of the whole file in bytes, one that `table_bytes` returns. If the memory cannot be
    had, `errno` says why.
    """
    cdef void* memory = map_file(descriptor, size)
    if memory == NULL:
        return False
    table_take(table, memory, size, True)
    return True


cdef inline void table_take(Table* table, void* memory, size_t size, bint shared) noexcept nogil:
    table_free(table)
    table.buckets = <TableBucket*> memory
    table.mask = size // sizeof(TableBucket) - 1
    table.shared = shared


cdef inline void table_free(Table* table) noexcept nogil:
    if table.buckets != NULL:
        release_pages(table.buckets, (table.mask + 1) * sizeof(TableBucket))
        table.buckets = NULL


cdef inline void table_clear(Table* table) noexcept nogil:
    memset(table.buckets, 0, (table.mask + 1) * sizeof(TableBucket))
    table.generation = 0


cdef inline void table_new_search(Table* table, int root_empties) noexcept nogil:
    """Begin a search: in a table of one's own, entries stored before are now of earlier ones."""
    if table.shared:
        table.generation = 1
        table.root_empties = 64     # no position has more
        return
    # Generation 0 is that of slots never written.
    table.generation = table.generation % (N_GENERATIONS - 1) + 1
    table.root_empties = root_empties


cdef inline uint64_t pack(const TableEntry* entry, int n_empties, int generation) noexcept nogil:
    return (<uint64_t> (entry.lower & 0xFFFF)
            | <uint64_t> (entry.upper & 0xFFFF) << 16
            | <uint64_t> entry.depth << 32
            | <uint64_t> entry.selectivity << 38
            | <uint64_t> entry.move << 41
            | <uint64_t> entry.second_move << 48
            | <uint64_t> n_empties << 55
            | <uint64_t> generation << 61)


cdef inline void unpack(uint64_t data, TableEntry* entry) noexcept nogil:
    entry.lower = <int16_t> (data & 0xFFFF)
    entry.upper = <int16_t> (data >> 16 & 0xFFFF)
    entry.depth = data >> 32 & 63
    entry.selectivity = data >> 38 & 7
    entry.move = data >> 41 & 127
    entry.second_move = data >> 48 & 127


cdef inline int replacement_priority(uint64_t data, const Table* table) noexcept nogil:
    """How much an entry is worth keeping: the one with the least priority is replaced."""
    cdef int n_empties = data >> 55 & 63
    cdef int generation = data >> 61
    if generation == 0 or n_empties > table.root_empties:
        return -1
    return (<int> (data >> 32 & 63)) + (64 if generation == table.generation else 0)


cdef inline TableBucket* bucket_of(const Table* table, uint64_t hash) noexcept nogil:
    return &table.buckets[hash & table.mask]


cdef inline void table_prefetch(const Table* table, uint64_t hash) noexcept nogil:
    prefetch(bucket_of(table, hash))


cdef inline bint table_probe(const Table* table, uint64_t hash, TableEntry* entry) noexcept nogil:
    """OUT `entry`: what the table knows of a position. If nothing: false, and an empty entry."""
    cdef TableBucket* bucket = bucket_of(table, hash)
    cdef uint64_t data
    cdef int i
    for i in range(BUCKET_SLOTS):
        data = load64(&bucket.slots[i].data)
        if load64(&bucket.slots[i].key) ^ data == hash and data != 0:
            unpack(data, entry)
            return True
    entry.lower = -INFINITY_VALUE
    entry.upper = INFINITY_VALUE
    entry.depth = 0
    entry.selectivity = 0
    entry.move = NO_MOVE
    entry.second_move = NO_MOVE
    return False


cdef inline TableEntry make_entry(int alpha, int beta, int value, int depth, int selectivity,
                                  int move) noexcept nogil:
    """The entry for a node whose search in the window alpha..beta found `value`, by `move`."""
    cdef TableEntry found
    found.lower = value if value > alpha else -INFINITY_VALUE
    found.upper = value if value < beta else INFINITY_VALUE
    found.depth = depth
    found.selectivity = selectivity
    found.move = move
    found.second_move = NO_MOVE
    return found


cdef inline void table_store(Table* table, uint64_t hash, int n_empties,
                             const TableEntry* found) noexcept nogil:
    """Store what a search has found of a position with `n_empties` empties.

    Bounds of the same depth and selectivity are combined. The bounds of a search that was less deep
    or more selective are replaced; those of a better one are kept. The best move known is kept
    where this search failed low, as all its moves then have bounds only.
    """
    cdef TableBucket* bucket = bucket_of(table, hash)
    cdef TableSlot* slot = NULL
    cdef TableEntry entry
    cdef uint64_t data
    cdef int i, least = 1 << 30, priority
    for i in range(BUCKET_SLOTS):
        data = load64(&bucket.slots[i].data)
        if load64(&bucket.slots[i].key) ^ data == hash and data != 0:
            slot = &bucket.slots[i]
            unpack(data, &entry)
            break
        priority = replacement_priority(data, table)
        if priority < least:
            least = priority
            slot = &bucket.slots[i]
    else:
        write_slot(slot, hash, pack(found, n_empties, table.generation))
        return
    if entry.depth == found.depth and entry.selectivity == found.selectivity:
        entry.lower = max(entry.lower, found.lower)
        entry.upper = min(entry.upper, found.upper)
    elif entry.depth < found.depth or entry.selectivity < found.selectivity:
        entry.lower = found.lower
        entry.upper = found.upper
        entry.depth = found.depth
        entry.selectivity = found.selectivity
    # Otherwise the search stored before was better, though its bounds did not decide this window.
    if found.lower > -INFINITY_VALUE or entry.move == NO_MOVE:
        update_moves(&entry, found.move)
    write_slot(slot, hash, pack(&entry, n_empties, table.generation))


cdef inline void update_moves(TableEntry* entry, int move) noexcept nogil:
    """Make `move` the best move of the entry, and the best move so far its second.

    A search that kept no move, as `solve_value` does for `ENDGAME_EMPTIES`, leaves both.
    """
    if move != NO_MOVE and move != entry.move:
        entry.second_move = entry.move
        entry.move = move


cdef inline void write_slot(TableSlot* slot, uint64_t hash, uint64_t data) noexcept nogil:
    store64(&slot.data, data)
    store64(&slot.key, hash ^ data)


cdef inline int table_permille(const Table* table, int n_sampled) noexcept nogil:
    """Slots of the first `n_sampled` buckets filled by the present search, in thousandths."""
    cdef int used = 0
    cdef int i, j
    if <uint64_t> n_sampled > table.mask:
        n_sampled = <int> (table.mask + 1)
    for i in range(n_sampled):
        for j in range(BUCKET_SLOTS):
            used += load64(&table.buckets[i].slots[j].data) >> 61 == <uint64_t> table.generation
    return used * 1000 // (n_sampled * BUCKET_SLOTS)
