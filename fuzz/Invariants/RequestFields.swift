import HTTP
import Protocol
import WebSocket

@testable import Gateway

/// Values that the gateway reads out of a request's fields, and its answers.
enum RequestFields {
    private static let length = 1_000
    private static let clients = Entrance.clients(
        hasMetrics: true,
        hasConformanceEcho: true,
        hasOperator: true
    )

    static func check(_ request: Request) throws(Broken) {
        _ = clients.match(request)
        _ = Entrance.metrics.match(request)
        try checkOrigin(request)
        try checkUpgrade(request.headers, request)
        try checkRange(request.headers)
        let headers = request.headers
        _ = EntityTag("abc").isNotModified(ifNoneMatch: headers.combined("If-None-Match"))
        let isWished = headers.accepts(coding: "gzip")
        try hold(!isWished || headers.contains("Accept-Encoding"), "gzip, though nobody asked")
        for (name, value) in headers {
            for item in headers.items(name) {
                try hold(!item.isEmpty && item.first != " " && item.last != "\t", "item \(item)")
            }
            try hold(headers.all(name).contains(value), "a field that is lost: \(name)")
        }
        try checkAnswer(to: request)
    }

    /// A stranger's fields name an address or change nothing, and the pages of other sites are told in any
    /// case.
    private static func checkOrigin(_ request: Request) throws(Broken) {
        let peer = "192.0.2.1"
        let proxies = [AddressRange("192.0.2.0/24"), AddressRange("2001:db8::/32")].compactMap(
            \.self
        )
        let origin = Forwarding.origin(of: request.headers, from: peer, trusting: proxies)
        guard let address = IPAddress(origin) else {
            throw Broken("an address that is none: \(origin)")
        }
        try same(address.description, origin, "an address, read again")
        let untold = Forwarding.origin(of: request.headers, from: peer, trusting: [])
        try same(untold, peer, "whom nobody is trusted to forward")
        let isCrossSite = CrossSite.sent(request, toSiteOf: "https://a.test")
        let asks = request.method != .get && request.method != .head
        let mayTell = ["Origin", "Sec-Fetch-Site"].contains { request.headers.contains($0) }
        try hold(!isCrossSite || asks && mayTell, "of another site, though nothing says so")
    }

    private static func checkUpgrade(_ headers: Headers, _ request: Request) throws(Broken) {
        let offers = headers.items("Sec-WebSocket-Extensions")
        if let compression = PerMessageDeflate(offers: offers) {
            try hold((9...15).contains(compression.windowBits), "\(compression)")
            let answer = compression.answer
            try same(PerMessageDeflate(offers: [answer]), compression, "its own answer, offered")
        }
        let handshake = Handshake.Request(
            method: request.method.name,
            httpMinorVersion: request.minorVersion,
            upgrade: headers.combined("Upgrade"),
            connection: headers.combined("Connection"),
            key: headers.combined("Sec-WebSocket-Key"),
            version: headers.combined("Sec-WebSocket-Version"),
            protocols: headers.items("Sec-WebSocket-Protocol")
        )
        switch Result(catching: { () throws(Handshake.Refusal) in try Handshake.accept(handshake) })
        {
        case .failure(let refusal): try hold((400..<500).contains(refusal.status), "\(refusal)")
        case .success(let key):
            let isPlain = key.utf8.count == 24 && key.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            try hold(isPlain, "a key that is none: \(key)")
            try hold(
                request.method == .get && request.minorVersion == 1,
                "an upgrade of \(request)"
            )
        }
    }

    private static func checkRange(_ headers: Headers) throws(Broken) {
        let range = ByteRange(
            headers.combined("Range"),
            ifRange: headers.combined("If-Range"),
            length: length,
            tag: EntityTag("abc")
        )
        switch range {
        case .whole, .unsatisfiable: break
        case .part(let part):
            try hold(!part.isEmpty && (0..<length).contains(part.upperBound - 1), "\(part)")
            try hold(part.lowerBound >= 0, "\(part)")
        }
        let said = range.contentRange(length: length) ?? ""
        try hold(Headers.isValue(said), said)
    }

    /// An answer is read as it was meant.
    private static func checkAnswer(to request: Request) throws(Broken) {
        let answer = Response(.ok, headers: ["X-A": "b"], body: request.body)
        var bytes: [UInt8] = []
        let keepsOpen = answer.serialize(for: request, to: &bytes)
        try same(keepsOpen, request.keepAlive, "whether it stays open")
        var parser = ResponseParser()
        let said = try parser.read(bytes, answering: request.method)
        let body = request.method == .head ? [] : request.body
        guard case .response(let status, let headers, let read) = said.first, said.count == 1,
            status == Status.ok.rawValue, headers.first("X-A") == "b", read == body
        else { throw Broken("answered, it is \(said)") }
        try same(parser.keepsOpen, keepsOpen, "whether it stays open for who is answered")
    }
}
