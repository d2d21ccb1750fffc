import Foundation
import TestSupport
import Testing

@testable import OpenSSL

/// The authority of a household, and the trust of its devices.
struct HouseholdTests {
    private static let now = Int64(Date().timeIntervalSince1970)
    private static let day: Int64 = 86_400

    private static let names = [
        "localhost", "kitchen.local", "kitchen-pi", "127.0.0.1", "::1", "192.168.1.7", "fd00::7",
    ].compactMap { CertificateName(host: $0) }

    /// A place for the folder `tls`, gone afterwards.
    private func inFolder(_ test: (URL) throws -> Void) throws {
        let folder = Scratch.place("household")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try test(folder.appending(path: "tls"))
    }

    private func open(
        _ folder: URL,
        site: String = "192.168.1.7",
        names: [CertificateName] = Self.names,
        now: Int64 = Self.now
    ) throws -> HouseholdCertificates {
        try HouseholdCertificates(
            in: folder.path,
            site: try #require(CertificateName(host: site)),
            machine: "kitchen-pi",
            names: names,
            now: now
        )
    }

    private func certificate(_ file: URL) throws -> X509Certificate {
        try #require(X509Certificate(pem: Array(Data(contentsOf: file))))
    }

    @Test func `a device that trusts the authority takes the server by every name`() throws {
        try inFolder { folder in
            let household = try open(folder)
            #expect(household.strangers.isEmpty)
            let context = try TLSContext.server(
                certificateFile: household.serverFile,
                keyFile: household.serverFile
            )
            let trust = try TLSContext.client(
                .authorities(file: folder.appending(path: "authority.pem").path)
            )
            for (name, isNamed) in Self.names.map({ ($0.description, true) })
                + [("192.168.1.8", false), ("cellar.local", false)]
            {
                let wire = Wire()
                let (_, atClient) = shakeHands(
                    try TLSSession(context, socket: wire.near),
                    try TLSSession(trust, socket: wire.far, serverName: name)
                )
                #expect(atClient.isDone == isNamed, "\(name)")
            }
        }
    }

    /// Checked by OpenSSL's own program, for a second opinion.
    @Test(arguments: [
        ("localhost", true), ("kitchen.local", true), ("kitchen-pi", true), ("10.1.2.3", true),
        ("172.31.0.1", true), ("fd12::1", true), ("fe80::1", true), ("play.example", true),
        ("bank.example", false), ("example", false), ("local.example", false), ("tv", false),
        ("8.8.8.8", false), ("172.32.0.1", false), ("192.169.0.1", false),
        ("2001:4860:4860::8888", false),
    ])
    func `a stolen key can vouch for the household alone`(name: String, isTaken: Bool) throws {
        try inFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let permitted = ["kitchen-pi", "play.example"].compactMap { CertificateName(host: $0) }
            let authority = CertificateAuthority(
                host: "kitchen-pi",
                permitting: permitted,
                now: Self.now
            )
            let key = PrivateKey()
            let name = try #require(CertificateName(host: name))
            let server = authority.issue(for: [name], of: key, now: Self.now)
            #expect((authority.refusal(of: server, now: Self.now) == nil) == isTaken)
            let files = ["authority": authority.certificate, "server": server].mapValues(\.pem)
            for (file, pem) in files { try Data(pem).write(to: folder.appending(path: file)) }
            let said = try Command.run(
                "/bin/bash",
                [
                    "-c",
                    #"openssl verify -x509_strict -purpose sslserver -CAfile "$0/authority" "$0/server" 2>&1 || true"#,
                    folder.path,
                ]
            )
            #expect(said.contains("server: OK") == isTaken, "\(said)")
            #expect(said.contains("permitted subtree violation") == !isTaken, "\(said)")
        }
    }

    @Test(arguments: ["dev", "tv", "xn--p1ai"])
    func `no authority is made for a whole top-level domain`(site: String) throws {
        try inFolder { folder in
            #expect(throws: TLSConfigurationError.self) { try open(folder, site: site) }
            let authority = try certificate(folder.appending(path: "authority.pem"))
            #expect(authority.isAuthority)
            #expect(throws: Never.self) { try open(folder) }
        }
    }

    @Test func `a clock that is behind says nothing about names`() throws {
        try inFolder { folder in
            _ = try open(folder)
            #expect(try open(folder, now: Self.now - 400 * 86_400).strangers.isEmpty)
        }
    }

    @Test func `the authority lasts ten years, the server's certificate 397 days`() throws {
        try inFolder { folder in
            _ = try open(folder)
            let authority = try certificate(folder.appending(path: "authority.pem"))
            let server = try certificate(folder.appending(path: "server.pem"))
            let years = try #require(authority.validity)
            #expect(years.notAfter - Self.now == 3_652 * Self.day)
            let days = try #require(server.validity)
            #expect(days.notAfter - days.notBefore == 397 * Self.day)
            #expect(days.notBefore == Self.now - Self.day)
        }
    }

    @Test func `what is there stays, and is for nobody else's eyes`() throws {
        try inFolder { folder in
            let first = try open(folder)
            let files = ["authority.key", "authority.pem", "server.pem"]
            func contents() throws -> [Data] {
                try files.map { try Data(contentsOf: folder.appending(path: $0)) }
            }
            let before = try contents()
            let again = try open(folder, now: Self.now + 300 * Self.day)
            #expect(try contents() == before)
            #expect(again.fingerprint == first.fingerprint)
            #expect(try !again.renew(now: Self.now))
            let there = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(there.sorted() == files)
            for (path, mode) in files.map({ (folder.appending(path: $0).path, 0o600) })
                + [(folder.path, 0o700)]
            {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
            }
        }
    }

    @Test func `the server's certificate is renewed in time, and for new addresses`() throws {
        try inFolder { folder in
            let household = try open(folder)
            let file = folder.appending(path: "server.pem")
            let first = try Data(contentsOf: file)
            #expect(try !household.renew(now: Self.now + 365 * Self.day))
            #expect(try household.renew(now: Self.now + 367 * Self.day))
            let second = try Data(contentsOf: file)
            #expect(second != first)
            let new = try #require(CertificateName(host: "192.168.1.9"))
            let moved = try open(folder, names: Self.names + [new])
            #expect(try certificate(file).names(new))
            #expect(moved.fingerprint == household.fingerprint)
            // In its last days the authority's own end limits the certificate.
            #expect(try moved.renew(now: Self.now + 3_600 * Self.day))
            let authority = try certificate(folder.appending(path: "authority.pem"))
            #expect(try certificate(file).validity?.notAfter == authority.validity?.notAfter)
        }
    }

    @Test func `a name that came after the authority is left out, and never the links' own`() throws
    {
        try inFolder { folder in
            let first = try open(folder)
            let later = try #require(CertificateName(host: "203.0.113.7"))
            let household = try open(folder, names: Self.names + [later])
            #expect(household.strangers == [later])
            #expect(household.fingerprint == first.fingerprint)
            let refused = #expect(throws: TLSConfigurationError.self) {
                try open(folder, site: "play.example")
            }
            #expect(refused?.file == folder.appending(path: "authority.pem").path)
            #expect(refused?.reason.contains("play.example") == true)
        }
        try inFolder { folder in
            let household = try open(folder, site: "play.example")
            #expect(household.strangers.isEmpty)
        }
    }

    @Test(arguments: ["authority.pem", "authority.key", "server.pem"])
    func `what can't be read is named and stays as it is`(name: String) throws {
        try inFolder { folder in
            _ = try open(folder)
            let other = try Certificate()
            defer { other.remove() }
            let file = folder.appending(path: name)
            let right = try Data(contentsOf: file)
            let foreign =
                try Data(contentsOf: URL(filePath: other.certificateFile))
                + Data(contentsOf: URL(filePath: other.keyFile))
            let bad = [Data(), right.prefix(right.count / 2), Data("garbage".utf8), foreign]
            for bytes in bad {
                try bytes.write(to: file)
                let error = #expect(throws: TLSConfigurationError.self) { try open(folder) }
                // A foreign authority is found by its key.
                let isNamed = error?.description.contains(file.path)
                #expect(isNamed == true, "\(String(describing: error))")
                #expect(try Data(contentsOf: file) == bytes)
            }
            try FileManager.default.removeItem(at: file)
            if name == "server.pem" {
                _ = try open(folder)
            } else {
                let error = #expect(throws: TLSConfigurationError.self) { try open(folder) }
                #expect(error?.file == file.path)
                #expect(error?.reason.hasPrefix("is missing") == true)
            }
        }
    }

    @Test func `an authority that has expired is not replaced`() throws {
        try inFolder { folder in
            _ = try open(folder)
            let error = #expect(throws: TLSConfigurationError.self) {
                try open(folder, now: Self.now + 3_653 * Self.day)
            }
            #expect(error?.file == folder.appending(path: "authority.pem").path)
            #expect(error?.reason.hasPrefix("has expired") == true)
        }
    }

    @Test(arguments: [
        ("Kitchen.Local", "kitchen.local"), ("[::1]", "::1"), ("fd00:0:0::7", "fd00::7"),
        ("play.example.", "play.example"), ("127.0.0.1", "127.0.0.1"), ("a-1", "a-1"),
        ("", nil), ("a b", nil), ("-a", nil), ("a,DNS:b", nil), ("a..b", nil), ("1.2.3", nil),
        ("köket", nil), ("a/b", nil), ("fe80::1%eth0", nil),
    ])
    func `a name is a host's or none`(text: String, name: String?) {
        #expect(CertificateName(host: text)?.description == name)
    }

    @Test func `a name that may be a whole top-level domain is known`() {
        for (name, mayBe) in [
            ("tv", true), ("kitchen", true), ("xn--p1ai", true), ("tv-box", false),
            ("pi4", false), ("kitchen.lan", false), ("127.0.0.1", false),
        ] {
            #expect(CertificateName(host: name)?.mayBeTopLevel == mayBe, "\(name)")
        }
    }
}
