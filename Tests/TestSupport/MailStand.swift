import Foundation
import Glibc
import Synchronization

/// A mail server of this process alone, on a port of this machine: it speaks as much of SMTP (RFC 5321) as a
/// sender needs, and can be told to behave badly.
public final class MailStand: Sendable {
    public enum Manner: Equatable, Sendable {
        case takes
        /// Accepts connections and says nothing.
        case hangs
        /// Hears the letter and never says that it has it.
        case hangsAtTheEnd
        /// Answers a command so, every recipient unless another is named; `greeting` is before all of them, `.` the
        /// letter's end.
        case refuses(code: Int, to: String = "RCPT")
        /// Never answers a farewell; takes letters, or answers every recipient with a code.
        case neverSaysBye(code: Int? = nil)
        /// Goes away in the middle of the letter.
        case hangsUp
    }

    public struct Mail: Equatable, Sendable {
        public var sender: String
        public var recipient: String
        public var headers: [String]
        /// Decoded.
        public var text: String

        /// The code that a letter is about.
        public var code: String? {
            text.split(whereSeparator: \.isWhitespace).map(String.init).first {
                $0.count == 19 && $0.filter { $0 == "-" }.count == 3
            }
        }
    }

    private struct State {
        var manner: Manner
        var mails: [Mail] = []
        var connections: [Int32] = []
        var connectionCount = 0
        var greetings: [String] = []
    }

    public let port: UInt16
    private let listener: Int32
    private let state: Mutex<State>

    public init(_ manner: Manner = .takes) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isOpen else { throw Command.Failure("no port for mail: errno \(errno)") }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        state = Mutex(State(manner: manner))
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self else { break }
                self.take(connection)
            }
        }
    }

    deinit {
        hangUp()
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    public var mails: [Mail] { state.withLock { $0.mails } }
    public var connectionCount: Int { state.withLock { $0.connectionCount } }
    /// Names that senders gave themselves.
    public var greetings: [String] { state.withLock { $0.greetings } }

    public func behave(_ manner: Manner) {
        state.withLock { $0.manner = manner }
    }

    /// Ends the connections that there are.
    public func hangUp() {
        state.withLock { state in
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    /// Waits for a letter to somebody, beyond those that had come.
    public func mail(to recipient: String, after count: Int = 0) async throws -> Mail {
        for _ in 0..<6_000 {
            let mails = mails.filter { $0.recipient == recipient }
            if mails.count > count { return mails[count] }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw Command.Failure("no letter to \(recipient) within a minute")
    }

    private func take(_ connection: Int32) {
        state.withLock { state in
            state.connections.append(connection)
            state.connectionCount += 1
        }
        Thread.detachNewThread { [weak self] in
            self?.serve(connection)
            close(connection)
            self?.state.withLock { $0.connections.removeAll { $0 == connection } }
        }
    }

    private func serve(_ connection: Int32) {
        var line = LineReader(connection)
        let manner = { [self] in state.withLock { $0.manner } }
        guard manner() != .hangs else {
            while line.next() != nil {}
            return
        }
        func say(_ text: String) {
            let bytes = Array((text + "\r\n").utf8)
            _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
        func refuses(_ command: String) -> Bool {
            switch manner() {
            case .refuses(let code, command): say("\(code) no")
            case .neverSaysBye(let code?) where command == "RCPT": say("\(code) no")
            case .neverSaysBye where command == "QUIT": break
            case .takes, .hangs, .hangsAtTheEnd, .hangsUp, .refuses, .neverSaysBye: return false
            }
            return true
        }
        if refuses("greeting") { return }
        say("220 stand")
        var (sender, recipient) = ("", "")
        while let command = line.next() {
            let verb = command.prefix { $0 != " " && $0 != ":" }.uppercased()
            if refuses(verb) { continue }
            switch verb {
            case "EHLO", "HELO":
                let name = String(command.dropFirst(5))
                state.withLock { $0.greetings.append(name) }
                say("250 stand")
            case "MAIL":
                sender = Self.path(command)
                say("250 ok")
            case "RCPT":
                recipient = Self.path(command)
                say("250 ok")
            case "DATA":
                if manner() == .hangsUp { return }
                say("354 go on")
                var lines: [String] = []
                while let next = line.next(), next != "." { lines.append(next) }
                if manner() == .hangsAtTheEnd {
                    while line.next() != nil {}
                    return
                }
                if refuses(".") { continue }
                let mail = Self.mail(lines, from: sender, to: recipient)
                state.withLock { $0.mails.append(mail) }
                say("250 taken")
            case "QUIT":
                say("221 bye")
                return
            case _: say("250 ok")
            }
        }
    }

    private static func path(_ command: String) -> String {
        String(command.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
    }

    private static func mail(
        _ lines: [String],
        from sender: String,
        to recipient: String
    ) -> Mail {
        let headers = lines.prefix { !$0.isEmpty }
        let body = lines.dropFirst(headers.count + 1).joined()
        let text = Data(base64Encoded: body).map { String(decoding: $0, as: UTF8.self) } ?? body
        return Mail(sender: sender, recipient: recipient, headers: Array(headers), text: text)
    }

    private struct LineReader {
        private let connection: Int32
        private var rest: [UInt8] = []

        init(_ connection: Int32) {
            self.connection = connection
        }

        /// Without its line break; nil when the other end has gone.
        mutating func next() -> String? {
            while true {
                if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = rest[..<end].filter { $0 != UInt8(ascii: "\r") }
                    rest.removeFirst(end + 1)
                    return String(decoding: line, as: UTF8.self)
                }
                var buffer = [UInt8](repeating: 0, count: 4_096)
                let count = recv(connection, &buffer, buffer.count, 0)
                guard count > 0 else { return nil }
                rest += buffer.prefix(count)
            }
        }
    }
}
