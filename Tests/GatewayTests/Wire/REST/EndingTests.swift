import Foundation
import HTTP
import Protocol
import Testing

/// Protocol §2: the host ends a session for good.
@Suite struct EndingTests {
    @Test func `nobody but the host may end a session`() async throws {
        let (party, other) = (try await Party(), try await Party())
        let guest = try await party.join("Alva")
        let web = party.web
        #expect(try await web.call(.delete, party.path).status == 401)
        #expect(try await web.call(.delete, party.path, bearer: "x").status == 401)
        #expect(try await web.call(.delete, party.path, bearer: other.hostAuth).status == 401)
        for token in [guest.auth, try await party.tvAuth()] {
            let answer = try await web.call(.delete, party.path, bearer: token)
            #expect(answer.status == 403 && answer.code == "forbidden")
        }
        #expect(try await web.call(.get, party.path).status == 200)
    }

    @Test func `an ended session closes every socket with 4410 and is gone on REST`() async throws {
        let party = try await Party()
        let (guest, player) = try await party.player("Alva")
        let (host, tv) = (try await party.host(), try await party.tv())
        let web = party.web
        let answer = try await web.call(.delete, party.path, bearer: party.hostAuth)
        #expect(answer.status == 204 && answer.body.isEmpty)
        for client in [host, tv, player] {
            let error = try await client.next("ERROR")
            #expect(error.code == "session_ended")
            #expect(error.payload["retryable"] == false)
            #expect(try await client.end()?.code == 4410)
        }
        let tvBody: JSONValue = ["tvJoinToken": party.created["tvJoinToken"] ?? nil]
        let answers = [
            try await web.call(.get, party.path),
            try await web.call(.post, "\(party.path)/tv", tvBody),
            try await web.call(.delete, party.path, bearer: party.hostAuth),
        ]
        for answer in answers {
            #expect(answer.status == 410 && answer.code == "session_ended", "\(answer.text)")
        }
        let join: JSONValue = ["joinToken": party.created["joinToken"] ?? nil, "name": "Bo"]
        #expect(try await web.call(.post, "\(party.path)/join", join).status == 401)
        for token in [guest.refresh, try party.created.text("hostRefreshToken")] {
            let body: JSONValue = ["refreshToken": .string(token)]
            #expect(try await web.call(.post, "\(party.path)/refresh", body).status == 401)
        }
        let late = try await party.socket()
        late.hello("PLAYER", guest.auth)
        #expect(try await late.next("ERROR").code == "session_ended")
        #expect(try await late.end()?.code == 4410)
    }

    /// Its room is gone; the archive has what was said in it.
    @Test func `a session that its host had ended is erased when the host asks, once`() async throws
    {
        let first = try Deployment()
        let party = try await Party(first.address, settings: ["timings": unhurried])
        _ = try await party.join("Alva")
        let host = try await party.host()
        host.send("HOST_START_GAME")
        try await host.until(state: "ROUND_INTRO")
        host.send("HOST_END_SESSION")
        try await host.until(state: "ROUND_END")
        await withCheckedContinuation { done in first.gateway.drain { done.resume() } }
        let second = try Deployment(folder: first.folder)
        let (web, token) = (second.web(), try party.hostAuth)
        #expect(try await web.call(.delete, party.path, bearer: token).status == 204)
        let again = try await web.call(.delete, party.path, bearer: token)
        #expect(again.status == 410 && again.code == "session_ended")
        let database = Database(second.folder.appending(path: "gateway.sqlite").path)
        #expect(try database.rows("SELECT name FROM players") == [[""]])
        await second.stop()
    }

    @Test func `what was done to a session beside its game stands in its audit`() async throws {
        let deployment = try Deployment()
        let party = try await Party(deployment.address)
        let (web, host) = (party.web, try party.hostAuth)
        let pairing = try await web.call(.post, "/v1/tv/pairings").json
        let typed: JSONValue = ["pairingCode": .string(try pairing.text("pairingCode"))]
        #expect(
            try await web.call(.post, "\(party.path)/tv/pair", typed, bearer: host).status == 204
        )
        let recovery = try await web.call(.post, "\(party.path)/recovery", bearer: host).json
        let code: JSONValue = ["recoveryCode": .string(try recovery.text("recoveryCode"))]
        let recovered = try await web.call(.post, "/v1/host/recover", code).json
        let link: JSONValue = ["hostToken": .string(try party.created.text("hostToken"))]
        #expect(try await web.call(.post, "\(party.path)/host", link).status == 200)
        // Somebody has a copy of the recovered host's token, and renews it after the host did.
        var first: JSONValue = ["refreshToken": .string(try recovered.text("hostRefreshToken"))]
        let stolen = first
        for _ in 1...2 {
            let renewed = try await web.call(.post, "\(party.path)/refresh", first)
            #expect(renewed.status == 200)
            first = ["refreshToken": .string(try renewed.json.text("refreshToken"))]
        }
        #expect(try await web.call(.post, "\(party.path)/refresh", stolen).status == 401)
        #expect(try await web.call(.delete, party.path, bearer: host).status == 204)
        let database = Database(deployment.folder.appending(path: "gateway.sqlite").path)
        let rows = try database.rows(
            "SELECT type, actor_role, payload_json FROM audit_events WHERE session_id = "
                + "'\(party.session)' ORDER BY seq"
        )
        let kinds = [
            "TV_PAIRED", "RECOVERY_CODE_MADE", "HOST_RECOVERED", "HOST_LINK_OPENED", "TOKEN_REUSED",
            "SESSION_ERASED",
        ]
        #expect(rows == kinds.map { [$0, "HOST", "{}"] })
        await deployment.stop()
    }

    @Test func `nothing a person could be known by is left on the disk`() async throws {
        let folder = Deployment.newFolder()
        let deployment = try Deployment(folder: folder)
        let party = try await Party(deployment.address, settings: ["timings": unhurried])
        let (name, answer) = ("Zygfryda Quux", "Wherever Zygfryda was")
        let player = try await party.player(name).client
        let host = try await party.host()
        host.send("HOST_START_GAME")
        try await player.until(state: "ROUND_INTRO")
        host.send("HOST_SKIP")
        try await player.until(state: "CLUE_LEVEL")
        player.send("BRAKE_PULL")
        try await player.until(state: "PAUSED_FOR_BRAKE")
        player.send("BRAKE_ANSWER_SUBMIT", ["answerText": .string(answer)])
        try await player.next("ANSWER_ACK")
        #expect(try Self.files(in: folder, holding: name) > 0)
        let gone = try await party.web.call(.delete, party.path, bearer: party.hostAuth)
        #expect(gone.status == 204)
        await withCheckedContinuation { done in deployment.gateway.drain { done.resume() } }
        #expect(try Self.files(in: folder, holding: name) == 0)
        #expect(try Self.files(in: folder, holding: answer) == 0)
        try FileManager.default.removeItem(at: folder)
    }

    private static func files(in folder: URL, holding text: String) throws -> Int {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).count { path in
            let data = FileManager.default.contents(atPath: folder.appending(path: path).path)
            return data?.firstRange(of: Data(text.utf8)) != nil
        }
    }
}
