import OpenSSL
import Protocol
import Testing

@testable import Gateway

@Suite struct CertificateValidityTests {
    private static let day: Int64 = 86_400
    private let validity = CertificateValidity(notBefore: 1_000 * day, notAfter: 1_100 * day)

    @Test(
        arguments: [
            (1_000, nil), (1_085, nil), (1_087, "in 13 days"), (1_099, "in a day"),
            (999, "not valid before"), (1_100, "expired"), (1_200, "expired"),
        ] as [(Int64, String?)]
    )
    func `a certificate is warned of in time`(day: Int64, expected: String?) {
        let warning = validity.warning(at: ServerTime(ms: day * Self.day * 1_000))
        if let expected {
            #expect(warning?.contains(expected) == true, "\(warning ?? "nothing")")
        } else {
            #expect(warning == nil)
        }
    }
}
