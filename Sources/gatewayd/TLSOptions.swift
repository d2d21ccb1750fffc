import ArgumentParser
import Foundation
import Gateway
import Logging
import OpenSSL
import Transport

/// The gateway's certificates, as typed.
struct TLSOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Certificate chain, PEM. [$GATEWAY_TLS_CERT]", valueName: "file"))
    var tlsCert: String?

    @Option(
        help: ArgumentHelp("Private key, PEM, not encrypted. [$GATEWAY_TLS_KEY]", valueName: "file")
    )
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "Mozilla's modern (TLS 1.3) or intermediate (TLS 1.2 too, for older televisions and "
                + "phones). [$GATEWAY_TLS_PROFILE] (default: modern)",
            valueName: "profile"
        )
    )
    var tlsProfile: String?

    @Flag(
        help: ArgumentHelp(
            "HTTPS for a house without a domain: an authority made once in the data directory, which "
                + "devices learn to trust at --certificate-listen. [$GATEWAY_TLS_SELF_SIGNED]"
        )
    )
    var tlsSelfSigned = false

    @Option(
        help: ArgumentHelp(
            "Address where devices get the certificate of --tls-self-signed, in plain text. "
                + "[$GATEWAY_CERTIFICATE_LISTEN] (default: the first address, the port after its own)",
            valueName: "host:port"
        )
    )
    var certificateListen: String?
}

extension TLSOptions {
    /// The request, before any file is read.
    enum Wish: Equatable {
        case plain
        case files(certificate: String, key: String, TLSProfile)
        /// An authority of the household's own.
        case household(TLSProfile)
    }

    func wish() throws -> Wish {
        let certificate = Environment.text(tlsCert, "GATEWAY_TLS_CERT")
        let key = Environment.text(tlsKey, "GATEWAY_TLS_KEY")
        guard key?.contains("-----BEGIN") != true else {
            throw ConfigurationError(
                "--tls-key (GATEWAY_TLS_KEY) names a file, and is given a key itself"
            )
        }
        let isHousehold = try Environment.flag(tlsSelfSigned, "GATEWAY_TLS_SELF_SIGNED")
        let profile = try wantedProfile()
        guard !isHousehold || (certificate == nil && key == nil) else {
            throw ValidationError(
                "--tls-self-signed (GATEWAY_TLS_SELF_SIGNED) makes its own certificate: leave out "
                    + "--tls-cert and --tls-key (GATEWAY_TLS_CERT, GATEWAY_TLS_KEY), or itself"
            )
        }
        switch (certificate, key) {
        case (let certificate?, let key?):
            return .files(certificate: certificate, key: key, profile ?? .modern)
        case (nil, nil) where isHousehold: return .household(profile ?? .modern)
        case (nil, nil) where profile == nil: return .plain
        case (nil, nil):
            throw ValidationError(
                "--tls-profile needs --tls-cert and --tls-key (GATEWAY_TLS_CERT), or --tls-self-signed"
            )
        case (nil, _): throw ValidationError("--tls-key needs --tls-cert (GATEWAY_TLS_CERT)")
        case (_, nil): throw ValidationError("--tls-cert needs --tls-key (GATEWAY_TLS_KEY)")
        }
    }

    /// Nil where none is asked for.
    func settings(
        _ wish: Wish,
        _ url: String,
        in dataDirectory: String,
        _ log: Logger
    ) throws -> Configuration.TLS? {
        switch wish {
        case .plain: nil
        case .files(let certificate, let key, let profile):
            Configuration.TLS(certificate: certificate, key: key, profile: profile)
        case .household(let profile):
            Configuration.TLS(try household(url, in: dataDirectory, log), profile: profile)
        }
    }

    /// Address where devices get the household's certificate; nil: nowhere.
    func certificateAddress(_ wish: Wish, _ first: SocketAddress) throws -> SocketAddress? {
        let text = Environment.text(certificateListen, "GATEWAY_CERTIFICATE_LISTEN")
        guard case .household = wish else {
            guard text == nil else {
                throw ValidationError(
                    "--certificate-listen (GATEWAY_CERTIFICATE_LISTEN) needs --tls-self-signed"
                )
            }
            return nil
        }
        guard let text else {
            // Any free port, where any was asked for; no port comes after the last.
            guard first.port != 0, first.port != .max else { return first.with(port: 0) }
            return first.with(port: first.port + 1)
        }
        return try Environment.value(
            text,
            of: "--certificate-listen",
            "GATEWAY_CERTIFICATE_LISTEN",
            "an address like 0.0.0.0:8081 or [::]:8081"
        ) { SocketAddress($0) }
    }

    private func household(
        _ url: String,
        in dataDirectory: String,
        _ log: Logger
    ) throws -> HouseholdCertificates {
        guard let host = URL(string: url)?.host(), let site = CertificateName(host: host) else {
            throw ValidationError(
                "--public-url (GATEWAY_PUBLIC_URL): '\(url)' names no host that a certificate can name"
            )
        }
        guard !site.mayBeTopLevel || site == .domain("localhost") else {
            throw ValidationError(
                "--public-url (GATEWAY_PUBLIC_URL): \(site) could be a whole top-level domain, for which "
                    + "no household's authority may vouch; give \(site).local, or an address"
            )
        }
        try DataDirectory.make(dataDirectory)
        let household = try HouseholdCertificates(
            in: "\(dataDirectory)/tls",
            site: site,
            machine: LocalNetwork.machine,
            names: LocalNetwork.names,
            now: Int64(Date().timeIntervalSince1970)
        )
        if !household.strangers.isEmpty {
            let names = household.strangers.map { "\($0)" }.joined(separator: ", ")
            log.notice("the household's certificate does not vouch for \(names)")
        }
        return household
    }

    private func wantedProfile() throws -> TLSProfile? {
        guard let text = Environment.text(tlsProfile, "GATEWAY_TLS_PROFILE") else { return nil }
        return try Environment.value(
            text,
            of: "--tls-profile",
            "GATEWAY_TLS_PROFILE",
            "modern or intermediate"
        ) { TLSProfile(rawValue: $0.lowercased()) }
    }
}
