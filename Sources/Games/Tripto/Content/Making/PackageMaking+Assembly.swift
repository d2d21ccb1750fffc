import Foundation
import Making

/// Puts a package together.
extension PackageMaking {
    func package(
        _ texts: [GoodText],
        _ questions: [MadeQuestion],
        _ frame: MadeFrame,
        _ pack: FactPack
    ) -> RoundPackage {
        let clues = PackageLimits.cluePoints.map { points in
            clue(points, texts.filter { Self.points(of: $0.id) == points }, pack)
        }
        let banned = Self.bannedTerms(of: texts)
        var package = package(clues, frame)
        package.followups = questions.enumerated().map { place, question in
            followup(place + 1, question, banned: banned, pack)
        }
        return package
    }

    func package(_ clues: [RoundPackage.Clue], _ frame: MadeFrame? = nil) -> RoundPackage {
        RoundPackage(
            id: "\(destination.id).\(locale.rawValue)",
            locale: locale.rawValue,
            difficulty: difficulty,
            themes: frame?.themes ?? [theme],
            destination: destination,
            intro: frame?.intro ?? "",
            revealText: frame?.revealText ?? "",
            clues: clues,
            followups: [],
            banter: frame?.banter ?? []
        )
    }

    func clue(_ points: Int, _ texts: [GoodText], _ pack: FactPack) -> RoundPackage.Clue {
        let texts = texts.sorted { $0.id < $1.id }.map { variant($0, pack) }
        let first = texts.first ?? variant(GoodText(id: "", text: "", claims: []), pack)
        var clue = RoundPackage.Clue(
            points: points,
            text: first.text,
            claims: first.claims,
            sources: first.sources,
            verification: first.verification
        )
        clue.variants = Array(texts.dropFirst())
        return clue
    }

    private func variant(_ text: GoodText, _ pack: FactPack) -> RoundPackage.Variant {
        let claims = text.claims.enumerated().map { number, claim in
            (id: "c\(text.id)\(number + 1)", claim: claim)
        }
        return RoundPackage.Variant(
            text: text.text,
            claims: claims.map { .init(id: $0.id, statement: $0.claim.statement) },
            sources: claims.map { id, claim in
                source(of: id, claim.facts.compactMap(pack.fact), saying: claim.statement)
            },
            verification: .init(
                status: .verified,
                claims: Dictionary(claims.map { ($0.id, .verified) }) { first, _ in first }
            )
        )
    }

    func followup(
        _ index: Int,
        _ question: MadeQuestion,
        banned: [String],
        _ pack: FactPack
    ) -> RoundPackage.Followup {
        let facts = [pack.fact(question.fact)].compactMap(\.self)
        return .init(
            index: index,
            q: question.q,
            a: question.a,
            accepted: question.accepted,
            sources: [source(of: nil, facts, saying: question.a)],
            antiLeak: .init(bannedTerms: banned, overlap: false)
        )
    }

    private func source(of claim: String?, _ facts: [SourcedFact], saying statement: String)
        -> RoundPackage.Source
    {
        var pages: [String] = []
        for fact in facts {
            let page =
                switch fact.source {
                case .statement(let item, _, _, _): "https://www.wikidata.org/wiki/\(item)"
                case .page(let url, _, _): url
                }
            if !pages.contains(page) { pages.append(page) }
        }
        var source = RoundPackage.Source(claim: claim, wikidata: item.id, pages: pages)
        source.evidence = facts.map { $0.evidence(of: statement) }
        return source
    }
}
