import ArgumentParser
import Foundation
import Glibc
import OpenSSL
import Transport

/// Asks a gateway whether it is ready, for images and machines that have no HTTP client of their own.
struct Probe: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the gateway on this machine whether it is ready (/readyz).",
        discussion: """
            Finds it as `serve` was told where to listen. Over TLS any certificate will do. Prints the \
            answer. Exit codes: 0 ready, 69 not.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Where it listens. [$GATEWAY_LISTEN, the first] (default: 127.0.0.1:8080)",
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
        let text = Environment.list(listen.map { [$0] } ?? [], "GATEWAY_LISTEN").first
        let address = try Environment.value(
            text ?? "127.0.0.1:8080",
            of: "--listen",
            "GATEWAY_LISTEN",
            "an address like 127.0.0.1:8080 or [::1]:8080"
        ) { SocketAddress($0) }
        let hasCertificate = Environment.text(nil, "GATEWAY_TLS_CERT") != nil
        let isSecure =
            try hasCertificate || Environment.flag(tls, "GATEWAY_TLS_SELF_SIGNED")
        do {
            let answer = try ProbedGateway(address).answer(isSecure: isSecure)
            print(answer.text)
            guard answer.isReady else { throw ExitCode.unavailable }
        } catch let error as ProbeError {
            FileHandle.standardError.write(Data("\(address): \(error)\n".utf8))
            throw ExitCode.unavailable
        }
    }
}

private enum ProbeError: Error, CustomStringConvertible {
    case system(code: Int32)
    case silent
    case tls(TLSError)

    var description: String {
        switch self {
        case .system(let code): String(cString: strerror(code))
        case .silent: "no answer"
        case .tls(let error): "\(error)"
        }
    }
}

/// One request over a socket that waits, `maxSeconds` each time.
private struct ProbedGateway {
    struct Answer {
        var text: String

        var isReady: Bool { text.hasPrefix("HTTP/1.1 200 ") }
    }

    private let address: SocketAddress
    private static let maxSeconds = 2
    private static let maxBytes = 4_096

    /// - Parameter address: where it listens; one that means all addresses stands for this machine.
    init(_ address: SocketAddress) {
        self.address =
            switch address.ip {
            case "0.0.0.0": SocketAddress("127.0.0.1:\(address.port)") ?? address
            case "::": SocketAddress("[::1]:\(address.port)") ?? address
            case _: address
            }
    }

    func answer(isSecure: Bool) throws -> Answer {
        let socket = try connected()
        defer { close(socket) }
        let request = Array(
            "GET /readyz HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n".utf8
        )
        let bytes =
            isSecure ? try overTLS(request, socket) : try inPlainText(request, socket)
        guard !bytes.isEmpty else { throw ProbeError.silent }
        let text = String(decoding: bytes, as: UTF8.self)
        return Answer(text: text.replacing("\r", with: "").trimmingCharacters(in: .newlines))
    }

    private func connected() throws -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICHOST
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.ip, "\(address.port)", &hints, &found) == 0, let found else {
            throw ProbeError.system(code: EADDRNOTAVAIL)
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(found.pointee.ai_family, found.pointee.ai_socktype, 0)
        guard descriptor >= 0 else { throw ProbeError.system(code: errno) }
        var time = timeval(tv_sec: Self.maxSeconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        guard connect(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else {
            let reason = errno
            close(descriptor)
            throw reason == EINPROGRESS ? ProbeError.silent : .system(code: reason)
        }
        return descriptor
    }

    private func inPlainText(_ request: [UInt8], _ socket: Int32) throws -> [UInt8] {
        guard send(socket, request, request.count, 0) == request.count else {
            throw ProbeError.system(code: errno)
        }
        var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: Self.maxBytes))
        while bytes.count < Self.maxBytes {
            let count = recv(socket, &piece, piece.count, 0)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return bytes
    }

    private func overTLS(_ request: [UInt8], _ socket: Int32) throws -> [UInt8] {
        let session = try TLSSession(.client(.insecure), socket: socket)
        switch session.handshake() {
        case .done: break
        case .wantRead, .wantWrite, .closed: throw ProbeError.silent
        case .failed(let error): throw ProbeError.tls(error)
        }
        guard case .bytes = request.withUnsafeBytes(session.write), case .done = session.flush()
        else { throw ProbeError.silent }
        var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: Self.maxBytes))
        while bytes.count < Self.maxBytes {
            guard case .bytes(let count) = piece.withUnsafeMutableBytes(session.read) else { break }
            bytes += piece[..<count]
        }
        return bytes
    }
}
