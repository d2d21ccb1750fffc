import Glibc

/// What an event of the epoll set is about, in the 64 bits that come with it: a number, or the
/// address of a connection, or with one of its lowest bits set that of an acceptor or a watch.
///
/// Addresses are unretained: a connection leaves the set, and then the loop, only at the end of a
/// turn, when no event of it can be left over. So does a watch.
enum EventTag {
    static let inbox: UInt64 = 0
    static let wakeUp: UInt64 = 2
    private static let acceptorBit: UInt64 = 1
    private static let watchBit: UInt64 = 2
    private static let kindBits = acceptorBit | watchBit

    static func connection(_ connection: Connection) -> UInt64 {
        address(connection)
    }

    static func acceptor(_ acceptor: Acceptor) -> UInt64 {
        address(acceptor) | acceptorBit
    }

    static func watch(_ watch: Watch) -> UInt64 {
        address(watch) | watchBit
    }

    private static func address(_ object: AnyObject) -> UInt64 {
        UInt64(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
    }

    @inline(__always)
    static func deliver(_ events: UInt32, to data: UInt64) {
        guard let address = UnsafeRawPointer(bitPattern: UInt(data & ~kindBits)) else { return }
        if data & kindBits == 0 {
            Unmanaged<Connection>.fromOpaque(address)._withUnsafeGuaranteedRef {
                $0.happened(events)
            }
        } else if data & acceptorBit != 0 {
            Unmanaged<Acceptor>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.acceptSome() }
        } else {
            Unmanaged<Watch>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.happened(events) }
        }
    }
}
