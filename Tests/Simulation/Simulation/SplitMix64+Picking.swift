import Seeded

extension SplitMix64 {
    mutating func ms(_ range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range, using: &self)
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[next(below: elements.count)]
    }
}
