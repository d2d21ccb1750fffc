import Protocol

extension PlayerID {
    static func guest(_ number: Int) -> PlayerID { PlayerID(rawValue: "p\(number)") }
}
