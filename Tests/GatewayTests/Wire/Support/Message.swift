import Protocol

/// One message of the gateway.
struct Message: CustomStringConvertible {
    let type: String
    let json: JSONValue

    init(_ bytes: [UInt8]) throws {
        json = try JSONReader.read(bytes)
        type = try json.text("type")
    }

    var payload: JSONValue { json["payload"] ?? .null }
    var version: Int64? { json["version"]?.int }
    var inReplyTo: String? { json["inReplyTo"]?.string }
    var description: String { type }
    /// Of an ERROR.
    var code: String? { payload["code"]?.string }
    var field: String? { payload["field"]?.string }
}
