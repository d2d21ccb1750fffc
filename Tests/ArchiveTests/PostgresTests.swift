import Testing

/// Tests on a real server; one at a time, as other tests share the machine with it.
@Suite(.serialized) enum PostgresTests {}
