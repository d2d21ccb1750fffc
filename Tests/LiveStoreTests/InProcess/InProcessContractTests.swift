import LiveStore
import StoreContracts
import Testing

struct InProcessContractTests {
    @Test(arguments: LiveStoreLaw.all)
    func `the in-process store keeps the law`(_ law: LiveStoreLaw) async throws {
        try await law.check(InProcessFixture().underTest)
    }
}
