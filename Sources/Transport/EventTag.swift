import Glibc

/// What an event of the epoll set is about, in the 64 bits that come with it: a number, or the
/// address of a connection, or that of an acceptor with its lowest bit set.
///
/// Addresses are unretained: a connection leaves the set, and then the loop, only at the end of a
/// turn, when no event of it can be left over.
enum EventTag {
    static let inbox: UInt64 = 0
    static let wakeUp: UInt64 = 2
    private static let acceptorBit: UInt64 = 1

    static func connection(_ connection: Connection) -> UInt64 {
        UInt64(UInt(bitPattern: Unmanaged.passUnretained(connection).toOpaque()))
    }

    static func acceptor(_ acceptor: Acceptor) -> UInt64 {
        UInt64(UInt(bitPattern: Unmanaged.passUnretained(acceptor).toOpaque())) | acceptorBit
    }

    @inline(__always)
    static func deliver(_ events: UInt32, to data: UInt64) {
        guard let address = UnsafeRawPointer(bitPattern: UInt(data & ~acceptorBit)) else { return }
        if data & acceptorBit == 0 {
            Unmanaged<Connection>.fromOpaque(address)._withUnsafeGuaranteedRef {
                $0.happened(events)
            }
        } else {
            Unmanaged<Acceptor>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.acceptSome() }
        }
    }
}
