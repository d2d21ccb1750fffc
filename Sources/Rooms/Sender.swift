import Protocol

/// Who waits for an answer to an input.
enum Sender {
    case nobody
    case seat(Seat, messageID: String?)
    /// A REST call.
    case call((Result<Void, WireError>) -> Void)
}
