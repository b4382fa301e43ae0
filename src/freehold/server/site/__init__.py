"""This server as one node of a site: `freehold serve --bus`.

    sites.py     all parts together
    node.py      the lease, claiming rooms, giving them up
    relays.py    sockets of rooms that another node has, and of people at other nodes
    carrying.py  calls of the API for rooms that another node has

Rules about this folder:
1. A room is answered by the node that has it, and by no other; the others carry bytes.
2. Whatever is lost between nodes ends in a client that comes back by itself.
3. Nothing here makes anything safe: that is the fence (`Guarded`, and the epochs of matches).

It may import everything of the server but `metrics`, `app` and `serving`. Nothing below knows it.
"""
