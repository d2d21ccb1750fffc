import TestSupport

@testable import Transport

/// OpenSSL's own client, which does what ours can't be made to do (openssl-s_client(1)).
struct OpenSSLClient {
    let address: SocketAddress

    /// Connects and leaves.
    ///
    /// - Parameters:
    ///   - options: as typed.
    ///   - input: a command of the shell that writes what the client is told, and ends when it shall
    ///     leave.
    /// - Returns: all that it says, errors too.
    func run(_ options: String, input: String = ":") -> String {
        let command =
            "{ \(input); } | timeout 20 openssl s_client -connect \(address) \(options) 2>&1 || true"
        return (try? Command.run("/bin/bash", ["-c", command])) ?? ""
    }
}
