import Foundation

/// Values that are written to a store and read again.
enum Kept {
    static func again<Value: Codable>(_ value: Value) throws(Broken) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
        } catch {
            throw Broken("what was written can't be read: \(error)")
        }
    }
}
