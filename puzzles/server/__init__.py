"""``tenback serve``: the playable page with the live solver behind it, and a small JSON API.

The event loop only reads requests, passes them on and sends answers.  Everything that looks at a position happens in
worker processes, in three lanes, so that no question can hold up another kind:

=========  ==================================================================================================
``light``  one process for what needs no search: show, verify, steps, match
``quick``  one process that gives each search a short try while the long lane is busy
``long``   ``--jobs`` processes that search up to the time limit
=========  ==================================================================================================

==============  =============================================================================================
``limits``      what one request may take, and all of them together
``requests``    what may be asked: shapes, and JSON read strictly
``answers``     a request in, the JSON of the command line out; runs in a worker
``matches``     games that people play, as they see them; computers at their seats
``worker``      the process around it
``workers``     the lanes: queues, hard limits, cancelled questions, dead workers replaced
``shapes``      what the answers look like
``schema``      the OpenAPI document made of requests and shapes
``pages``       the page and what it loads
``printer``     makes the page of a collection, in a process of its own
``app``         the routes
``guard``       headers, hosts, errors: what holds for every request
``doorman``     connections: slow and idle ones are shown out
``run``         the socket, the signals, the server
==============  =============================================================================================
"""
