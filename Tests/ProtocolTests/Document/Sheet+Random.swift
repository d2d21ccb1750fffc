import Protocol
import Seeded

extension Sheet {
    init(_ random: inout SplitMix64) {
        title = random.text()
        count = Int64(bitPattern: random.next())
        ratio = Double(random.next(below: 1_000)) / 8
        at = ServerTime(ms: Int64(random.next(below: 1_000)))
        note = random.chance(50) ? random.text() : nil
        place = random.place()
        elsewhere = random.chance(50) ? random.place() : nil
        guests = random.guests()
        waiting = random.chance(50) ? random.guests() : nil
        words = random.words()
        grid = random.grid()
        extra = random.json(depth: 2)
    }

    /// Random changes of a sheet between two versions: a few members change, some only within.
    func changed(_ random: inout SplitMix64) -> Sheet {
        let other = Sheet(&random)
        var sheet = self
        if random.chance(20) { sheet.title = other.title }
        if random.chance(20) { sheet.count = other.count }
        if random.chance(20) { sheet.ratio = other.ratio }
        if random.chance(20) { sheet.at = other.at }
        if random.chance(20) { sheet.note = other.note }
        if random.chance(20) { sheet.place.visitors += 1 }
        if random.chance(20) { sheet.elsewhere = other.elsewhere }
        if random.chance(20) { sheet.elsewhere?.name = other.title }
        if random.chance(60) { sheet.guests = random.changed(guests) }
        if random.chance(20) { sheet.waiting = other.waiting }
        if random.chance(40) { sheet.waiting = sheet.waiting.map { random.changed($0) } }
        if random.chance(40) { random.rearrange(&sheet.words) { $0.words() } }
        if random.chance(30) { random.rearrange(&sheet.grid) { $0.grid() } }
        if random.chance(20) { sheet.extra = other.extra }
        return sheet
    }
}

extension SplitMix64 {
    mutating func place() -> Sheet.Place {
        Sheet.Place(name: text(4), visitors: next(below: 3))
    }

    /// Of few ids, so that two lists often share some and one list now and then holds one twice.
    mutating func guests() -> [Sheet.Guest] {
        (0..<next(below: 6)).map { _ in
            Sheet.Guest(
                id: PlayerID(rawValue: "p\(next(below: 12))"),
                isHere: chance(50),
                favourite: chance(50) ? place() : nil,
                words: words()
            )
        }
    }

    mutating func words() -> [String] {
        (0..<next(below: 5)).map { _ in pick(["a", "b", "c", "d", "/", "~"]) }
    }

    mutating func grid() -> [[Int]] {
        (0..<next(below: 4)).map { _ in (0..<next(below: 3)).map { _ in next(below: 3) } }
    }

    mutating func changed(_ guests: [Sheet.Guest]) -> [Sheet.Guest] {
        var guests = guests
        if chance(60) { rearrange(&guests) { $0.guests() } }
        for index in guests.indices {
            if chance(30) { guests[index].isHere.toggle() }
            if chance(20) { guests[index].favourite = chance(50) ? place() : nil }
            if chance(20) { guests[index].favourite?.visitors += 1 }
            if chance(20) { rearrange(&guests[index].words) { $0.words() } }
        }
        return guests
    }

    /// Removes some, inserts some behind or in between, reorders, empties, or fills anew.
    mutating func rearrange<Element>(
        _ list: inout [Element],
        with more: (inout SplitMix64) -> [Element]
    ) {
        switch next(below: 8) {
        case 0: list = []
        case 1: list = more(&self)
        case 2: list += more(&self)
        case 3: list.insert(contentsOf: more(&self), at: next(below: list.count + 1))
        case 4: list.shuffle(using: &self)
        case 5:
            list = list.filter { _ in chance(60) }
            list += more(&self)
        case _: list = list.filter { _ in chance(60) }
        }
    }
}
