import StoreContracts
import Testing

struct SQLiteContractTests {
    @Test(arguments: ArchiveLaw.all)
    func `the SQLite archive keeps the law`(_ law: ArchiveLaw) async throws {
        let fixture = try SQLiteFixture()
        let test = try fixture.underTest()
        try await law.check(test)
        await test.archive.close()
    }
}
