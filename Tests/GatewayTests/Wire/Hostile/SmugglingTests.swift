import HTTP
import Protocol
import Testing
import Transport

/// However a request is written, the gateway and whoever forwards to it count the same requests
/// (RFC 9112 §11.2).
@Suite struct SmugglingTests {
    @Test func `one answer each, and nothing behind a refused request is executed`() async throws {
        let deployment = try Deployment()
        let executed = ExecutedRequests(deployment)
        _ = try await executed.sinceLastTime()
        for request in HostileRequest.all {
            do {
                let answers = try await answers(to: request, from: deployment)
                let count = try await executed.sinceLastTime()
                #expect(count == answers, "\(request.testDescription)")
            } catch {
                Issue.record("\(error): \(request.testDescription)")
                _ = try await executed.sinceLastTime()
            }
        }
        await deployment.stop()
    }

    /// Sends a request with another behind it, and expects its fate.
    ///
    /// - Returns: how many answers came.
    private func answers(
        to request: HostileRequest,
        from deployment: Deployment
    ) async throws -> Int {
        let what = Comment(rawValue: request.testDescription)
        let web = deployment.web()
        web.wire.send(request.bytes + Array(HostileRequest.behind.utf8))
        let first = try await web.answer()
        switch request.fate {
        case .closes(let status):
            #expect(first.status == status && !first.keepsOpen, what)
            #expect(try await web.untilGone().isEmpty, what)
            return 1
        case .goesOn(let status):
            #expect(first.status == status && first.keepsOpen, what)
            #expect(try await web.answer().status == 201, what)
            #expect(try await web.call(.get, "/healthz").status == 200, what)
            return 3
        case .swallows(let status):
            #expect(first.status == status && first.keepsOpen, what)
            #expect(try await web.call(.get, "/healthz").status == 200, what)
            return 2
        }
    }

    /// Played with an nginx that sends on a request's body as it comes, and one that waits for all of it.
    @Test(arguments: [true, false])
    func `nginx in front of the gateway counts the same requests`(isBuffering: Bool) async throws {
        let deployment = try Deployment()
        let nginx = try await PrivateNginx(before: deployment.address, isBuffering: isBuffering)
        let executed = ExecutedRequests(deployment)
        var passedOn = 0
        _ = try await executed.sinceLastTime()
        for request in HostileRequest.all {
            let web = Web(nginx.hurriedAddress)
            let bytes = request.bytes + Array(HostileRequest.behind.utf8)
            if !isBuffering, let headCount = request.chunkedHeadCount {
                // Chunks that are there already with the head are sent on with their length all the same.
                web.wire.send(Array(bytes[..<headCount]))
                try await Task.sleep(for: .milliseconds(30))
                web.wire.send(Array(bytes[headCount...]))
            } else {
                web.wire.send(bytes)
            }
            let answers = try PrivateNginx.answersOfGateway(in: try await web.untilGone())
            // Had the gateway been left with half a request, this stranger would get its answer.
            let stranger = Web(nginx.address)
            #expect(
                try await stranger.call(.get, "/healthz").text.hasPrefix("ok\n"),
                "\(request.testDescription)"
            )
            #expect(
                try await executed.sinceLastTime() == answers + 1,
                "\(request.testDescription)"
            )
            passedOn += answers
        }
        #expect(passedOn > HostileRequest.all.count / 4)
        nginx.end()
        await deployment.stop()
    }
}

/// Requests that a gateway has executed, by its own count.
final class ExecutedRequests {
    private let web: Web
    private var lastTime = 0

    init(_ deployment: Deployment) {
        web = deployment.web()
    }

    /// Requests answered since it was asked before, this one not among them.
    func sinceLastTime() async throws -> Int {
        let metrics = try await web.call(.get, "/metrics").text
        let answered = metrics.split(separator: "\n")
            .filter { $0.hasPrefix("gateway_http_answers_total{") }
            .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
            .reduce(0, +)
        // The one before was counted after its text was made.
        defer { lastTime = answered + 1 }
        return answered - lastTime
    }
}
