import Protocol
import Seeded
import Testing

/// Patches of a changed list.
struct ListChangeTests {
    struct Item: DocumentObject {
        var id: Int
        var note = ""

        func members(of fields: inout DocumentWriter, since old: Item?) {
            fields.member("id", id, was: old?.id)
            fields.member("note", note, was: old?.note)
        }

        func isSameThing(as other: Item) -> Bool { id == other.id }
    }

    struct List: Document {
        var items: [Item]

        func members(of fields: inout DocumentWriter, since old: List?) {
            fields.member("items", items, was: old?.items)
        }
    }

    struct Maybe: Document {
        var item: Item?

        func members(of fields: inout DocumentWriter, since old: Maybe?) {
            fields.member("item", item, was: old?.item)
        }
    }

    private func changes(_ old: [Int], _ new: [Int]) -> String {
        changes(old.map { Item(id: $0) }, new.map { Item(id: $0) })
    }

    private func changes(_ old: [Item], _ new: [Item]) -> String {
        text(DocumentWriter.changes(from: List(items: old), to: List(items: new)))
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `what is gone is removed from the end to the start`() {
        #expect(
            changes([1, 2, 3, 4], [1, 4]) == #"{"op":"remove","path":"/items/2"},"#
                + #"{"op":"remove","path":"/items/1"}"#
        )
        #expect(changes([1, 2], [2]) == #"{"op":"remove","path":"/items/0"}"#)
        #expect(changes([1, 2], [1]) == #"{"op":"remove","path":"/items/1"}"#)
    }

    @Test func `what is new at the end is appended`() {
        #expect(
            changes([1], [1, 2, 3])
                == #"{"op":"add","path":"/items/-","value":{"id":2,"note":""}},"#
                + #"{"op":"add","path":"/items/-","value":{"id":3,"note":""}}"#
        )
        #expect(
            changes([], [1]) == #"{"op":"add","path":"/items/-","value":{"id":1,"note":""}}"#
        )
    }

    @Test func `what stays is changed where it stands after the removals`() {
        #expect(
            changes(
                [Item(id: 1), Item(id: 2), Item(id: 3)],
                [Item(id: 1), Item(id: 3, note: "x")]
            )
                == #"{"op":"remove","path":"/items/1"},"#
                + #"{"op":"replace","path":"/items/1/note","value":"x"}"#
        )
    }

    @Test(arguments: [
        ([1, 2], [2, 1]), ([1, 2, 3], [1, 3, 2]), ([1, 2], [3, 4]), ([1, 2], []),
        ([2, 3], [1, 2, 3]), ([1, 2, 3], [3, 1, 2]), ([1], [2, 1]),
    ])
    func `a list is told anew when nothing stays or what stays changes places`(
        old: [Int],
        new: [Int]
    ) {
        let items = new.map { "{\"id\":\($0),\"note\":\"\"}" }.joined(separator: ",")
        #expect(
            changes(old, new) == "{\"op\":\"replace\",\"path\":\"/items\",\"value\":[\(items)]}"
        )
    }

    @Test func `a part that comes or goes is told whole, one that stays by its members`() {
        func changes(_ old: Item?, _ new: Item?) -> String {
            text(DocumentWriter.changes(from: Maybe(item: old), to: Maybe(item: new)))
        }
        #expect(
            changes(nil, Item(id: 1))
                == #"{"op":"replace","path":"/item","value":{"id":1,"note":""}}"#
        )
        #expect(changes(Item(id: 1), nil) == #"{"op":"replace","path":"/item","value":null}"#)
        #expect(
            changes(Item(id: 1), Item(id: 2, note: "y"))
                == #"{"op":"replace","path":"/item/id","value":2},"#
                + #"{"op":"replace","path":"/item/note","value":"y"}"#
        )
        #expect(changes(nil, nil).isEmpty)
    }

    @Test func `a large list that loses one thing costs one operation`() {
        let all = Array(0..<500)
        #expect(
            changes(all, all.filter { $0 != 250 }) == #"{"op":"remove","path":"/items/250"}"#
        )
    }
}
