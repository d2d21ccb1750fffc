import Glibc
import Synchronization
import Testing

@testable import Transport

/// In processes of their own, as they count or limit what the whole process has.
struct LimitsTests {
    @Test func `a thousand connections leave no descriptor and no object behind`() async {
        await #expect(processExitsWith: .success) {
            // The first round lets Dispatch and the allocator take what they keep.
            comeAndGo(connections: 10)
            let before = openDescriptors()
            comeAndGo(connections: 1_000)
            let end = time(nil) + Events.patienceMs / 1_000
            while openDescriptors() > before, time(nil) < end { sched_yield() }
            precondition(openDescriptors() <= before)
        }
    }

    @Test func `a loop out of descriptors turns away and goes on`() async {
        await #expect(processExitsWith: .success) {
            let turnedAway = Atomic(0)
            let server = try Server(
                refused: { refusal in
                    precondition(refusal == .noDescriptor)
                    turnedAway.add(1, ordering: .relaxed)
                },
                accept: { _ in Recorder.echo() }
            )
            let loop = server.loop
            let first = RawClient(server.address)
            first.write([1])
            precondition(first.read(1) == [1])
            // Clients first, so that only the server lacks descriptors.
            let sockets = (0..<20).map { _ in SystemSocket.stream(AF_INET) }
            var limit = rlimit(rlim_cur: rlim_t(openDescriptors()), rlim_max: 0)
            var hard = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &hard)
            limit.rlim_max = hard.rlim_max
            // Everything below the highest one is taken.
            var fillers: [Int32] = []
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            while case let filler = open("/dev/null", O_RDONLY), filler >= 0 {
                fillers.append(filler)
            }
            for socket in sockets {
                let address = server.address
                _ = address.withSystemAddress { Glibc.connect(socket, $0, $1) }
            }
            // Each is accepted and closed, or reset: it ends, and soon.
            for socket in sockets {
                var poll = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                precondition(Glibc.poll(&poll, 1, Int32(Events.patienceMs)) == 1)
                var byte: UInt8 = 0
                precondition(recv(socket, &byte, 1, 0) <= 0)
            }
            precondition(loop.run { turnedAway.load(ordering: .relaxed) } == sockets.count)
            // Clients of before are still served, and with descriptors newcomers are as well.
            first.write([2])
            precondition(first.read(1) == [2])
            for filler in fillers + sockets { close(filler) }
            let last = RawClient(server.address)
            last.write([3])
            precondition(last.read(1) == [3])
            precondition(loop.run { loop.connectionCount } == 2)
        }
    }

    @Test func `a loop is called on its own queue only`() async {
        await #expect(processExitsWith: .failure) {
            let loop = EventLoop(label: "confined")
            _ = loop.now
        }
    }
}

/// A server's whole life with so many connections, in tens so that few descriptors will do.
private func comeAndGo(connections: Int) {
    guard let server = try? Server(accept: { _ in Recorder.echo() }) else {
        preconditionFailure("no server")
    }
    let loop = server.loop
    for _ in 0..<connections / 10 {
        let clients = (0..<10).map { _ in RawClient(server.address) }
        for client in clients { client.write([1, 2, 3]) }
        for client in clients { precondition(client.read(3) == [1, 2, 3]) }
        precondition(loop.run { loop.connectionCount } == 10)
        for client in clients { client.close() }
        precondition(loop.wait { loop.connectionCount == 0 })
    }
    precondition(Recorder.alive.load(ordering: .relaxed) == 0)
    server.stop()
}

private func openDescriptors() -> Int {
    guard let folder = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // Without ".", ".." and the folder's own.
    return count - 3
}
