import ArgumentParser
import Foundation
import Glibc
import HTTP
import OpenSSL
import Transport
import WebClient

/// Asks a gateway whether it is ready, for images and machines that have no HTTP client of their own.
struct Probe: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the gateway on this machine whether it is ready (/readyz).",
        discussion: """
            Finds it as `serve` was told where to listen. Over TLS any certificate will do. Prints the \
            answer. Exit codes: 0 ready, 69 not.
            """
    )

    private static let patienceMs: Int64 = 2_000

    @Option(
        help: ArgumentHelp(
            "Address of the gateway. [$GATEWAY_LISTEN, the first] (default: 127.0.0.1:8080)",
            valueName: "host:port"
        )
    )
    var listen: String?

    @Flag(
        help: "It speaks TLS. [where $GATEWAY_TLS_CERT or $GATEWAY_TLS_SELF_SIGNED is set]"
    )
    var tls = false

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        let address = try address()
        let hasCertificate = Environment.text(nil, "GATEWAY_TLS_CERT") != nil
        let isTLS = try hasCertificate || Environment.flag(tls, "GATEWAY_TLS_SELF_SIGNED")
        do {
            let answer = try Self.answer(at: address, isTLS ? .client(.insecure) : nil)
            print("\(answer.status.rawValue) \(String(decoding: answer.body, as: UTF8.self))")
            guard answer.status == .ok else { throw ExitCode.unavailable }
        } catch let error as WebError {
            throw ExitCode.unavailable.told("\(address): \(error)")
        }
    }

    /// One that means all addresses stands for this machine.
    private func address() throws -> SocketAddress {
        let text = Environment.list(listen.map { [$0] } ?? [], "GATEWAY_LISTEN").first
        let given = try Environment.value(
            text ?? "127.0.0.1:8080",
            of: "--listen",
            "GATEWAY_LISTEN",
            "an address like 127.0.0.1:8080 or [::1]:8080"
        ) { SocketAddress($0) }
        let own = ["0.0.0.0": "127.0.0.1", "::": "[::1]"][given.ip]
        return own.flatMap { SocketAddress("\($0):\(given.port)") } ?? given
    }

    private static func answer(at address: SocketAddress, _ tls: TLSContext?) throws -> Response {
        let loop = EventLoop(label: "probe")
        defer { loop.shutdown() }
        return try wait { done in
            loop.execute {
                let origin = WebOrigin(isTLS: tls != nil, host: address.ip, port: address.port)
                let web = WebClient(origin, at: address, on: loop, tls: tls)
                web.make(WebCall(.get, "/readyz"), withinMs: patienceMs) { answer in
                    done(answer)
                    web.close()
                }
            }
        }
    }
}
