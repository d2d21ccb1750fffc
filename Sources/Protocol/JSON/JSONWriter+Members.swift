/// Writes a key and its value in one call.
extension JSONWriter {
    public mutating func member(_ key: StaticString, _ value: String) {
        self.key(key)
        self.value(value)
    }

    public mutating func member(_ key: StaticString, _ value: Int64) {
        self.key(key)
        self.value(value)
    }

    public mutating func member(_ key: StaticString, _ value: Bool) {
        self.key(key)
        self.value(value)
    }
}
