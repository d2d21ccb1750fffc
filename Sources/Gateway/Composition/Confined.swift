/// Carries a class that is confined to a loop across a `@Sendable` closure that comes back to it.
struct Confined<Value: AnyObject>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
