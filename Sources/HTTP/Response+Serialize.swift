extension Response {
    /// Appends the bytes of the answer (RFC 9112 §4, §6, §9).
    ///
    /// Content-Length and Connection are set here: a route cannot get them wrong. An answer to HEAD, 204
    /// and 304 go without a body (RFC 9110 §6.4.1, §9.3.2).
    ///
    /// - Parameters:
    ///   - request: the one to answer; nil if it could not be read, then the connection closes.
    ///   - date: from `HTTPDate.format`, for the Date field.
    ///   - closing: whether the server wants to close though the client does not.
    /// - Returns: whether the connection stays open for another request.
    @discardableResult
    public func serialize(
        for request: Request?,
        date: String? = nil,
        closing: Bool = false,
        to output: inout [UInt8]
    ) -> Bool {
        let keepsOpen = serializeHead(for: request, date: date, closing: closing, to: &output)
        if carriesBody(for: request) { output += body }
        return keepsOpen
    }

    /// True when the bytes of `body` follow the head.
    public func carriesBody(for request: Request?) -> Bool {
        !status.forbidsBody && request?.method != .head
    }

    /// The same without the body, for a caller that writes that from where it lies.
    @discardableResult
    public func serializeHead(
        for request: Request?,
        date: String? = nil,
        closing: Bool = false,
        to output: inout [UInt8]
    ) -> Bool {
        let isFinal = status.rawValue >= 200
        let keepsOpen =
            !closing && request?.keepAlive == true
            && !headers.contains(token: "close", in: "Connection")

        Self.append("HTTP/1.1 ", String(status.rawValue), " ", status.reasonPhrase, to: &output)
        var replaced = ["Content-Length", "Transfer-Encoding"]
        if isFinal { replaced.append("Connection") }
        if date != nil { replaced.append("Date") }
        headers.serialize(except: replaced, to: &output)
        if isFinal {
            // Upgrade is for this hop alone (RFC 9110 §7.8).
            var options = headers.contains("Upgrade") ? ["Upgrade"] : []
            if !keepsOpen {
                options.append("close")
            } else if request?.minorVersion == 0 {
                options.append("keep-alive")
            }
            if !options.isEmpty {
                Self.append("Connection: ", options.joined(separator: ", "), to: &output)
            }
            if !status.forbidsBody {
                Self.append("Content-Length: ", String(body.count), to: &output)
            }
            if let date { Self.append("Date: ", date, to: &output) }
        }
        Self.append(to: &output)
        return isFinal && keepsOpen
    }

    private static func append(_ parts: String..., to output: inout [UInt8]) {
        for part in parts { output += part.utf8 }
        output += [Grammar.carriageReturn, Grammar.lineFeed]
    }
}
