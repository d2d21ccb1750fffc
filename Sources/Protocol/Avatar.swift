/// A player's face: a figure and a colour by their numbers, which pages know how to draw. Figures differ in
/// shape, so that nobody is told apart by colour alone.
public struct Avatar: Hashable, Codable, Sendable {
    public static let figures = 12
    public static let colours = 12

    public let figure: Int
    public let colour: Int

    /// - Returns: nil for a number that stands for no figure or no colour.
    public init?(figure: Int, colour: Int) {
        guard (0..<Self.figures).contains(figure), (0..<Self.colours).contains(colour) else {
            return nil
        }
        self.figure = figure
        self.colour = colour
    }

    private init(place: Int) {
        let (row, figure) = place.quotientAndRemainder(dividingBy: Self.figures)
        self.figure = figure
        colour = (Self.colourStep * figure + row) % Self.colours
    }

    /// Has no divisor in common with the number of colours, so that each figure comes in each of them.
    private static let colourStep = 5

    /// Each pair once. The first that differ in figure differ in colour too.
    public static let all: [Avatar] = (0..<figures * colours).map(Avatar.init(place:))

    /// - Throws: for numbers that are out of bounds: what is stored may have gone wrong.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let figure = try container.decode(Int.self, forKey: .figure)
        let colour = try container.decode(Int.self, forKey: .colour)
        guard let avatar = Avatar(figure: figure, colour: colour) else {
            throw DecodingError.dataCorruptedError(
                forKey: .figure,
                in: container,
                debugDescription: "no figure or no colour"
            )
        }
        self = avatar
    }
}

extension Avatar: DocumentObject {
    public func members(of fields: inout DocumentWriter, since old: Avatar?) {
        fields.member("figure", figure, was: old?.figure)
        fields.member("colour", colour, was: old?.colour)
    }

    /// As a client sends it.
    public var json: JSONValue {
        .object(["figure": .int(Int64(figure)), "colour": .int(Int64(colour))])
    }
}
