/// What the load test holds the gateway to: the laws of the architecture, the wire contract, and the
/// rules of scoring.
enum Law: String, CaseIterable, Sendable {
    /// At most one brake is open; every pull is answered exactly once.
    case brake = "law 1"
    /// No secret byte before its time.
    case secrecy = "law 2"
    /// Snapshot + patches = snapshot.
    case document = "law 3"
    /// Versions never go back.
    case version = "law 4"
    /// What was acknowledged or announced is still true.
    case lasting = "law 5"
    /// A timer is never acted on early.
    case timer = "law 6"
    /// What a gateway holds has limits.
    case bounds = "law 7"
    /// A repeated msgId has no second effect.
    case repetition = "law 8"
    /// What is stored, played again, gives the same.
    case replay = "law 9"
    /// Nobody delays another.
    case isolation = "law 10"
    /// Points and standings follow from what was answered.
    case score = "scores"
    /// Messages are as the contract has them.
    case contract = "contract"

    var meaning: String {
        switch self {
        case .brake: "one brake at most, every pull answered once"
        case .secrecy: "no secret before its time"
        case .document: "snapshot + patches = snapshot"
        case .version: "versions never go back"
        case .lasting: "what was told stays true"
        case .timer: "no timer early"
        case .bounds: "what is held has limits"
        case .repetition: "a repeat has no effect"
        case .replay: "what is stored gives the same"
        case .isolation: "a sloth delays nobody"
        case .score: "points follow from the answers"
        case .contract: "messages are as agreed"
        }
    }
}
