import OpenSSL
import Testing
import TestSupport

@testable import Transport

/// Mozilla's guideline for server-side TLS, version 6.0, held by OpenSSL's own client.
@Blocking struct TLSProfileTests {
    /// - Returns: what clients with these options see of a server, one after the other.
    private func outputs(
        _ profile: TLSProfile,
        _ options: [String],
        key: Certificate.Key = .p256
    ) throws -> [String] {
        let certificate = try Certificate(key)
        defer { certificate.remove() }
        let context = try TLSContext.server(
            certificateFile: certificate.certificateFile,
            keyFile: certificate.keyFile,
            profile: profile
        )
        let server = try Server(tls: context) { _ in Recorder.echo() }
        defer { server.stop() }
        let client = OpenSSLClient(address: server.address)
        return options.map { client.run($0) }
    }

    private static let suites = [
        "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256",
    ]

    @Test(arguments: TLSProfile.allCases)
    func `TLS 1-3 with each suite and each group`(profile: TLSProfile) throws {
        let bySuite = try outputs(profile, Self.suites.map { "-tls1_3 -ciphersuites \($0)" })
        for (suite, output) in zip(Self.suites, bySuite) {
            #expect(output.contains("New, TLSv1.3, Cipher is \(suite)"), "\(output)")
        }
        let groups = [("X25519", "X25519"), ("P-256", "prime256v1"), ("P-384", "secp384r1")]
        let byGroup = try outputs(profile, groups.map { "-tls1_3 -groups \($0.0)" })
        for (group, output) in zip(groups, byGroup) {
            #expect(output.contains("Server Temp Key: "), "\(output)")
            #expect(output.contains(group.0) || output.contains(group.1), "\(output)")
        }
        let others = ["-groups P-521", "-groups X448", "-ciphersuites TLS_AES_128_CCM_SHA256"]
        for output in try outputs(profile, others.map { "-tls1_3 \($0)" }) {
            #expect(output.contains("alert handshake failure"), "\(output)")
        }
    }

    @Test func `modern has no TLS 1-2`() throws {
        let output = try outputs(.modern, ["-tls1_2"])[0]
        #expect(output.contains("alert protocol version"), "\(output)")
    }

    @Test func `intermediate has TLS 1-2 with ephemeral keys and authenticated encryption`() throws
    {
        let ciphers = [
            "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384",
            "ECDHE-ECDSA-CHACHA20-POLY1305",
        ]
        let allowed = try outputs(.intermediate, ciphers.map { "-tls1_2 -cipher \($0)" })
        for (cipher, output) in zip(ciphers, allowed) {
            #expect(output.contains("New, TLSv1.2, Cipher is \(cipher)"), "\(output)")
            #expect(output.contains("Compression: NONE"), "\(output)")
        }
        let others = [
            "ECDHE-ECDSA-AES128-SHA256", "ECDHE-ECDSA-AES256-SHA", "ECDHE-ECDSA-AES256-CCM",
            "ECDHE-ECDSA-CAMELLIA128-SHA256", "AES128-GCM-SHA256", "DHE-RSA-AES128-GCM-SHA256",
        ]
        for output in try outputs(.intermediate, others.map { "-tls1_2 -cipher \($0)" }) {
            #expect(output.contains("alert handshake failure"), "\(output)")
        }
    }

    @Test func `a certificate with an RSA key has the same suites, signed with RSA`() throws {
        let ciphers = [
            "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384",
            "ECDHE-RSA-CHACHA20-POLY1305",
        ]
        let options = ciphers.map { "-tls1_2 -cipher \($0)" }
        for (cipher, output) in zip(ciphers, try outputs(.intermediate, options, key: .rsa)) {
            #expect(output.contains("New, TLSv1.2, Cipher is \(cipher)"), "\(output)")
        }
        let others = [
            "ECDHE-RSA-AES128-SHA256", "AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-GCM-SHA256",
        ]
        for output in try outputs(
            .intermediate,
            others.map { "-tls1_2 -cipher \($0)" },
            key: .rsa
        ) {
            #expect(output.contains("alert handshake failure"), "\(output)")
        }
        for profile in TLSProfile.allCases {
            let output = try outputs(profile, ["-tls1_3"], key: .rsa)[0]
            #expect(output.contains("Peer signature type: RSA-PSS"), "\(output)")
        }
    }

    @Test func `of several suites the client's first is taken`() throws {
        for order in [Self.suites, Self.suites.reversed()] {
            let options = "-tls1_3 -ciphersuites \(order.joined(separator: ":"))"
            let output = try outputs(.modern, [options])[0]
            #expect(output.contains("Cipher is \(order[0])"), "\(output)")
        }
        let slowFirst = "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-ECDSA-AES128-GCM-SHA256"
        let output = try outputs(.intermediate, ["-tls1_2 -cipher \(slowFirst)"])[0]
        #expect(output.contains("Cipher is ECDHE-ECDSA-CHACHA20-POLY1305"), "\(output)")
    }

    @Test(arguments: TLSProfile.allCases)
    func `HTTP 1-1 is spoken and nothing else`(profile: TLSProfile) throws {
        let offers = ["-alpn http/1.1", "-alpn h2,http/1.1", "-alpn h2", "-alpn http/1.0,h3"]
        let outputs = try outputs(profile, offers + [""])
        for output in outputs[..<2] {
            #expect(output.contains("ALPN protocol: http/1.1"), "\(output)")
        }
        for output in outputs[2..<4] {
            #expect(output.contains("alert no application protocol"), "\(output)")
        }
        #expect(outputs[4].contains("No ALPN negotiated"), "\(outputs[4])")
        #expect(outputs[4].contains("Cipher is "), "\(outputs[4])")
    }

    @Test func `whatever name is asked for, there is one certificate`() throws {
        let names = [
            "-servername elsewhere.example", "-noservername", "-servername 127.0.0.1",
            "-servername \(String(repeating: "a", count: 255))", "-servername ' '",
        ]
        for output in try outputs(.modern, names) {
            #expect(output.contains("subject=CN = localhost"), "\(output)")
            #expect(output.contains("New, TLSv1.3"), "\(output)")
        }
    }
}
