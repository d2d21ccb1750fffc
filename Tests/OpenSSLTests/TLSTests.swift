import Glibc
import Testing
import TestSupport

@testable import OpenSSL

struct TLSTests {
    private func server(_ certificate: Certificate) throws -> TLSContext {
        try .server(
            certificateFile: certificate.certificateFile,
            keyFile: certificate.keyFile
        )
    }

    private func trusting(_ certificate: Certificate, resumes: Bool = false) throws -> TLSContext {
        try .client(.authorities(file: certificate.certificateFile), resumes: resumes)
    }

    @Test func `words go both ways under TLS 1-3`() throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        let wire = Wire()
        let server = try TLSSession(server(certificate), socket: wire.near)
        let client = try TLSSession(
            trusting(certificate),
            socket: wire.far,
            serverName: "localhost"
        )
        let (atServer, atClient) = shakeHands(server, client)
        #expect(atServer.isDone && atClient.isDone)
        #expect(server.version == "TLSv1.3")
        _ = client.write(text: "hello")
        #expect(server.readText() == "hello")
        _ = server.write(text: "hello yourself")
        #expect(client.readText() == "hello yourself")
    }

    /// Asked for a passphrase, OpenSSL would wait at the terminal that runs the tests.
    @Test func `an encrypted key is refused and nobody is asked`() throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        let path = try certificate.encryptedKeyFile()
        let refusal = #expect(throws: TLSConfigurationError.self) {
            try TLSContext.server(certificateFile: certificate.certificateFile, keyFile: path)
        }
        #expect(refusal?.file == path && refusal?.reason.hasPrefix("is encrypted") == true)
        let context = try server(certificate)
        #expect(throws: TLSConfigurationError.self) {
            try context.reload(certificateFile: certificate.certificateFile, keyFile: path)
        }
        let wire = Wire()
        let server = try TLSSession(context, socket: wire.near)
        let client = try TLSSession(
            trusting(certificate),
            socket: wire.far,
            serverName: "localhost"
        )
        let (atServer, atClient) = shakeHands(server, client)
        #expect(atServer.isDone && atClient.isDone)
    }

    @Test func `a certificate says from when until when it is good`() throws {
        let certificate = try Certificate(days: 5)
        defer { certificate.remove() }
        let validity = try #require(try server(certificate).validity)
        #expect(validity.notAfter - validity.notBefore == 5 * 86_400)
        #expect(abs(validity.notBefore - Int64(time(nil))) < 600)
        #expect(try trusting(certificate).validity == nil)
    }

    @Test func `an unknown authority is refused`() throws {
        let certificate = try Certificate()
        let other = try Certificate()
        defer {
            certificate.remove()
            other.remove()
        }
        let wire = Wire()
        let server = try TLSSession(server(certificate), socket: wire.near)
        let client = try TLSSession(trusting(other), socket: wire.far, serverName: "localhost")
        let (_, atClient) = shakeHands(server, client)
        let error = try #require(atClient.error)
        #expect(error.verification != 0)
        #expect(error.description.contains("self-signed") || error.description.contains("issuer"))
    }

    @Test func `another name is refused`() throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        let wire = Wire()
        let server = try TLSSession(server(certificate), socket: wire.near)
        let client = try TLSSession(
            trusting(certificate),
            socket: wire.far,
            serverName: "elsewhere.example"
        )
        let (_, atClient) = shakeHands(server, client)
        #expect(atClient.error != nil)
    }

    @Test func `an address is looked for in the certificate`() throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        let wire = Wire()
        let server = try TLSSession(server(certificate), socket: wire.near)
        let client = try TLSSession(
            trusting(certificate),
            socket: wire.far,
            serverName: "127.0.0.1"
        )
        let (_, atClient) = shakeHands(server, client)
        #expect(atClient.isDone)
    }

    @Test func `a second connection resumes the first one's session`() throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        let context = try server(certificate)
        let clientContext = try trusting(certificate, resumes: true)
        var resumed: [Bool] = []
        for _ in 0..<3 {
            let wire = Wire()
            let server = try TLSSession(context, socket: wire.near)
            let client = try TLSSession(clientContext, socket: wire.far, serverName: "localhost")
            let (atServer, atClient) = shakeHands(server, client)
            #expect(atServer.isDone && atClient.isDone)
            // The ticket comes after the handshake, with the first read.
            _ = server.write(text: "x")
            #expect(client.readText() == "x")
            resumed.append(server.isResumed && client.isResumed)
            // A session whose connection broke off would not be used again.
            _ = client.shutdown()
            _ = server.shutdown()
        }
        #expect(resumed == [false, true, true])
    }

    @Test func `a renewed certificate is for new connections`() throws {
        let old = try Certificate()
        let new = try Certificate()
        defer {
            old.remove()
            new.remove()
        }
        let context = try server(old)
        let oldWire = Wire()
        let oldServer = try TLSSession(context, socket: oldWire.near)
        let oldClient = try TLSSession(
            trusting(old),
            socket: oldWire.far,
            serverName: "localhost"
        )
        _ = shakeHands(oldServer, oldClient)

        try context.reload(certificateFile: new.certificateFile, keyFile: new.keyFile)
        let wire = Wire()
        let newServer = try TLSSession(context, socket: wire.near)
        let newClient = try TLSSession(trusting(new), socket: wire.far, serverName: "localhost")
        let (atServer, atClient) = shakeHands(newServer, newClient)
        #expect(atServer.isDone && atClient.isDone)
        _ = oldServer.write(text: "still here")
        #expect(oldClient.readText() == "still here")
    }

    @Test func `a bad file is named, and leaves things as they were`() throws {
        let certificate = try Certificate()
        let other = try Certificate()
        defer {
            certificate.remove()
            other.remove()
        }
        let missing = "/nonexistent/certificate.pem"
        let error = #expect(throws: TLSConfigurationError.self) {
            try TLSContext.server(certificateFile: missing, keyFile: certificate.keyFile)
        }
        #expect(error?.file == missing)
        #expect(error?.reason == "No such file or directory")
        let context = try server(certificate)
        let mismatch = #expect(throws: TLSConfigurationError.self) {
            try context.reload(
                certificateFile: certificate.certificateFile,
                keyFile: other.keyFile
            )
        }
        #expect(mismatch?.file == other.keyFile)
        #expect(mismatch?.reason == "key values mismatch")
        let wire = Wire()
        let (atServer, _) = shakeHands(
            try TLSSession(context, socket: wire.near),
            try TLSSession(trusting(certificate), socket: wire.far, serverName: "localhost")
        )
        #expect(atServer.isDone)
    }

    /// RFC 5246 §7.4.1.2, with the version of TLS 1.1 and two suites of its time.
    @Test func `TLS 1-1 is refused with the alert protocol_version`() throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        let wire = Wire()
        let server = try TLSSession(server(certificate), socket: wire.near)
        let body: [UInt8] =
            [3, 2] + [UInt8](repeating: 7, count: 32) + [0] + [0, 4, 0xc0, 0x13, 0, 0x2f] + [1, 0]
        let message: [UInt8] = [1, 0, 0, UInt8(body.count)] + body
        let hello: [UInt8] = [22, 3, 1, 0, UInt8(message.count)] + message
        #expect(send(wire.far, hello, hello.count, 0) == hello.count)
        #expect(server.handshake().error?.description == "unsupported protocol")
        var answer = [UInt8](repeating: 0, count: 64)
        let count = recv(wire.far, &answer, answer.count, 0)
        #expect(count == 7)
        #expect(answer[0] == 21)
        #expect(answer[5...6] == [2, 70])
    }

    @Test func `garbage is an error, not a crash`() throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        let wire = Wire()
        let server = try TLSSession(server(certificate), socket: wire.near)
        let garbage = Array("GET / HTTP/1.1\r\n\r\n".utf8)
        send(wire.far, garbage, garbage.count, 0)
        #expect(server.handshake().error?.description == "http request")
    }

    @Test func `goodbye is heard`() throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        let wire = Wire()
        let server = try TLSSession(server(certificate), socket: wire.near)
        let client = try TLSSession(.client(.insecure), socket: wire.far)
        _ = shakeHands(server, client)
        #expect(server.shutdown().isDone)
        let outcome = withUnsafeTemporaryAllocation(byteCount: 100, alignment: 1) {
            client.read(into: $0)
        }
        guard case .closed = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test func `a record that did not fit goes on from another buffer`() throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        let wire = Wire(sendBufferBytes: 20_000)
        let server = try TLSSession(server(certificate), socket: wire.near)
        let client = try TLSSession(.client(.insecure), socket: wire.far)
        _ = shakeHands(server, client)
        let sent = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }
        var written = 0
        var received: [UInt8] = []
        var waits = 0
        while received.count < sent.count {
            if written < sent.count {
                // A fresh copy each time, longer than the begun record.
                let rest = Array(sent[written...])
                switch rest.withUnsafeBytes({ server.write($0) }) {
                case .bytes(let count): written += count
                case .wantWrite: waits += 1
                case .wantRead, .closed, .failed: throw Certificate.Failure()
                }
                if waits == 0 { continue }
            }
            withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { room in
                while case .bytes(let count) = client.read(into: room) {
                    received += room[..<count]
                }
            }
        }
        #expect(waits > 0)
        #expect(received == sent)
    }
}
