import Protocol

/// What POST /v1/sessions gave.
struct Session {
    let id: String
    let joinCode: String
    let joinToken: String
    let tvJoinToken: String
    let hostToken: String
    let path: String

    init(_ json: JSONValue) throws(RunFailure) {
        func text(_ name: String) throws(RunFailure) -> String {
            guard let value = json[name]?.string else {
                throw .unexpected("POST /v1/sessions gave no \(name)")
            }
            return value
        }
        id = try text("sessionId")
        joinCode = try text("joinCode")
        joinToken = try text("joinToken")
        tvJoinToken = try text("tvJoinToken")
        hostToken = try text("hostAuthToken")
        _ = try (text("joinUrl"), text("tvUrl"), text("hostRefreshToken"))
        path = try Self.path(json)
    }

    static func path(_ json: JSONValue) throws(RunFailure) -> String {
        let url = json["wsUrl"]?.string ?? ""
        guard let path = Target.path(ofURL: url) else {
            throw .unexpected("\"\(url)\" is no wsUrl")
        }
        return path
    }
}
