import TestSupport

extension Bench {
    /// A section that is to be measured, part after part.
    struct Plan {
        var title: String
        var text: String
        var parts: [(inout Field) throws -> [Row]]
    }

    var plans: [Plan] {
        let scale = quick ? 10 : 1
        return [
            Plan(
                title: "On the wire",
                text: """
                    Echo: each client sends its next message when the last is back. Fan-out: one \
                    client's message goes to all, the next when all have it; per delivery. Idle \
                    connections have sent nothing since their upgrade; their CPU time is per \
                    connection and second.
                    """,
                parts: wire(WireWork.plain(scale: scale))
            ),
            Plan(
                title: "Over TLS",
                text: "The same over TLS 1.3, and what its handshakes cost, full and resumed.",
                parts: wire(WireWork.tls(scale: scale))
            ),
            Plan(
                title: "Whole rooms",
                text: """
                    No peer does this work; it is held to budgets. "Room of": on an in-process \
                    store, without sockets, from the parsed message to the frames for everybody. \
                    "In a room": rooms of ten players, a host and a screen on a whole gateway with \
                    its archive; at a living room's pace each player pulls the brake every 2 s and \
                    the host commits every 3 s. "Two shards": the same rooms on a gateway of one event \
                    loop and on one of two. A quarter of the 4.7 µs/s that Centrifugo publishes \
                    for an idle connection is the budget for one here.
                    """,
                parts: [
                    { _ in
                        isWanted("room of") ? try RoomWork.rows(rounds: rounds, scale: scale) : []
                    },
                    { _ in
                        isWanted("in a room")
                            ? try SeatWork.rows(executables, rounds: min(rounds, 3), scale: scale)
                            : []
                    },
                    { _ in
                        try ShardWork.all.filter { isWanted($0.name) }.map {
                            try $0.row(executables, rounds: min(rounds, 3), scale: scale)
                        }
                    },
                    { _ in
                        isWanted("rooms asleep") ? try AsleepWork.rows(scale: scale) : []
                    },
                    { _ in
                        isWanted("timers armed")
                            ? TimerWork.rows(rounds: min(rounds, 3), scale: scale) : []
                    },
                ]
            ),
            Plan(
                title: "Stores",
                text: """
                    One connection to Redis, and to Postgres, beside the tools that come with them.
                    """,
                parts: [
                    { _ in try RedisWork.rows(rounds: rounds, scale: scale, where: isWanted) },
                    { _ in
                        isWanted("redis: a session's step, 64 deep")
                            ? try StepWork.rows(rounds: rounds, scale: scale) : []
                    },
                    { _ in try ArchiveWork.rows(rounds: rounds, scale: scale, where: isWanted) },
                ]
            ),
            Plan(
                title: "Brake storms",
                text: """
                    500 players pull the brake at once, on two gateways that share a Redis and on \
                    one with a store of its own: from a player's pull to that player's acceptance, \
                    as the player sees it, and the gateway's part from read to written. At half load \
                    the gateways, Redis and what asks it have one core, and the players the other.
                    """,
                parts: [
                    { _ in
                        isWanted("cluster")
                            ? try ClusterWork.rows(
                                executables,
                                rounds: min(rounds, 3),
                                scale: scale
                            ) : []
                    }
                ]
            ),
            Plan(
                title: "Guesses",
                text: """
                    30 phones guess each of five tunes within a second, on one gateway with a store of its own: from a \
                    phone's guess to its receipt.
                    """,
                parts: [
                    { _ in
                        isWanted("guesses")
                            ? try GuessWork.rows(executables, rounds: min(rounds, 3)) : []
                    }
                ]
            ),
            Plan(
                title: "Content",
                text: """
                    A folder of packages with nine texts of clues each, read and validated on all cores as a gateway \
                    does at its start; files that the kernel has read before.
                    """,
                parts: [
                    { _ in
                        isWanted("packages")
                            ? try ContentWork.rows(rounds: rounds, scale: scale) : []
                    }
                ]
            ),
            Plan(
                title: "Living rooms",
                text: "Many rooms on one Redis in one process of two loops, once.",
                parts: [
                    { _ in
                        isWanted("living rooms")
                            ? try LivingRooms.rows(count: rooms / scale) : []
                    }
                ]
            ),
        ]
    }

    private var executables: Executables {
        Executables(gateway: gateway, floor: floor, loadtest: loadtest)
    }

    private func wire(_ works: [WireWork]) -> [(inout Field) throws -> [Row]] {
        works.filter { $0.figures.contains { isWanted($0.name) } }.map { work in
            { field in
                let certificate = try Certificate()
                defer { certificate.remove() }
                return try work.measure(&field, executables, certificate, rounds: rounds)
            }
        }
    }
}
