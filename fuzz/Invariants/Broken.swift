/// An invariant that does not hold.
struct Broken: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// - Parameter what: the message when it does not hold.
func hold(_ holds: Bool, _ what: @autoclosure () -> String) throws(Broken) {
    guard holds else { throw Broken(what()) }
}

/// The same value from two ways to it.
func same<Value: Equatable>(
    _ one: Value,
    _ other: Value,
    _ what: @autoclosure () -> String
) throws(Broken) {
    guard one == other else { throw Broken("\(what()): \(one) is not \(other)") }
}
