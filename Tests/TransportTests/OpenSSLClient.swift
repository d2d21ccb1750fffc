import TestSupport

@testable import Transport

/// OpenSSL's own client, which does what ours can't be made to do (openssl-s_client(1)).
struct OpenSSLClient {
    let address: SocketAddress

    /// Connects and leaves.
    ///
    /// - Parameters:
    ///   - options: as typed.
    ///   - input: a command of the shell that writes what the client is told, and ends when it shall leave. `heard 2 WORD`
    ///     waits in it until two lines of what the client says have a word, `saved FILE` until a file is not empty.
    /// - Returns: all that it says, errors too.
    func run(_ options: String, input: String = ":") -> String {
        let command = """
            said=$(mktemp)
            patient() { for _ in $(seq 3000); do "$@" && return; sleep 0.02; done; }
            has() { [ "$(grep -c "$2" "$said")" -ge "$1" ]; }
            heard() { patient has "$1" "$2"; }
            saved() { patient [ -s "$1" ]; }
            { \(input); } | timeout 90 openssl s_client -connect \(address) \(options) >"$said" 2>&1
            cat "$said"
            rm "$said"
            """
        return (try? Command.run("/bin/bash", ["-c", command])) ?? ""
    }
}
