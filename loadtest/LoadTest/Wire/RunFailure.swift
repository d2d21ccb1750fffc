/// Why a run could not go on, whatever the laws say.
package enum RunFailure: Error, CustomStringConvertible {
    /// No connection, or none that lasts.
    case unreachable(String)
    /// The gateway answered a REST call with an error.
    case refused(call: String, status: Int, code: String, message: String)
    /// An answer that is not what the contract promises.
    case unexpected(String)
    case tookTooLong(String)

    package var description: String {
        switch self {
        case .unreachable(let why): "can't reach the gateway: \(why)"
        case .refused(let call, 429, _, let message):
            """
            \(call) was answered 429 (\(message)): the gateway limits joins and sessions for each \
            address. Run it with --no-limits for load tests on one machine.
            """
        case .refused(let call, let status, let code, let message):
            "\(call) was answered \(status) \(code): \(message)"
        case .unexpected(let what): what
        case .tookTooLong(let what): "\(what) took too long"
        }
    }
}
