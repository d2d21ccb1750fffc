import Gateway
import HTTP
import Protocol
import TestSupport
import Testing

/// Protocol §3.4: the host offers its place, and that player's device takes it (G-36).
@Suite struct HostHandOverTests {
    private func take(_ guest: Party.Guest, _ party: Party) async throws -> Answer {
        try await party.web.call(.post, "\(party.path)/hand-over", bearer: guest.auth)
    }

    private func offer(_ player: JSONValue, _ host: SocketClient) async throws {
        host.send("HOST_HAND_OVER", ["playerId": player])
        try await host.until { $0.at("session.offeredTo") == player }
    }

    @Test func `a player takes the offer, and the host before hears of it`() async throws {
        let stage = try await Stage(players: 2)
        try await stage.start()
        let (party, alva) = (stage.party, stage.players[0])
        try await offer(stage.id, stage.host)
        try await alva.client.until { $0.at("me.mayHost") == true }
        let answer = try await take(alva.guest, party)
        #expect(answer.status == 200)
        #expect(answer.json.names == ["hostAuthToken", "hostRefreshToken", "sessionId", "wsUrl"])
        try await stage.host.until { $0.at("session.offeredTo") == .null }
        let host = try await party.greeted(.host, answer.json.text("hostAuthToken"))
        #expect(try await stage.host.end()?.code == 4409)
        #expect(host.document["secret"]?.object != nil)
        // The player plays on beside it, and sees no more than before.
        try await alva.client.until { $0.at("me.mayHost") == false }
        #expect(alva.client.document["secret"] == nil)
        host.send("HOST_PAUSE")
        try await alva.client.until { $0["paused"] == true }
        let refresh: JSONValue = ["refreshToken": .string(try answer.json.text("hostRefreshToken"))]
        let renewed = try await party.web.call(.post, "\(party.path)/refresh", refresh)
        #expect(renewed.status == 200)
        // As after a link that was opened elsewhere, the host before may take the place back.
        _ = try await party.host()
        #expect(try await host.end()?.code == 4409)
    }

    @Test func `an offer tells its player one word, and nobody else anything`() async throws {
        let stage = try await Stage(players: 2)
        try await stage.start()
        let others = [stage.tv, stage.players[1].client]
        for client in others + [stage.player] {
            _ = try await client.caughtUp()
            client.log = []
        }
        try await offer(stage.id, stage.host)
        try await stage.player.until { $0.at("me.mayHost") == true }
        let patch = try #require(stage.player.log.last { $0.type == "STATE_PATCH" })
        let told: JSONValue = [["op": "replace", "path": "/me/mayHost", "value": true]]
        #expect(patch.payload["ops"] == told)
        for client in others {
            let messages = try await client.caughtUp()
            #expect(messages.allSatisfy { $0.type == "TIMER_SYNC" }, "\(messages.map(\.type))")
        }
    }

    @Test func `who is offered nothing, or nothing any more, takes nothing`() async throws {
        let party = try await Party()
        let host = try await party.host()
        let (alva, bo) = (try await party.join("Alva"), try await party.join("Bo"))
        func expectNoOffer(_ guest: Party.Guest, _ comment: Comment) async throws {
            let answer = try await take(guest, party)
            #expect(answer.status == 409 && answer.code == "wrong_state", comment)
        }
        try await expectNoOffer(alva, "none was made")
        // Somebody who is away may be offered it as well.
        try await offer(.string(alva.id), host)
        try await expectNoOffer(bo, "another's")
        try await offer(.null, host)
        try await expectNoOffer(alva, "withdrawn")
        try await offer(.string(alva.id), host)
        try await offer(.string(bo.id), host)
        try await expectNoOffer(alva, "made to another")
        host.send("HOST_KICK_PLAYER", ["playerId": .string(bo.id)])
        try await host.until { $0.at("session.removed.0.name") == "Bo" }
        #expect(host.document.at("session.offeredTo") == .null)
        try await expectNoOffer(bo, "removed")
        let gone: JSONValue = ["playerId": .string(bo.id)]
        #expect(try await host.refusal("HOST_HAND_OVER", gone).code == "not_found")
        try await offer(.string(alva.id), host)
        host.send("HOST_END_SESSION")
        try await host.until { $0.at("session.status") == "ended" }
        let late = try await take(alva, party)
        #expect(late.status == 410 && late.code == "session_ended")
        #expect(try await host.refusal("HOST_HAND_OVER", gone).code == "session_ended")
    }

    @Test func `a player's token alone takes an offer`() async throws {
        let (party, other) = (try await Party(), try await Party())
        let path = "\(party.path)/hand-over"
        #expect(try await party.web.call(.post, path).status == 401)
        let stranger = try await other.join("Alva")
        #expect(try await party.web.call(.post, path, bearer: stranger.auth).status == 401)
        for token in [try party.hostAuth, try await party.tvAuth()] {
            #expect(try await party.web.call(.post, path, bearer: token).status == 403)
        }
        let guest = try await party.join("Alva")
        #expect(try await party.web.call(.post, path, bearer: guest.refresh).status == 401)
    }

    @Test func `an offer outlives an archive that takes nothing`() async throws {
        let deployment = try Deployment()
        let party = try await Party(deployment.address)
        let (guest, host) = (try await party.join("Alva"), try await party.host())
        try await offer(.string(guest.id), host)
        let file = deployment.folder.appending(path: "gateway.sqlite").path
        let hold = try StoreTests.ReadinessTests.Hold(file)
        let failed = try await take(guest, party)
        #expect(failed.status == 503 && failed.code == "degraded")
        hold.release()
        #expect(try await take(guest, party).status == 200)
        await deployment.stop()
    }

    @Test func `of many calls on two gateways one takes the offer`() async throws {
        let pair = try Pair()
        let party = try await Party(pair.left.address)
        let (guest, host) = (try await party.join("Alva"), try await party.host())
        for _ in 0..<3 {
            // Whichever gateway is asked knows of an offer that stands, though it is another's.
            host.send("HOST_HAND_OVER", ["playerId": .string(guest.id)])
            try await host.until { $0.at("session.offeredTo") == .string(guest.id) }
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for gateway in [pair.left, pair.right, pair.right, pair.left, pair.right] {
                    group.addTask {
                        let web = Web(gateway.address)
                        return try await web.call(
                            .post,
                            "\(party.path)/hand-over",
                            bearer: guest.auth
                        )
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.filter { $0.status == 200 }.count == 1)
            #expect(answers.filter { $0.status == 409 && $0.code == "wrong_state" }.count == 4)
            try await host.until { $0.at("session.offeredTo") == .null }
        }
        await pair.stop()
    }

    @Test func `the journal of a hand-over is played again, and the audit names who took it`()
        async throws
    {
        let deployment = try Deployment()
        let party = try await Party(deployment.address)
        let (guest, host) = (try await party.join("Alva"), try await party.host())
        try await offer(.string(guest.id), host)
        try await offer(.null, host)
        try await offer(.string(guest.id), host)
        #expect(try await take(guest, party).status == 200)
        host.send("HOST_END_SESSION")
        try await host.until { $0.at("session.status") == "ended" }
        try await deployment.stop {
            let options = ["--data-dir", deployment.folder.path]
            // The program hosts more games than this deployment.
            #expect(try await GatewayProcess.run(["migrate"] + options).status == 0)
            let replayed = try await GatewayProcess.run(["replay", party.session] + options)
            #expect(replayed.status == 0, "\(replayed.output)")
            let file = deployment.folder.appending(path: "gateway.sqlite").path
            let audit = try Database(file).rows(
                "SELECT type, actor_role, payload_json FROM audit_events WHERE session_id = "
                    + "'\(party.session)' AND type LIKE 'HOST_HAND%' ORDER BY seq"
            )
            let offered = [#"{"playerId":"\#(guest.id)"}"#, #"{"playerId":null}"#]
            #expect(
                audit == [
                    ["HOST_HAND_OVER", "HOST", offered[0]], ["HOST_HAND_OVER", "HOST", offered[1]],
                    ["HOST_HAND_OVER", "HOST", offered[0]], ["HOST_HANDED_OVER", "PLAYER", "{}"],
                ]
            )
        }
    }
}
