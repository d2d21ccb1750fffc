import Protocol
import Testing

@testable import LoadTest

struct BrakeLawTests {
    private let anna = PlayerID(rawValue: "anna")
    private let bo = PlayerID(rawValue: "bo")
    private var law = BrakeLaw()

    private mutating func accept(
        _ owner: PlayerID,
        version: Int64?,
        by watcher: Int,
        isOwn: Bool = false
    ) -> BrakeLaw.Answered {
        law.accepted(owner: owner, version: version, seenBy: watcher, isOwn: isOwn, atUs: 50)
    }

    @Test mutating func `pulls that are answered once are in order`() {
        law.pulled(by: 1, messageID: "a", atUs: 10)
        law.pulled(by: 1, messageID: "b", atUs: 20)
        let rejected = law.rejected(1, inReplyTo: "b", atUs: 45)
        #expect(rejected == .init(breach: nil, roundTripUs: 25))
        let accepted = accept(anna, version: 5, by: 1, isOwn: true)
        #expect(accepted == .init(breach: nil, roundTripUs: 40))
        let others = accept(anna, version: 5, by: 2)
        #expect(others == .init())
        law.closed(seenBy: 1)
        let next = accept(bo, version: 7, by: 1)
        #expect(next.breach == nil)
        let silent = law.unanswered(nowUs: .max, patienceUs: 0)
        #expect(silent.isEmpty)
    }

    @Test mutating func `a second answer to one pull is a breach`() {
        law.pulled(by: 1, messageID: "a", atUs: 10)
        _ = law.rejected(1, inReplyTo: "a", atUs: 20)
        let again = law.rejected(1, inReplyTo: "a", atUs: 30)
        #expect(again.breach != nil)
        let accepted = accept(anna, version: 5, by: 1, isOwn: true)
        #expect(accepted.breach != nil)
    }

    @Test mutating func `a second open brake is a breach`() {
        _ = accept(anna, version: 5, by: 1)
        let second = accept(bo, version: 6, by: 1)
        #expect(second.breach != nil)
    }

    @Test mutating func `two owners of one brake are a breach, though told to different clients`() {
        _ = accept(anna, version: 5, by: 1)
        let other = accept(bo, version: 5, by: 2)
        #expect(other.breach != nil)
    }

    @Test mutating func `a pull without an answer is a breach, told once`() {
        law.pulled(by: 1, messageID: "a", atUs: 0)
        law.pulled(by: 1, messageID: "b", atUs: 900)
        let early = law.unanswered(nowUs: 1_000, patienceUs: 1_000)
        #expect(early.isEmpty)
        let silent = law.unanswered(nowUs: 1_001, patienceUs: 1_000)
        #expect(silent.map(\.watcher) == [1])
        let again = law.unanswered(nowUs: 1_001, patienceUs: 1_000)
        #expect(again.isEmpty)
    }

    @Test mutating func `an error in reply answers a pull, one to something else does not`() {
        law.pulled(by: 1, messageID: "a", atUs: 10)
        let other = law.failed(1, inReplyTo: "x", atUs: 20)
        #expect(other == nil)
        let own = law.failed(1, inReplyTo: "a", atUs: 20)
        #expect(own?.roundTripUs == 10)
    }

    @Test mutating func `a drop takes the answers that were under way along`() {
        law.pulled(by: 1, messageID: "a", atUs: 0)
        _ = accept(anna, version: 5, by: 1)
        law.dropped(1)
        let silent = law.unanswered(nowUs: .max, patienceUs: 0)
        #expect(silent.isEmpty)
        let next = accept(bo, version: 9, by: 1)
        #expect(next.breach == nil)
    }

    @Test mutating func `a lock that a lost pull got may be told, once`() {
        law.pulled(by: 1, messageID: "a", atUs: 0)
        law.dropped(1)
        let told = accept(anna, version: 5, by: 1, isOwn: true)
        #expect(told == .init())
        law.closed(seenBy: 1)
        let again = accept(anna, version: 8, by: 1, isOwn: true)
        #expect(again.breach != nil)
    }
}
