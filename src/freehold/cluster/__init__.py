"""Several nodes that are one site: who has which room, and how bytes get from node to node.

    directory.py  what is known of nodes and rooms, and by whom a room can be claimed
    postgres.py   the same in the site's database, and the store of a node
    bus.py        messages between nodes: what is promised, which is little
    carrier.py    the bus on NATS
    memory.py     all three in memory, for tests

Rules about this folder:
1. A room has one owner, by an epoch. Whatever an owner writes, it writes in a transaction that
   finds the room's row with that epoch: nobody writes for a room that another node has claimed.
2. Leases only say when a room may be claimed. If a lease is wrong, people wait; nothing is lost.
3. The bus may lose, but neither reorders nor repeats: what is missing is noticed by those who wait
   for it (docs/decisions/0017).

It may import the store. It knows nothing of rooms but their ids, and nothing of the server.
"""
