/// Arguments of AUTH. The password is in no description.
public struct RedisCredentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// A user of Redis' access lists; nil for the default one.
    public var user: String?
    public var password: String

    public init(user: String? = nil, password: String) {
        self.user = user
        self.password = password
    }

    public var description: String { "\(user ?? ""):***" }

    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
