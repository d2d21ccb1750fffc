import HTTP
import Testing

/// Every refusal is counted under what it was.
@Suite struct RefusalTests {
    @Test func `requests that are none are counted by what they are answered`() async throws {
        let deployment = try Deployment { $0.times.requestMs = 0 }
        let (late, large) = (deployment.web(), deployment.web())
        late.wire.send("GET /healthz HT")
        #expect(try await late.answer().status == 408)
        large.wire.send("GET / HTTP/1.1\r\nX: \(String(repeating: "y", count: 9_000))\r\n\r\n")
        #expect(try await large.answer().status == 431)
        let text = try await deployment.web().call(.get, "/metrics").text
        #expect(text.contains("gateway_http_requests_refused_total{status=\"408\"} 1\n"))
        #expect(text.contains("gateway_http_requests_refused_total{status=\"431\"} 1\n"))
        await deployment.stop()
    }

    @Test func `calls that are refused are counted by their status`() async throws {
        let deployment = try Deployment()
        let web = deployment.web()
        #expect(try await web.call(.get, "/nothing").status == 404)
        let text = try await web.call(.get, "/metrics").text
        #expect(text.contains("gateway_http_calls_refused_total{status=\"404\"} 1\n"))
        #expect(text.contains("gateway_http_calls_refused_total{status=\"429\"} 0\n"))
        await deployment.stop()
    }

    @Test func `frames against the protocol are counted by what closes them`() async throws {
        let deployment = try Deployment()
        let host = try await Party(deployment.address).host()
        host.frame(.text, [UInt8](repeating: 0x20, count: 16 * 1024 + 1))
        #expect(try await host.end()?.code == 1009)
        let text = try await deployment.web().call(.get, "/metrics").text
        #expect(text.contains("gateway_protocol_violations_total{code=\"1009\"} 1\n"))
        #expect(text.contains("gateway_protocol_violations_total{code=\"1002\"} 0\n"))
        await deployment.stop()
    }

    @Test func `connections beyond the limit are counted as such`() async throws {
        let deployment = try Deployment {
            $0.connectionLimits.maxConnections = 1
            $0.shards = 1
        }
        let web = deployment.web()
        #expect(try await web.call(.get, "/healthz").status == 200)
        #expect(try await deployment.web().untilGone().isEmpty)
        let text = try await web.call(.get, "/metrics").text
        #expect(text.contains("gateway_connections_refused_total{reason=\"too_many\"} 1\n"))
        await deployment.stop()
    }
}
