import StoreContracts
import TestSupport
import Testing

extension PostgresTests {
    @Blocking @Suite struct ContractTests {
        @Test(arguments: ArchiveLaw.all)
        func `the Postgres archive keeps the law`(_ law: ArchiveLaw) async throws {
            let test = try PostgresFixture().underTest()
            try await law.check(test)
            await test.archive.close()
        }

        @Test(arguments: ArchiveLaw.all)
        func `behind a pooler of transactions the Postgres archive keeps the law`(
            _ law: ArchiveLaw
        ) async throws {
            let test = try PostgresFixture(isPooled: true).underTest()
            try await law.check(test)
            await test.archive.close()
        }
    }
}
