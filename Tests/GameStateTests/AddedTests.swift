import Foundation
import GameState
import Testing

@Suite struct AddedTests {
    enum Three: Default {
        static var value: Int64 { 3 }
    }

    enum Calm: Default {
        static var value: Mood { .calm }
    }

    enum Mood: String, Codable { case calm, wild }

    struct Before: Codable, Equatable {
        var name = "Alva"
    }

    struct After: Codable, Equatable {
        var name = "Alva"
        @Added<Three> var count: Int64
        @Added<Calm> var mood: Mood
    }

    @Test func `a member that the build before did not write takes its default`() throws {
        let stored = try JSONEncoder().encode(Before(name: "Bo"))
        let read = try JSONDecoder().decode(After.self, from: stored)
        #expect(read.name == "Bo" && read.count == 3 && read.mood == .calm)
    }

    @Test func `at its default it is encoded as the build before did`() throws {
        #expect(try JSONEncoder().encode(After()) == JSONEncoder().encode(Before()))
    }

    @Test func `any other value comes back`() throws {
        var value = After()
        value.count = 4
        value.mood = .wild
        let stored = try JSONEncoder().encode(value)
        #expect(String(decoding: stored, as: UTF8.self).contains(#""count":4"#))
        #expect(try JSONDecoder().decode(After.self, from: stored) == value)
    }

    @Test func `a value of a wrong type is an error, not the default`() {
        let stored = Data(#"{"name": "Bo", "count": "four"}"#.utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(After.self, from: stored)
        }
    }
}
