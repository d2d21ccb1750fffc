import Foundation
import HTTP
import Protocol
import Testing

/// Protocol §4 and law 10: no client delays another.
@Suite struct SlowClientTests {
    @Test func `who does not read holds up nobody, and gets one fresh snapshot when it does`()
        async throws
    {
        let deployment = try Deployment { $0.connectionLimits.maxBacklogBytes = 16 * 1024 }
        let party = try await Party(deployment.address, settings: ["maxPlayers": 500])
        let host = try await party.host()
        let slow = try await party.seatedSocket(.tv, party.tvAuth())
        let player = try await party.player("Alva").client
        try await slow.until { $0.at("players.0.connected") == true }
        _ = try await slow.caughtUp()
        slow.log = []
        slow.wire.stopReading()
        let guests = try await crowd(party) + 1
        for client in [host, player] {
            try await client.until { $0["players"]?.array?.count == guests }
        }

        slow.wire.startReading()
        try await slow.until { $0["players"]?.array?.count == guests }
        #expect(slow.log.count { $0.type == "STATE_SNAPSHOT" } == 1)
        // From there on patches fit again.
        _ = try await party.join("One more")
        try await slow.until { $0["players"]?.array?.count == guests + 1 }
        #expect(slow.log.count { $0.type == "STATE_SNAPSHOT" } == 1)
        let fresh = try await party.tv()
        #expect(slow.document.withoutVersion == fresh.document.withoutVersion)
        await deployment.stop()
    }

    @Test func `who takes nothing for long is closed`() async throws {
        let deployment = try Deployment {
            $0.connectionLimits.maxBacklogBytes = 16 * 1024
            $0.connectionLimits.stallMs = 100
        }
        let party = try await Party(deployment.address, settings: ["maxPlayers": 500])
        let host = try await party.host()
        let slow = try await party.seatedSocket(.tv, party.tvAuth())
        try await host.until { $0.at("session.tv.connected") == true }
        slow.wire.stopReading()
        // The sooner guests come, the sooner it is its backlog that overflows, and not its time that is over.
        for number in 1...490 {
            #expect(try await party.tryToJoin("Guest number \(number)").status == 201)
            guard number % 10 == 0 else { continue }
            _ = try await host.caughtUp()
            if host.document.at("session.tv.connected") == false { break }
        }
        try await host.until { $0.at("session.tv.connected") == false }
        await deployment.stop()
    }

    /// Has guests join until a backlog overflows: each is news for everybody, the longer the more there are.
    private func crowd(_ party: Party) async throws -> Int {
        let web = party.web
        var guests = 0
        while try await overflows(web) == 0, guests < 490 {
            for _ in 1...10 {
                guests += 1
                #expect(try await party.tryToJoin("Guest number \(guests)").status == 201)
            }
        }
        #expect(try await overflows(web) == 1)
        return guests
    }

    private func overflows(_ web: Web) async throws -> Int {
        let text = try await web.call(.get, "/metrics").text
        let name = "\ngateway_outbound_overflows_total "
        let rest = text.range(of: name).map { text[$0.upperBound...] } ?? ""
        return Int(rest.prefix(while: \.isNumber)) ?? 0
    }
}
