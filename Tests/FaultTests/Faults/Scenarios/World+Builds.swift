import Foundation
import LoadTest

extension World {
    private static let gatewaysOfBuilds = 3

    /// Gateways are replaced by those of another build, which judges otherwise, whose states have one member
    /// more and whose own sessions are played by rules that this build does not know. Sessions of this
    /// build are served by both; those of the other go on at its gateways, and screens see them anywhere.
    ///
    /// - Parameter program: the other build.
    func replaceTheBuild(by program: String, rooms: Int) throws {
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw Failure("there is no \(program): scripts/next-build makes it")
        }
        try startCluster(count: Self.gatewaysOfBuilds)
        try openParties(rooms)
        for gateway in gateways {
            try drainInPlay(gateway, parties: rooms)
            try gateway.start(as: program)
            tell("gateway \(gateway.place) is of the next build")
            let count = parties.ask(\.count)
            try openNewParty(at: gateway)
            try awaitAllSeated()
            parties.ask { $0.forEach { $0.spread() } }
            try awaitAllSeated()
            try playOn(moves: 2)
            try proveNewPartyIsWhereItMayBe(numbered: count, newest: gateway.place)
        }
        try playOn(moves: 2)
        for gateway in gateways { try proveNoDifference(at: gateway) }
        let refused = try gateways.map { try logLines(of: $0, with: "can't be read") }.reduce(0, +)
        if refused > 0 { breaches.append("\(refused) times a stored session could not be read") }
    }

    /// A session that the gateway begins.
    private func openNewParty(at gateway: GatewayServer) throws {
        let targets = try gateways.map { try Target(url: $0.url) }
        let count = parties.ask(\.count)
        // The number says whose door it comes in by.
        let number = (count / targets.count + 1) * targets.count + gateway.place
        openParty(numbered: number, at: targets)
        try wait("a game of the next build to begin") { $0.allSatisfy { $0.stage != .opening } }
    }

    /// Its host and players sit where its rules are known.
    private func proveNewPartyIsWhereItMayBe(numbered index: Int, newest: Int) throws {
        let (steering, screen) = parties.ask { $0[index].seatedAt }
        for (who, place) in steering where place > newest {
            breaches.append("\(who) of a newer session sits at the older gateway \(place)")
        }
        // On whatever gateway that is.
        try wait("the screen to show what the host sees") { parties in
            parties[index].screenMoment == parties[index].moment
        }
        figures.append(
            "a newer session's screen at \(screen.map(String.init) ?? "none") of \(newest)"
        )
    }

    /// No gateway made another state of an input than the one that committed it.
    private func proveNoDifference(at gateway: GatewayServer) throws {
        let metrics = try Command.output(["curl", "-sf", "\(gateway.url)/metrics"], in: folder)
        let name = "gateway_state_differences_total"
        let line = metrics.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        if line != "\(name) 0" {
            breaches.append("gateway \(gateway.place): \(line ?? "no \(name)")")
        }
    }

    private func logLines(of gateway: GatewayServer, with words: String) throws -> Int {
        try String(contentsOfFile: gateway.log, encoding: .utf8)
            .split(separator: "\n").count { $0.contains(words) }
    }
}
