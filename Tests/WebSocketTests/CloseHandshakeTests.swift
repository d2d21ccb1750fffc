import Testing
import WebSocket

struct CloseHandshakeTests {
    @Test func `asked to close, a server answers once and hangs up`() {
        var close = CloseHandshake(endpoint: .server)
        let isToAnswer = close.received()
        #expect(isToAnswer && close.state == .closeReceived)
        #expect(close.maySend && !close.mayReceive && close.connection == .keep)
        let sends = close.send()
        #expect(sends && close.state == .closed && close.connection == .close)
        let sendsAgain = close.send()
        #expect(!sendsAgain && !close.maySend)
    }

    @Test func `a server that closes waits for the answer, then hangs up first`() {
        var close = CloseHandshake(endpoint: .server)
        let sends = close.send()
        #expect(sends && !close.maySend && close.connection == .keep)
        let isToAnswer = close.received()
        #expect(!isToAnswer && close.state == .closed && close.connection == .close)
    }

    @Test func `a client leaves the hanging up to the server`() {
        var close = CloseHandshake(endpoint: .client)
        let isToAnswer = close.received()
        let sends = close.send()
        #expect(isToAnswer && sends && close.connection == .awaitEnd)
    }

    @Test func `closes that cross need no third`() {
        var one = CloseHandshake(endpoint: .server)
        var other = CloseHandshake(endpoint: .client)
        let bothSend = [one.send(), other.send()]
        let answers = [one.received(), other.received()]
        #expect(bothSend == [true, true] && answers == [false, false])
        #expect(one.state == .closed && other.state == .closed)
    }

    @Test func `a failed connection says why if it still can`() {
        var open = CloseHandshake(endpoint: .server)
        let tells = open.abandon()
        #expect(tells && open.connection == .close)
        var waiting = CloseHandshake(endpoint: .server)
        _ = waiting.send()
        let tellsTwice = waiting.abandon()
        #expect(!tellsTwice && waiting.connection == .close)
    }

    @Test func `a second close from the other end means nothing`() {
        var close = CloseHandshake(endpoint: .server)
        _ = close.received()
        let again = close.received()
        #expect(!again && close.state == .closeReceived)
    }
}
