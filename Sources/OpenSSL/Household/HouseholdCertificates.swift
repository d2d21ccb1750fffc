import COpenSSL
import Glibc

/// HTTPS for a house without a domain: an authority of its own, made once, and the server's
/// certificate that it renews. Both lie in one folder.
///
/// A file that can't be read is never replaced: devices of the house trust that authority, and
/// another one would mean visiting all of them again.
public struct HouseholdCertificates: Sendable {
    private let folder: String
    private let authority: CertificateAuthority
    /// Of the server's certificate: those that the authority may vouch for.
    private let names: [CertificateName]
    /// Names that the authority may not vouch for, as it was made before the machine had them.
    public let strangers: [CertificateName]

    /// Seconds before its end at which the server's certificate is renewed.
    public static let renewalSeconds = 30 * CertificateAuthority.daySeconds

    /// Reads the files, makes missing ones, and renews the server's certificate where that is due.
    ///
    /// - Parameters:
    ///   - folder: within one that is there.
    ///   - site: the host of all links, which the certificate must name.
    ///   - machine: as it calls itself.
    ///   - names: other names by which it is reached.
    ///   - now: seconds since 1970.
    public init(
        in folder: String,
        site: CertificateName,
        machine: String,
        names: [CertificateName],
        now: Int64
    ) throws(TLSConfigurationError) {
        self.folder = folder
        let authority = try Self.authority(in: folder, now) { () -> CertificateAuthority in
            let names = [CertificateName(host: machine), site].compactMap { $0 }
            return CertificateAuthority(
                host: machine,
                permitting: names.filter { !$0.mayBeTopLevel },
                now: now
            )
        }
        self.authority = authority
        var all = [site]
        for name in names where !all.contains(name) { all.append(name) }
        let known = all.filter { authority.mayVouch(for: $0) }
        self.names = known
        strangers = all.filter { !known.contains($0) }
        guard known.contains(site) else {
            throw TLSConfigurationError(
                file: Self.certificate(in: folder),
                reason: "this authority may not vouch for \(site); go back to the name it was "
                    + "made for, or move the folder away and have all devices trust a new one"
            )
        }
        try renew(now: now)
    }

    /// PEM, for `TLSContext`: certificate and key in one file, so that both are renewed at once.
    public var serverFile: String { "\(folder)/server.pem" }

    /// The authority's certificate as devices take it.
    public var der: [UInt8] { authority.certificate.der }

    /// SHA-256 of the authority's certificate, as devices show it: `0A:1B:…`.
    public var fingerprint: String {
        let digits = Array("0123456789ABCDEF")
        return Digest.sha256(der).map { String([digits[Int($0 >> 4)], digits[Int($0 & 15)]]) }
            .joined(separator: ":")
    }

    /// Makes the server's certificate anew where it ends soon or does not name all that it should.
    ///
    /// - Returns: whether there is a new one.
    @discardableResult
    public func renew(now: Int64) throws(TLSConfigurationError) -> Bool {
        if let bytes = try HouseholdFile.read(serverFile) {
            guard let server = X509Certificate(pem: bytes), let key = PrivateKey(pem: bytes),
                server.belongs(to: key), server.isSigned(by: authority.certificate),
                let end = server.validity?.notAfter
            else {
                throw TLSConfigurationError(
                    file: serverFile,
                    reason: "is damaged, or not of \(Self.certificate(in: folder)); move it away, "
                        + "and it is made anew"
                )
            }
            let isLate = end - now < Self.renewalSeconds
            if !isLate, names.allSatisfy(server.names) { return false }
        }
        let key = PrivateKey()
        let server = authority.issue(for: names, of: key, now: now)
        try HouseholdFile.replace(serverFile, with: server.pem + key.pem)
        return true
    }

    private static func certificate(in folder: String) -> String { "\(folder)/authority.pem" }
    private static func key(in folder: String) -> String { "\(folder)/authority.key" }

    private static func authority(
        in folder: String,
        _ now: Int64,
        _ make: () -> CertificateAuthority
    ) throws(TLSConfigurationError) -> CertificateAuthority {
        if try HouseholdFile.isEmptyOrMissing(folder) {
            let new = make()
            try HouseholdFile.make(
                folder,
                holding: [
                    ("authority.key", new.key.pem), ("authority.pem", new.certificate.pem),
                ]
            )
        }
        let (file, keyFile) = (certificate(in: folder), key(in: folder))
        func bytes(_ file: String) throws(TLSConfigurationError) -> [UInt8] {
            guard let bytes = try HouseholdFile.read(file) else {
                throw TLSConfigurationError(
                    file: file,
                    reason: "is missing; bring it back, or move the folder away and have all "
                        + "devices trust a new authority"
                )
            }
            return bytes
        }
        guard let certificate = X509Certificate(pem: try bytes(file)), certificate.isAuthority,
            certificate.isSigned(by: certificate), let validity = certificate.validity
        else { throw TLSConfigurationError(file: file, reason: "is no authority's certificate") }
        guard let key = PrivateKey(pem: try bytes(keyFile)), certificate.belongs(to: key) else {
            throw TLSConfigurationError(file: keyFile, reason: "is not the key of \(file)")
        }
        guard now < validity.notAfter else {
            throw TLSConfigurationError(
                file: file,
                reason: "has expired; move the folder away and have all devices trust a new one"
            )
        }
        return CertificateAuthority(certificate: certificate, key: key)
    }
}
