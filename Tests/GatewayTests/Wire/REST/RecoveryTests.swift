import Archive
import Foundation
import Gateway
import HTTP
import Protocol
import Redis
import TestSupport
import Testing
import TriptoGame

/// The host goes on with another device, by a code (G-36).
@Suite struct RecoveryTests {
    private func newCode(_ party: Party) async throws -> String {
        let answer = try await party.web.call(
            .post,
            "\(party.path)/recovery",
            bearer: party.hostAuth
        )
        #expect(answer.status == 201 && answer.json.names == ["expiresAtMs", "recoveryCode"])
        return try answer.json.text("recoveryCode")
    }

    private func recover(
        _ code: String,
        _ web: Web,
        headers: [(String, String)] = []
    ) async throws -> Answer {
        let body: JSONValue = ["recoveryCode": .string(code)]
        return try await web.call(.post, "/v1/host/recover", body, headers: headers)
    }

    private func expectUnknown(_ answer: Answer, _ comment: Comment? = nil) {
        #expect(answer.status == 404 && answer.code == "not_found", comment)
        #expect(answer.field == "recoveryCode", comment)
    }

    @Test func `a code makes another device the host, and the one before hears of it`()
        async throws
    {
        let party = try await Party()
        let first = try await party.host()
        let code = try await newCode(party)
        #expect(code.utf8.count == 12)
        let typed =
            "\(code.prefix(4).lowercased())-\(code.dropFirst(4).dropLast(4)) \(code.suffix(4))"
        let answer = try await recover(typed, party.web)
        #expect(answer.status == 200)
        #expect(
            answer.json.names == ["hostAuthToken", "hostRefreshToken", "sessionId", "wsUrl"]
        )
        #expect(answer.json["sessionId"] == .string(party.session))
        #expect(answer.json["wsUrl"] == party.created["wsUrl"])
        let second = try await party.greeted(.host, answer.json.text("hostAuthToken"))
        #expect(try await first.end()?.code == 4409)
        let guest = try await party.join("Alva")
        try await second.until { $0.at("players.0.playerId") == .string(guest.id) }
        let refresh: JSONValue = ["refreshToken": .string(try answer.json.text("hostRefreshToken"))]
        let renewed = try await party.web.call(.post, "\(party.path)/refresh", refresh)
        #expect(renewed.status == 200)
    }

    @Test func `a code is good once, and a new one ends the one before`() async throws {
        let party = try await Party()
        let old = try await newCode(party)
        let code = try await newCode(party)
        expectUnknown(try await recover(old, party.web))
        #expect(try await recover(code, party.web).status == 200)
        expectUnknown(try await recover(code, party.web))
        #expect(try await recover(try await newCode(party), party.web).status == 200)
    }

    @Test func `a code that was replaced opens nothing, though it could not be forgotten`()
        async throws
    {
        let redis = try PrivateRedis()
        let url = try RedisURL(redis.url)
        let deployment = try Deployment { $0.liveStores = .redis(url) }
        let party = try await Party(deployment.address)
        let old = try await newCode(party)
        let key = try redis.command(["--scan", "--pattern", "value:recovery:*"])
        let kept = try redis.command(["GET", key])
        let code = try await newCode(party)
        try redis.command(["SET", key, kept])
        expectUnknown(try await recover(old, party.web))
        #expect(try await recover(code, party.web).status == 200)
        await deployment.stop()
    }

    @Test func `of many devices with one code one becomes the host`() async throws {
        let party = try await Party()
        let code = try await newCode(party)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<12 {
                group.addTask { try await recover(code, party.web).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == 200 }.count == 1)
        #expect(statuses.filter { $0 == 404 }.count == 11)
    }

    @Test func `a code outlives an archive that takes nothing`() async throws {
        let deployment = try Deployment()
        let party = try await Party(deployment.address)
        let code = try await newCode(party)
        let file = deployment.folder.appending(path: "gateway.sqlite").path
        let hold = try StoreTests.ReadinessTests.Hold(file)
        let failed = try await recover(code, party.web)
        #expect(failed.status == 503 && failed.code == "degraded")
        hold.release()
        #expect(try await recover(code, party.web).status == 200)
        await deployment.stop()
    }

    @Test func `a call is finished though its client is gone and its gateway goes`() async throws {
        let folder = Deployment.newFolder()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "gateway.sqlite").path
        var settings = SQLiteSettings()
        settings.busyTimeoutMs = 60_000
        settings.limits.maxWaitMs = 60_000
        let archive = try SQLArchive(sqlite: file, games: [Tripto.schema], settings: settings)
        let deployment = try Deployment(folder: folder, archive: archive) { $0.drainMs = 60_000 }
        let party = try await Party(deployment.address)
        let body: JSONValue = ["recoveryCode": .string(try await newCode(party))]
        let hold = try StoreTests.ReadinessTests.Hold(file)
        let web = deployment.web()
        web.send(.post, "/v1/host/recover", body.bytes)
        // It waits for the archive by now, and would for a minute.
        try await Task.sleep(for: .seconds(2))
        web.wire.abort()
        async let stopped: Void = deployment.stop {
            let notes = try Database(file).rows("SELECT type FROM audit_events ORDER BY seq")
            #expect(notes == [["RECOVERY_CODE_MADE"], ["HOST_RECOVERED"]])
        }
        try await Task.sleep(for: .milliseconds(500))
        hold.release()
        try await stopped
    }

    @Test func `what is no code, nobody's code or an ended session's code is not told apart`()
        async throws
    {
        let party = try await Party()
        let code = try await newCode(party)
        for wrong in ["", "ABC", "AAAA-AAAA-AAAA", code + "A", "0000-0000-0000", "åäöåäöåäöåäö"] {
            expectUnknown(try await recover(wrong, party.web), "\(wrong)")
        }
        let host = try await party.host()
        host.send("HOST_END_SESSION")
        try await host.until(state: "ROUND_END")
        expectUnknown(try await recover(code, party.web))
        let late = try await party.web.call(.post, "\(party.path)/recovery", bearer: party.hostAuth)
        #expect(late.status == 410 && late.code == "session_ended")
        #expect(try await party.web.call(.delete, party.path, bearer: party.hostAuth).status == 204)
        expectUnknown(try await recover(code, party.web))
        for wrong: JSONValue in [1, nil, [], [:]] {
            let answer = try await party.web.call(
                .post,
                "/v1/host/recover",
                ["recoveryCode": wrong]
            )
            #expect(answer.status == 400 && answer.field == "recoveryCode", "\(wrong)")
        }
    }

    @Test func `the host alone gets a code`() async throws {
        let (party, other) = (try await Party(), try await Party())
        let path = "\(party.path)/recovery"
        #expect(try await party.web.call(.post, path).status == 401)
        let foreign = try await party.web.call(.post, path, bearer: other.hostAuth)
        #expect(foreign.status == 401)
        let guest = try await party.join("Alva")
        #expect(try await party.web.call(.post, path, bearer: guest.auth).status == 403)
        let screen = try await party.tvAuth()
        #expect(try await party.web.call(.post, path, bearer: screen).status == 403)
    }

    @Test func `an address tries 10 wrong codes a minute, and those of joining are not among them`()
        async throws
    {
        let range = try #require(AddressRange("127.0.0.0/8"))
        let deployment = try Deployment { configuration in
            configuration.hasAddressLimits = true
            configuration.trustedProxies = [range]
        }
        let party = try await Party(deployment.address)
        let from = [("X-Forwarded-For", "192.0.2.7")]
        for _ in 1...12 {
            // A right one uses nothing up.
            let right = try await recover(try await newCode(party), party.web, headers: from)
            #expect(right.status == 200)
        }
        let code = try await newCode(party)
        // A busy machine takes so long that tries are given back meanwhile.
        var tries = 0
        var late = try await recover("AAAA-AAAA-AAAA", party.web, headers: from)
        for _ in 1...9 {
            let body: JSONValue = ["joinCode": "AAAAAA"]
            _ = try await party.web.call(.post, "/v1/join", body, headers: from)
        }
        while late.status != 429, tries < 100 {
            expectUnknown(late)
            tries += 1
            late = try await recover("AAAA-AAAA-AAAA", party.web, headers: from)
        }
        #expect(late.status == 429 && late.code == "rate_limited" && tries >= 10)
        let elsewhere = [("X-Forwarded-For", "192.0.2.8")]
        #expect(try await recover(code, party.web, headers: elsewhere).status == 200)
        await deployment.stop()
    }
}
