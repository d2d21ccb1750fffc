import Foundation
import OpenSSL
import Testing
import TestSupport

@testable import Transport

/// Resumption: a connection takes over from an earlier one, and must not be made to do more.
@Blocking struct TLSSessionTests {
    private func serving(
        _ profile: TLSProfile,
        _ test: (OpenSSLClient, TLSContext, Certificate) throws -> Void
    ) throws {
        let certificate = try Certificate()
        defer { certificate.remove() }
        let context = try TLSContext.server(
            certificateFile: certificate.certificateFile,
            keyFile: certificate.keyFile,
            profile: profile
        )
        let server = try Server(tls: context) { _ in Recorder.echo() }
        defer { server.stop() }
        try test(OpenSSLClient(address: server.address), context, certificate)
    }

    @Test(arguments: [
        (TLSProfile.modern, "-tls1_3"), (.intermediate, "-tls1_3"), (.intermediate, "-tls1_2"),
    ])
    func `a ticket resumes a session, until the certificate is renewed`(
        profile: TLSProfile,
        version: String
    ) throws {
        try serving(profile) { client, context, certificate in
            let file = certificate.folder.appending(path: "session").path
            let first = client.run("\(version) -sess_out \(file)", input: "saved \(file)")
            #expect(first.contains("New, TLSv1."), "\(first)")
            let second = client.run("\(version) -sess_in \(file)")
            #expect(second.contains("Reused, TLSv1."), "\(second)")
            try context.reload(
                certificateFile: certificate.certificateFile,
                keyFile: certificate.keyFile
            )
            let third = client.run("\(version) -sess_in \(file)")
            #expect(third.contains("New, TLSv1."), "\(third)")
        }
    }

    @Test func `nothing is taken before the handshake is over`() throws {
        try serving(.modern) { client, _, certificate in
            let file = certificate.folder.appending(path: "session").path
            let first = client.run("-tls1_3 -sess_out \(file)", input: "saved \(file)")
            #expect(first.contains("Max Early Data: 0"), "\(first)")
            let early = client.run(
                "-tls1_3 -sess_in \(file) -early_data \(certificate.certificateFile)"
            )
            #expect(early.contains("Reused, TLSv1.3"), "\(early)")
            #expect(!early.contains("Early data was accepted"), "\(early)")
        }
    }

    @Test func `nobody negotiates a second time`() throws {
        try serving(.intermediate) { client, _, _ in
            let output = client.run("-tls1_2", input: "echo R; heard 1 'no renegotiation'")
            #expect(output.contains("RENEGOTIATING"), "\(output)")
            #expect(output.contains("no renegotiation"), "\(output)")
        }
    }

    @Test func `new keys may be asked for again and again`() throws {
        try serving(.modern) { client, _, _ in
            // A command is what stands first in what it reads at one time.
            let input =
                "for i in $(seq 20); do echo K; heard $i KEYUPDATE; done; echo back; heard 1 back"
            let output = client.run("-tls1_3", input: input)
            #expect(output.components(separatedBy: "KEYUPDATE").count > 20, "\(output)")
            #expect(output.contains("back"), "\(output)")
        }
    }
}
