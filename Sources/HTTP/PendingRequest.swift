/// State that a `RequestParser` keeps between two reads. A class, so that bytes grow in place and a
/// request in many small pieces stays linear.
final class PendingRequest {
    var head = PartialHead()
    /// Nil while the head is arriving.
    var request: Request?
    var framing = BodyFraming.length(0)
    var body: [UInt8] = []

    init() {}

    init(_ request: Request, framing: BodyFraming) {
        self.request = request
        self.framing = framing
    }

    /// A parser is a value: a copy of it goes its own way.
    func copy() -> PendingRequest {
        let other = PendingRequest()
        other.head = head
        other.request = request
        other.framing = framing
        other.body = body
        return other
    }
}
