import GameState
import Testing

@Suite struct GameCatalogTests {
    @Test func `every game has a name of its own`() {
        let names = gameCatalog.map { $0.name }
        #expect(names.contains("tripto"))
        #expect(Set(names).count == names.count)
    }
}
