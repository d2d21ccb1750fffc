import HTTP
import Testing

struct HTTPDateTests {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
    func `a moment has its date`(epochSeconds: Int, date: String) {
        #expect(HTTPDate.format(epochSeconds: epochSeconds) == date)
    }

    @Test func `counting day by day comes to the same`() {
        let names = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        var days = 0
        for year in 1970..<2110 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (name, length) in zip(names, lengths) {
                for day in 1...length {
                    let date = HTTPDate.format(epochSeconds: days * 86_400 + 3_661)
                    let expected = "\(day < 10 ? "0" : "")\(day) \(name) \(year) 01:01:01 GMT"
                    if !date.hasSuffix(expected) { Issue.record("\(date) is not \(expected)") }
                    days += 1
                }
            }
        }
    }
}
