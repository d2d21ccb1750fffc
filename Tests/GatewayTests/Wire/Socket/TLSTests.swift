import Foundation
import Gateway
import HTTP
import OpenSSL
import Protocol
import TestSupport
import Testing

/// The same over TLS: `https` and `wss`.
@Suite struct TLSTests {
    @Test func `a session is made, joined and watched over TLS`() async throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        let deployment = try Deployment { configuration in
            configuration.tls = Configuration.TLS(
                certificate: certificate.certificateFile,
                key: certificate.keyFile
            )
            configuration.publicURL = "https://play.test"
        }
        let trust = try TLSContext.client(.authorities(file: certificate.certificateFile))
        let web = Web(deployment.address, tls: trust)
        let created = try await web.call(.post, "/v1/sessions")
        #expect(created.status == 201)
        #expect(created.headers.first("Strict-Transport-Security") == "max-age=15552000")
        let metrics = try await web.call(.get, "/metrics").text
        #expect(metrics.contains("gateway_tls_certificate_expires_timestamp_seconds "))
        let session = try created.json.text("sessionId")
        #expect(created.json["wsUrl"] == .string("wss://play.test/v1/ws?session=\(session)"))
        let token = try created.json.text("hostAuthToken")
        let host = SocketClient(deployment.address, session: session, as: .host, token, tls: trust)
        try await host.next("STATE_SNAPSHOT")
        let body: JSONValue = ["joinToken": created.json["joinToken"] ?? nil, "name": "Alva"]
        let joined = try await web.call(.post, "/v1/sessions/\(session)/join", body)
        #expect(joined.status == 201)
        try await host.until { $0.at("players.0.name") == "Alva" }

        try deployment.gateway.reloadCertificates()
        let later = Web(deployment.address, tls: trust)
        #expect(try await later.call(.get, "/healthz").status == 200)
        _ = try await host.caughtUp()
        await deployment.stop()
    }

    @Test func `plain text on a TLS port gets no answer`() async throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        let deployment = try Deployment { configuration in
            configuration.tls = Configuration.TLS(
                certificate: certificate.certificateFile,
                key: certificate.keyFile
            )
        }
        let web = deployment.web()
        web.send(.get, "/healthz")
        let text = String(decoding: try await web.untilGone(), as: UTF8.self)
        #expect(!text.contains("HTTP/1.1"))
        await deployment.stop()
    }
}
