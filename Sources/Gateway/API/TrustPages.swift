import Foundation
import HTTP
import OpenSSL

/// A device's way to trust the household's certificate: pages that it reads before it does, in plain HTTP,
/// and the certificate itself.
struct TrustPages: Sendable {
    /// The folder of their files; nothing of it is served elsewhere.
    static let folder = "trust"
    private static let languages = ["sv", "en"]

    private struct Page: Sendable {
        var html: String
        var policy: String
    }

    private var pages: [String: Page] = [:]
    private let authority: [UInt8]

    /// - Parameters:
    ///   - files: with the pages' own; where they lack some, these are not found.
    init(_ household: HouseholdCertificates, _ files: StaticFiles) {
        authority = household.der
        guard let style = files.text("\(Self.folder)/trust.css") else { return }
        let digest = Data(Digest.sha256(Array(style.utf8))).base64EncodedString()
        let values = [
            "{style}": style, "{fingerprint}": household.fingerprint,
        ]
        for language in Self.languages {
            guard let template = files.text("\(Self.folder)/\(language).html") else { continue }
            pages[language] = Page(
                html: values.reduce(template) { $0.replacing($1.key, with: $1.value) },
                // No script, nothing from anywhere, and the one style that stands in the page.
                policy: "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; "
                    + "form-action 'none'; frame-ancestors 'none'"
            )
        }
    }

    /// In the language that the link asks for, else in the browser's.
    ///
    /// - Parameter links: that lead to the game.
    func page(for request: Request, _ links: LinkBase) -> Response {
        let asked = request.target.queryValue("lang").flatMap {
            Self.languages.contains($0) ? $0 : nil
        }
        let language = asked ?? request.headers.preferredLanguage(of: Self.languages) ?? "en"
        guard let page = pages[language] else {
            return Response(.notFound, type: MediaType.text, body: "There is no such page.\n")
        }
        return Response(
            .ok,
            headers: [
                "Content-Type": MediaType.html, "Content-Language": language,
                "Content-Security-Policy": page.policy, "Cache-Control": "no-cache",
                "Vary": "Accept-Language", "Referrer-Policy": "no-referrer",
            ],
            body: Array(
                page.html.replacing("{game}", with: Self.escaped(links.url + "/")).utf8
            )
        )
    }

    /// The certificate as phones and computers install it: DER, by the type that asks them to.
    func certificate() -> Response {
        Response(
            .ok,
            headers: [
                "Content-Type": "application/x-x509-ca-cert", "Cache-Control": "no-cache",
                "Referrer-Policy": "no-referrer",
            ],
            body: authority
        )
    }

    private static func escaped(_ text: String) -> String {
        [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")].reduce(text) {
            $0.replacing($1.0, with: $1.1)
        }
    }
}
