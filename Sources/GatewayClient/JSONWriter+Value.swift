public import Protocol

extension JSONWriter {
    /// Writes a whole value.
    public mutating func write(_ json: JSONValue) {
        switch json {
        case .null: null()
        case .bool(let flag): value(flag)
        case .int(let whole): value(whole)
        case .double(let double): value(double)
        case .string(let text): value(text)
        case .array(let elements):
            beginArray()
            for element in elements { write(element) }
            endArray()
        case .object(let object):
            beginObject()
            for (name, member) in object.members {
                key(dynamic: name)
                write(member)
            }
            endObject()
        }
    }
}
