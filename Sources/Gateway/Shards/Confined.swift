/// Carries a class that is confined to a loop across a `@Sendable` closure that comes back to it.
struct Confined<Value: AnyObject>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// A completion that is confined to a loop.
final class Callback<Value> {
    let call: (Value) -> Void

    init(_ call: @escaping (Value) -> Void) {
        self.call = call
    }
}
