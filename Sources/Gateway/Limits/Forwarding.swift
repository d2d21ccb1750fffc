import HTTP

/// Reads from proxies' headers whom they forward a request for.
enum Forwarding {
    /// Finds the caller's address.
    ///
    /// - Parameters:
    ///   - peer: who is connected.
    ///   - trusted: proxies that are believed; the last address that is none of them counts.
    static func origin(of headers: Headers, from peer: String, trusting trusted: [AddressRange])
        -> String
    {
        guard !trusted.isEmpty, var address = IPAddress(peer) else { return peer }
        for hop in hops(headers).reversed() {
            guard trusted.contains(where: { $0.contains(address) }),
                let before = IPAddress(hop: hop)
            else { break }
            address = before
        }
        return address.description
    }

    /// The farthest first. Where both fields are there, only X-Forwarded-For counts: most proxies write that
    /// and pass on what a client wrote into the other.
    private static func hops(_ headers: Headers) -> [Substring] {
        guard !headers.contains("X-Forwarded-For") else {
            return headers.items("X-Forwarded-For").map { $0[...] }
        }
        return headers.items("Forwarded").map { element in
            // `for=192.0.2.43;proto=https` (RFC 7239 §4).
            for pair in element.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0].lowercased().filter({ $0 != " " }) == "for" else {
                    continue
                }
                return parts[1]
            }
            return ""
        }
    }
}
