import Dispatch
import Glibc
import Transport

/// getaddrinfo(3), which may block for many seconds, away from the loop.
enum HostLookup {
    /// Addresses of one host that are tried.
    static let maxEndpoints = 8

    /// Completes on the loop, at the end of this turn at the earliest.
    static func find(
        _ address: RedisAddress,
        on loop: EventLoop,
        _ done: @escaping (Result<[Endpoint], RedisFailure>) -> Void
    ) {
        let caller = Caller(done: done)
        switch address {
        case .unix(let path):
            loop.afterTurn { done(.success([.unix(path: path)])) }
        case .tcp(let host, let port):
            DispatchQueue.global().async {
                let endpoints = numbers(of: host).map { Endpoint.tcp(ip: $0, port: port) }
                loop.execute {
                    caller.done(
                        endpoints.isEmpty ? .failure(.unknownHost(host)) : .success(endpoints)
                    )
                }
            }
        }
    }

    /// Goes to the thread that waits, and comes back to the loop it is from.
    private struct Caller: @unchecked Sendable {
        let done: (Result<[Endpoint], RedisFailure>) -> Void
    }

    private static func numbers(of host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var numbers: [String] = []
        var next = list
        while let entry = next, numbers.count < maxEndpoints {
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
