/// Called by libFuzzer for each input that it makes up.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do throws(Broken) {
        try Driver.target.check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError("\(error)")
    }
    return 0
}

enum Driver {
    /// libFuzzer passes over options with two dashes, and hands them on to processes of its own.
    static let target: FuzzTarget = {
        let mark = "--target="
        guard let option = CommandLine.arguments.first(where: { $0.hasPrefix(mark) }),
            let target = FuzzTarget(rawValue: String(option.dropFirst(mark.count)))
        else {
            let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
            fatalError("\(mark) is one of \(names)")
        }
        return target
    }()
}
