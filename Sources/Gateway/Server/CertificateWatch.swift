import Dispatch
import Foundation
import Logging
import OpenSSL
import Protocol
import Transport

/// Says in time that the certificate has to be renewed: at the start, at each renewal and once a day. A
/// household's own is renewed by it.
struct CertificateWatch: Sendable {
    private let tls: TLSContext
    private let household: HouseholdCertificates?
    private let metrics: GatewayMetrics
    private let log: Logger

    init(_ tls: TLSContext, _ services: Services) {
        self.tls = tls
        household = services.configuration.tls?.household
        metrics = services.metrics
        log = services.log
    }

    /// Milliseconds between two looks.
    private static let periodMs: Int64 = 24 * 60 * 60 * 1_000

    /// Called on the loop, which tells the time.
    func run(on loop: EventLoop) {
        look(at: loop.now)
        renew(on: loop)
        _ = loop.schedule(at: loop.now + Self.periodMs) { [unowned loop] in
            run(on: loop)
        }
    }

    /// Away from the loop: files are written.
    private func renew(on loop: EventLoop) {
        guard let household else { return }
        DispatchQueue.global().async { [unowned loop] in
            do {
                let now = Int64(Date().timeIntervalSince1970)
                // The served certificate may be older than the file: it could not be read, or
                // another process made it.
                let leftSeconds = (tls.validity?.notAfter ?? .max) - now
                let isLate = leftSeconds < HouseholdCertificates.renewalSeconds
                guard try household.renew(now: now) || isLate else { return }
                let file = household.serverFile
                try tls.reload(certificateFile: file, keyFile: file)
                log.notice("the TLS certificate has been renewed")
                loop.execute { look(at: loop.now) }
            } catch {
                log.error("the TLS certificate can't be renewed, keeping the old one", error: error)
            }
        }
    }

    func look(at now: ServerTime) {
        guard let validity = tls.validity else { return }
        metrics.certificateExpires(at: validity.notAfter)
        guard let warning = validity.warning(at: now) else { return }
        log.warning("the TLS certificate \(warning)")
    }
}

extension CertificateValidity {
    /// Days before its end from which on a certificate is warned of.
    static let noticeDays: Int64 = 14

    private static let daySeconds: Int64 = 24 * 60 * 60

    /// Describes a present or coming fault of the certificate; nil while all is well.
    func warning(at now: ServerTime) -> String? {
        let seconds = now.ms / 1_000
        let (start, end) = (Self.text(notBefore), Self.text(notAfter))
        if seconds >= notAfter { return "has expired at \(end): clients will refuse it" }
        if seconds < notBefore { return "is not valid before \(start): clients will refuse it" }
        let days = (notAfter - seconds) / Self.daySeconds
        guard days < Self.noticeDays else { return nil }
        return "expires at \(end), in \(days == 1 ? "a day" : "\(days) days")"
    }

    private static func text(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}
