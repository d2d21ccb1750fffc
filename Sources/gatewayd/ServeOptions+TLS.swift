import ArgumentParser
import Gateway
import OpenSSL

extension ServeOptions {
    /// Nil where none is asked for.
    func tlsSettings() throws -> Configuration.TLS? {
        let certificate = Environment.text(tlsCert, "GATEWAY_TLS_CERT")
        let key = Environment.text(tlsKey, "GATEWAY_TLS_KEY")
        let profile = try wantedProfile()
        switch (certificate, key) {
        case (let certificate?, let key?):
            return Configuration.TLS(
                certificate: certificate,
                key: key,
                profile: profile ?? .modern
            )
        case (nil, nil) where profile == nil: return nil
        case (nil, nil):
            throw ValidationError("--tls-profile needs --tls-cert and --tls-key (GATEWAY_TLS_CERT)")
        case (nil, _): throw ValidationError("--tls-key needs --tls-cert (GATEWAY_TLS_CERT)")
        case (_, nil): throw ValidationError("--tls-cert needs --tls-key (GATEWAY_TLS_KEY)")
        }
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
