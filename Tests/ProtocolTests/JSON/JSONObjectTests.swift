import Protocol
import Testing

struct JSONObjectTests {
    @Test func `a member is set, replaced and removed by its key`() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = 3
        object["c"] = nil
        #expect(object == ["a": 3, "b": 2])
        object["a"] = nil
        #expect(object == ["b": 2])
        #expect(object["a"] == nil)
    }

    @Test func `the order of members makes no difference`() {
        let one: JSONObject = ["a": 1, "b": [2]]
        let other: JSONObject = ["b": [2], "a": 1]
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
    }

    @Test(
        arguments: [
            ([:], ["a": 1]), (["a": 1], ["a": 2]), (["a": 1], ["b": 1]), (["a": nil], ["b": nil]),
            (["a": 1, "b": 2], ["a": 1]), (["a": nil], [:]), (["a": 1], ["a": 1.0]),
        ] as [(JSONObject, JSONObject)]
    )
    func `other members make another object`(one: JSONObject, other: JSONObject) {
        #expect(one != other)
        #expect(other != one)
    }

    @Test func `an object with a key twice equals what its keys stand for`() {
        let twice: JSONObject = ["a": 1, "a": 2]
        let mixed: JSONObject = ["a": 2, "b": 3]
        #expect(twice == twice)
        #expect(twice == ["a": 2])
        #expect(["a": 2] == twice)
        #expect(twice.hashValue == (["a": 2] as JSONObject).hashValue)
        #expect(twice != mixed)
        #expect(mixed != twice)
    }

    @Test func `an array has elements and an object members, other values neither`() {
        let value: JSONValue = ["list": [10, 20], "text": "x", "flag": true, "none": nil]
        #expect(value["list"]?[1] == 20)
        #expect(value["list"]?[2] == nil)
        #expect(value["list"]?[-1] == nil)
        #expect(value["list"]?["0"] == nil)
        #expect(value["text"]?[0] == nil)
        #expect(value[0] == nil)
        #expect(value["text"]?.string == "x")
        #expect(value["flag"]?.bool == true)
        #expect(value["none"]?.isNull == true)
        #expect(value["missing"] == nil)
        #expect(value["text"]?.int == nil)
        #expect(value["flag"]?.int == nil)
        #expect((1.0 as JSONValue).int == nil)
    }
}
