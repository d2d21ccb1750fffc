import Protocol
import Testing

/// Protocol §3.4: a kick holds, for that name and that device, until the host allows it.
@Suite struct RemovalTests {
    private func refresh(_ guest: Party.Guest, _ party: Party) async throws -> Answer {
        let body: JSONValue = ["refreshToken": .string(guest.refresh)]
        return try await party.web.call(.post, "\(party.path)/refresh", body)
    }

    private func knock(_ guest: Party.Guest, on device: String, _ party: Party) async throws
        -> RawSocket
    {
        let client = try await party.socket()
        client.send(
            "HELLO",
            [
                "role": "PLAYER", "authToken": .string(guest.auth), "clientVersion": "1",
                "deviceId": .string(device),
            ]
        )
        return client
    }

    @Test func `a kicked player does not come back by token, name or device`() async throws {
        let party = try await Party()
        let host = try await party.host()
        let bo = try await party.join("Bo")
        let phone = try await knock(bo, on: "Bo's phone", party)
        try await phone.next("STATE_SNAPSHOT")
        host.send("HOST_KICK_PLAYER", ["playerId": .string(bo.id)])
        #expect(try await phone.end()?.code == 4403)
        try await host.until { $0.at("session.removed.0.name") == "Bo" }

        let refused = try await refresh(bo, party)
        #expect(refused.status == 403 && refused.code == "forbidden")
        let named = try await party.tryToJoin("BO")
        #expect(named.status == 403 && named.code == "forbidden" && named.field == "name")

        // Under another name there is a seat until the device says HELLO.
        let other = try await party.join("Nobody")
        let again = try await knock(other, on: "Bo's phone", party)
        #expect(try await again.next("ERROR").code == "forbidden")
        #expect(try await again.end()?.code == 4403)
        try await host.until { $0["players"]?.array?.isEmpty == true }
        #expect(try await refresh(other, party).status == 401)
        // Nor does another id with the old token make the device unknown.
        #expect(try await knock(bo, on: "another phone", party).end()?.code == 4403)
        let third = try await party.join("Somebody")
        #expect(try await knock(third, on: "Bo's phone", party).end()?.code == 4403)
        try await host.until { $0["players"]?.array?.isEmpty == true }
        #expect(host.document.at("session.removed")?.array?.count == 1)

        // One word of the host lets the device in again, under whatever name.
        host.send("HOST_ALLOW_PLAYER", ["playerId": .string(bo.id)])
        try await host.until { $0.at("session.removed")?.array?.isEmpty == true }
        let back = try await party.join("Bo")
        let client = try await knock(back, on: "Bo's phone", party)
        let snapshot = try await client.next("STATE_SNAPSHOT")
        #expect(snapshot.payload.at("me.name") == "Bo")
    }

    @Test func `a device is learnt when it knocks, where it was away at the kick`() async throws {
        let party = try await Party()
        let host = try await party.host()
        let bo = try await party.join("Bo")
        host.send("HOST_KICK_PLAYER", ["playerId": .string(bo.id)])
        try await host.until { $0.at("session.removed.0.name") == "Bo" }
        let first = try await knock(bo, on: "Bo's phone", party)
        #expect(try await first.end()?.code == 4403)
        let other = try await party.join("Nobody")
        let second = try await knock(other, on: "Bo's phone", party)
        #expect(try await second.end()?.code == 4403)
        let code = try await host.refusal("HOST_ALLOW_PLAYER", ["playerId": "nobody"]).code
        #expect(code == "not_found")
    }
}
