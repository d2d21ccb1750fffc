import COpenSSL

/// ALPN (RFC 7301): `http/1.1` and nothing else.
enum ApplicationProtocol {
    /// A list of one name, each with its length in front (RFC 7301 §3.1).
    static let offer: [UInt8] = [8] + Array("http/1.1".utf8)

    /// SSL_CTX_set_alpn_select_cb(3): a client that offers other protocols only is refused with
    /// no_application_protocol (RFC 7301 §3.2).
    static let select:
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
            UnsafeMutablePointer<UInt8>?, UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
        ) -> Int32 = { _, chosen, chosenCount, offered, offeredCount, _ in
            let offers = UnsafeBufferPointer(start: offered, count: Int(offeredCount))
            var at = 0
            while at < offers.count {
                let end = at + 1 + Int(offers[at])
                guard end <= offers.count else { break }
                // The answer may point into the offer, which outlives it.
                if offers[at..<end].elementsEqual(offer), let start = offers.baseAddress {
                    chosen?.pointee = start + at + 1
                    chosenCount?.pointee = offers[at]
                    return SSL_TLSEXT_ERR_OK
                }
                at = end
            }
            return SSL_TLSEXT_ERR_ALERT_FATAL
        }
}
