import Dispatch
import Glibc

/// getaddrinfo(3), which may block for many seconds, away from the loop.
public enum HostLookup {
    /// Addresses of one host that are tried.
    static let maxAddresses = 8

    /// Completes on the loop, at the end of this turn at the earliest.
    ///
    /// - Parameter done: given the host's IP addresses as numbers, the first to be tried first; none where
    ///   it is unknown.
    public static func find(
        _ host: String,
        on loop: EventLoop,
        _ done: @escaping ([String]) -> Void
    ) {
        let caller = Caller(done: done)
        DispatchQueue.global().async {
            let numbers = numbers(of: host)
            loop.execute { caller.done(numbers) }
        }
    }

    /// Goes to the thread that waits, and comes back to the loop it is from.
    private struct Caller: @unchecked Sendable {
        let done: ([String]) -> Void
    }

    private static func numbers(of host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var numbers: [String] = []
        var next = list
        while let entry = next, numbers.count < maxAddresses {
            if let number = number(entry.pointee) { numbers.append(number) }
            next = entry.pointee.ai_next
        }
        return numbers
    }

    private static func number(_ entry: addrinfo) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { text in
            let status = getnameinfo(
                entry.ai_addr,
                entry.ai_addrlen,
                text.baseAddress,
                socklen_t(text.count),
                nil,
                0,
                NI_NUMERICHOST
            )
            guard status == 0, let start = text.baseAddress else { return nil }
            return String(cString: start)
        }
    }
}
