import Foundation
import HTTP
import Protocol
import Testing

@testable import Gateway

/// Protocol §1: links for players and for the host, good for an evening.
@Suite struct LinkTests {
    private func openHostLink(_ token: String, _ party: Party) async throws -> Answer {
        try await party.web.call(
            .post,
            "\(party.path)/host",
            ["hostToken": .string(token)]
        )
    }

    private func join(_ token: String, _ party: Party) async throws -> Answer {
        let body: JSONValue = ["joinToken": .string(token), "name": "Bo"]
        return try await party.web.call(.post, "\(party.path)/join", body)
    }

    @Test func `a code that is typed gives the token that is scanned`() async throws {
        let party = try await Party()
        let code = party.created["joinCode"] ?? nil
        let answer = try await party.web.call(.post, "/v1/join", ["joinCode": code])
        #expect(answer.json["joinToken"] == party.created["joinToken"])
        let host = try await party.host()
        #expect(host.document.at("session.joinUrl") == party.created["joinUrl"])
    }

    @Test func `the host's link makes one device after another the host`() async throws {
        let party = try await Party()
        let first = try await party.host()
        let token = try party.created.text("hostToken")
        var before = first
        for _ in 0..<2 {
            let answer = try await openHostLink(token, party)
            #expect(answer.status == 200)
            #expect(
                answer.json.names == ["hostAuthToken", "hostRefreshToken", "sessionId", "wsUrl"]
            )
            let next = try await party.greeted(.host, answer.json.text("hostAuthToken"))
            #expect(try await before.end()?.code == 4409)
            before = next
        }
        let wrong = try await party.web.call(.post, "\(party.path)/host", ["hostToken": 1])
        #expect(wrong.status == 400 && wrong.field == "hostToken")
        let guest = try await openHostLink(party.created.text("joinToken"), party)
        #expect(guest.status == 401 && guest.code == "unauthorized")
    }

    @Test func `a new session has a recovery code already`() async throws {
        let party = try await Party()
        let body: JSONValue = ["recoveryCode": party.created["recoveryCode"] ?? nil]
        #expect(try await party.web.call(.post, "/v1/host/recover", body).status == 200)
        #expect(try await party.web.call(.post, "/v1/host/recover", body).status == 404)
    }

    @Test func `a host who wants another link gets one, and those before are dead`() async throws {
        let party = try await Party()
        let (host, tv) = (try await party.host(), try await party.tv())
        let old = try party.created.text("joinToken")
        let screen: JSONValue = ["tvJoinToken": party.created["tvJoinToken"] ?? nil]
        #expect(try await party.web.call(.post, "\(party.path)/tv", screen).status == 200)
        // Tokens tell their time to the second.
        try await Task.sleep(for: .milliseconds(1_100))
        host.send("HOST_RENEW_JOIN")
        let url = party.created["joinUrl"] ?? nil
        try await host.until { $0.at("session.joinUrl") != url }
        try await tv.until { $0.at("session.joinUrl") != url }
        let link = try #require(host.document.at("session.joinUrl")?.string)
        #expect(tv.document.at("session.joinUrl") == .string(link))
        let token = String(link.suffix(RandomNames.joinTokenLength))
        #expect(link == "\(Deployment.publicURL)/join/\(party.session)?t=\(token)")

        let dead = try await join(old, party)
        #expect(dead.status == 401 && dead.code == "token_expired")
        #expect(try await party.web.call(.get, "\(party.path)/qr.svg?t=\(old)").status == 401)
        let hostLink = try await openHostLink(party.created.text("hostToken"), party)
        #expect(hostLink.status == 401)
        let deadScreen = try await party.web.call(.post, "\(party.path)/tv", screen)
        #expect(deadScreen.status == 401 && deadScreen.code == "token_expired")
        // A screen that the host lets in now comes in.
        let pairing = try await party.web.call(.post, "/v1/tv/pairings").json
        let code = try pairing.text("pairingCode")
        let typed: JSONValue = ["pairingCode": .string(code)]
        let paired = "\(party.path)/tv/pair"
        _ = try await party.web.call(.post, paired, typed, bearer: party.hostAuth)
        let secret = try pairing.text("pairingSecret")
        let found = try await party.web.call(.get, "/v1/tv/pairings/\(code)", bearer: secret)
        let fresh: JSONValue = ["tvJoinToken": .string(try found.json.text("tvJoinToken"))]
        #expect(try await party.web.call(.post, "\(party.path)/tv", fresh).status == 200)
        #expect(try await party.web.call(.get, "\(party.path)/qr.svg?t=\(token)").status == 200)
        #expect(try await join(token, party).status == 201)
    }

    @Test func `links expire after the operator's time, and a screen gets another`() async throws {
        let deployment = try Deployment { $0.linkMs = 20_000 }
        let party = try await Party(deployment.address)
        let tv = try await party.tv()
        let (token, url) = (try party.created.text("joinToken"), party.created["joinUrl"] ?? nil)
        // Asked until it is dead: it is known as one that was good until its follower has a follower, which is ten
        // seconds later at the least.
        while try await party.web.call(.get, "\(party.path)/qr.svg?t=\(token)").status == 200 {
            try await Task.sleep(for: .milliseconds(50))
        }
        let dead = try await join(token, party)
        #expect(dead.status == 401 && dead.code == "token_expired")
        let host = try await openHostLink(party.created.text("hostToken"), party)
        #expect(host.status == 401 && host.code == "token_expired")
        // The room looks after its link every ten seconds.
        try await tv.until { $0.at("session.joinUrl") != url }
        await deployment.stop()
    }

    @Test func `links outlive the gateway, and lead to where it is now`() async throws {
        let folder = Deployment.newFolder()
        let before = try Deployment(folder: folder)
        let party = try await Party(before.address)
        await withCheckedContinuation { done in before.gateway.drain { done.resume() } }
        let after = try Deployment(folder: folder) { $0.publicURL = "http://moved.test" }
        let web = Web(after.address)
        let body: JSONValue = ["joinToken": party.created["joinToken"] ?? nil, "name": "Bo"]
        #expect(try await web.call(.post, "\(party.path)/join", body).status == 201)
        let host = try await web.call(
            .post,
            "\(party.path)/host",
            ["hostToken": party.created["hostToken"] ?? nil]
        )
        #expect(host.status == 200)
        let auth = try host.json.text("hostAuthToken")
        let socket = try await party.at(after.address).greeted(.host, auth)
        let token = try party.created.text("joinToken")
        let moved = "http://moved.test/join/\(party.session)?t=\(token)"
        try await socket.until { $0.at("session.joinUrl") == .string(moved) }
        await withCheckedContinuation { done in after.gateway.drain { done.resume() } }
        try FileManager.default.removeItem(at: folder)
    }
}
