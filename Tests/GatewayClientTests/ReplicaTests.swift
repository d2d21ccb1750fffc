import Protocol
import Testing

@testable import GatewayClient

struct ReplicaTests {
    private func json(_ text: String) throws -> JSONValue {
        try JSONReader.read(Array(text.utf8))
    }

    private func replica() throws -> Replica {
        var replica = Replica()
        replica.apply(
            snapshot: try json(#"{"version":4,"state":"LOBBY","players":[{"name":"A"}],"me":null}"#)
        )
        return replica
    }

    private func patch(_ base: Int, _ version: Int, _ ops: String = "[]") throws -> JSONValue {
        try json(#"{"baseVersion":\#(base),"version":\#(version),"ops":\#(ops)}"#)
    }

    @Test func `a patch is applied and carries the version on`() throws {
        var replica = try replica()
        let ops = #"""
            [{"op":"replace","path":"/state","value":"CLUE_LEVEL"},
            {"op":"add","path":"/players/-","value":{"name":"B"}},
            {"op":"replace","path":"/players/0/name","value":"C"}]
            """#
        let outcome = replica.apply(patch: try patch(3, 6, ops))
        #expect(outcome == .applied)
        #expect(replica.version == 6)
        let fresh =
            #"{"players":[{"name":"C"},{"name":"B"}],"version":6,"me":null,"state":"CLUE_LEVEL"}"#
        #expect(replica.difference(from: try json(fresh)) == nil)
        #expect(replica.document == (try json(fresh)))
    }

    @Test func `a patch that starts later is a gap, one that ends earlier is stale`() throws {
        var replica = try replica()
        let before = replica.document
        let gap = replica.apply(patch: try patch(5, 6))
        #expect(gap == .gap)
        let stale = replica.apply(patch: try patch(3, 4))
        #expect(stale == .stale)
        #expect(replica.document == before)
        #expect(replica.version == 4)
    }

    @Test func `a patch that leads nowhere changes nothing`() throws {
        var replica = try replica()
        let before = replica.document
        let ops = #"""
            [{"op":"replace","path":"/state","value":"X"},{"op":"remove","path":"/players/7"}]
            """#
        let outcome = replica.apply(patch: try patch(4, 5, ops))
        #expect(outcome == .broken(.noSuchPlace(path: ["players", "7"])))
        #expect(replica.document == before)
    }

    @Test func `a patch before any snapshot is a gap`() throws {
        var replica = Replica()
        let outcome = replica.apply(patch: try patch(-1, 1))
        #expect(outcome == .gap)
    }

    @Test(arguments: [
        (#"{"version":9,"state":"X","players":[{"name":"A"}],"me":null}"#, "/state"),
        (#"{"version":9,"state":"LOBBY","players":[],"me":null}"#, "/players"),
        (#"{"version":9,"state":"LOBBY","players":[{"name":"B"}],"me":null}"#, "/players/0/name"),
        (#"{"version":9,"state":"LOBBY","players":[{"name":"A"}]}"#, "/me"),
        (#"{"version":9,"state":"LOBBY","players":[{"name":"A"}],"me":null,"tv":1}"#, "/tv"),
    ])
    func `a difference is found and named`(fresh: String, place: String) throws {
        let difference = try replica().difference(from: try json(fresh))
        #expect(difference?.hasPrefix(place) == true, "\(difference ?? "none")")
    }
}
