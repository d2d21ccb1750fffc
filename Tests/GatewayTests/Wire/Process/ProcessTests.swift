import Testing

/// Tests of whole processes; one at a time, as each takes a core to start.
@Suite(.serialized) enum ProcessTests {}
