/// Every game that can be played; a new one is a folder and a line here.
public let gameCatalog: [any Game.Type] = [
    Tripto.self
]
