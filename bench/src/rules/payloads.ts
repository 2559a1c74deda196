/** Quotes to evaluate: random valid ones, and the same with errors in them. */
import type { Json, JsonObject } from "@formwork/rules/Json"
import { itemsOf, membersOf } from "../json.ts"
import { type Random, random } from "../random.ts"

type Members = { [slug: string]: Json }

const two = (value: number): string => String(value).padStart(2, "0")

const date = (chance: Random, from: number, to: number): string =>
  `${chance.whole(from, to)}-${two(chance.whole(1, 12))}-${two(chance.whole(1, 28))}`

const money = (chance: Random, least: number, most: number): string => (chance.whole(least, most) / 100).toFixed(2)

/** People mostly enter round amounts, for which half pennies are frequent. */
const sum = (chance: Random, least: number, most: number): string =>
  chance.chance(0.5) ? money(chance, least, most) : `${chance.whole(least / 10_000, most / 10_000) * 100}.00`

const names = [
  "Ada Byron",
  "Charles Byron",
  "Grace Hopper",
  "Alan Turing",
  "Søren Ünal",
  "Zoë O’Neill",
  "李小龙"
] as const

const licenceNumber = (chance: Random, index: number): string =>
  `DRIVE${chance.whole(100_000, 999_999)}A${chance.whole(100, 999)}${index}`

const driver = (chance: Random, index: number): JsonObject => {
  const full = chance.chance(0.8)
  return {
    name: chance.pick(names),
    birthDate: date(chance, 1935, 2008),
    isMain: index === 0,
    licence: full ? "full" : "provisional",
    ...(full ? { licenceNumber: licenceNumber(chance, index) } : {}),
    convictions: chance.chance(0.7) ? 0 : chance.whole(1, 6)
  }
}

/** `key` with a value, in some of the quotes. */
const perhaps = (chance: Random, key: string, probability: number, value: Json): JsonObject =>
  chance.chance(probability) ? { [key]: value } : {}

const aboutVehicle = (chance: Random): JsonObject => {
  const usage = chance.pick(["social", "commuting", "business"])
  const annualMiles = chance.whole(1000, 60_000)
  const modified = chance.chance(0.2)
  return {
    registration: `${chance.pick(["AB", "KX", "LM"])}${chance.whole(10, 99)}${chance.pick([" ", ""])}${chance.pick(["CDE", "XYZ"])}`,
    ...perhaps(chance, "advert", 0.2, `https://cars.example.com/ad/${chance.whole(1, 1e6)}?q=1`),
    vehicleValue: sum(chance, 10_000, 50_000_000),
    ...perhaps(chance, "engineLitres", 0.9, chance.whole(1, 80) / 10),
    ...perhaps(chance, "firstRegistered", 0.9, date(chance, 1981, 2025)),
    annualMiles,
    usage,
    ...(usage === "business" ? { businessMiles: chance.whole(1, annualMiles) } : {}),
    ...perhaps(chance, "overnight", 0.9, chance.pick(["garage", "drive", "street"])),
    modified,
    ...(modified ? { modifications: `Wheels, ${"chrome ".repeat(chance.whole(1, 8))}` } : {}),
    ...perhaps(chance, "tracker", 0.7, chance.chance(0.5))
  }
}

/** A quote without a problem, on any day from 2026 on. */
export const validPayload = (chance: Random): JsonObject => {
  const byPhone = chance.chance(0.5)
  const noClaimsYears = chance.whole(0, 25)
  const cover = chance.pick(["comp", "tpft", "tpo"])
  return {
    proposerName: chance.pick(names),
    email: `user${chance.whole(1, 1e6)}@mail.example.com`,
    ...(byPhone ? { phone: `+44 20 7946 ${chance.whole(1000, 9999)}` } : {}),
    contactBy: byPhone ? ["email", "phone"] : chance.pick([["email"], ["post", "email"]]),
    ...(byPhone ? perhaps(chance, "callTime", 0.8, `${two(chance.whole(8, 19))}:${two(chance.whole(0, 59))}`) : {}),
    requestedAt: `2026-03-${two(chance.whole(1, 28))}T${two(chance.whole(0, 23))}:15:00${chance.pick(["Z", "+01:00"])}`,
    startDate: `2026-04-${two(chance.whole(1, 30))}`,
    cover,
    ...perhaps(chance, "paymentPlan", 0.8, chance.pick(["annual", "monthly"])),
    ...perhaps(chance, "voluntaryExcess", 0.7, sum(chance, 0, 100_000)),
    ...aboutVehicle(chance),
    noClaimsYears,
    ...(noClaimsYears >= 4 ? perhaps(chance, "protectNoClaims", 0.8, chance.chance(0.5)) : {}),
    ...(cover === "comp" ? perhaps(chance, "courtesyCar", 0.8, chance.chance(0.5)) : {}),
    ...perhaps(chance, "breakdown", 0.8, chance.chance(0.5)),
    ...perhaps(chance, "legalCover", 0.8, chance.chance(0.5)),
    drivers: Array.from({ length: chance.whole(1, 4) }, (_, index) => driver(chance, index))
  }
}

/** Copied through JSON, as a request brings them. */
export const parsed = (payload: JsonObject): JsonObject => JSON.parse(JSON.stringify(payload))

export const validPayloads = (count: number, seed: number): ReadonlyArray<JsonObject> => {
  const chance = random(seed)
  return Array.from({ length: count }, () => parsed(validPayload(chance)))
}

const strange: readonly [Json, ...ReadonlyArray<Json>] = [
  null,
  "",
  " ",
  true,
  -1,
  0,
  -0.5,
  1.005,
  1e-7,
  1e15,
  1e21,
  123456789.125,
  "0.10",
  "-3.00",
  "00.50",
  "1.500",
  "99999999999999999.00",
  "1e5",
  "2026-02-29",
  "0001-01-01",
  "9999-12-31",
  "2026-03-02",
  "2026-03-02t09:15:00.5z",
  "2026-03-02T24:15:00Z",
  "2026-03-02T09:15:00+23:60",
  "07:59:59",
  "20:00:01",
  "8:00",
  "comp",
  "phone",
  "x\u0000",
  "\ud800",
  "👍",
  "a@b.c",
  "a@-b.c",
  "http://user@host/",
  "ftp://x",
  [],
  ["phone", "phone"],
  ["fax"],
  [1],
  {},
  { name: 1 },
  [null, 3, {}, {}],
  [{ licence: "full" }, { licence: "full", licenceNumber: "short", age: 3, nmae: "x" }],
  "x".repeat(101),
  "👍".repeat(60),
  "x".repeat(20_001)
]

const wrongDriver = (chance: Random, drivers: Json | undefined): Json => {
  const rows = itemsOf(drivers).map(membersOf)
  const index = chance.whole(0, Math.max(0, rows.length - 1))
  const slug = chance.pick(["name", "birthDate", "isMain", "licence", "licenceNumber", "convictions", "age", "a/b~c"])
  const row: Members = { ...rows[index], [slug]: chance.pick(strange) }
  if (chance.chance(0.2)) delete row[slug]
  rows[index] = row
  if (chance.chance(0.2)) rows.push({ ...rows[0] })
  return chance.chance(0.05) ? Array.from({ length: 7 }, () => row) : rows
}

/** A quote with up to four members replaced, left out or added. */
const variation = (chance: Random, slugs: readonly [string, ...ReadonlyArray<string>]): JsonObject => {
  const payload: Members = { ...validPayload(chance) }
  for (let changes = chance.whole(1, 4); changes > 0; changes -= 1) {
    const slug = chance.pick(slugs)
    if (chance.chance(0.2)) delete payload[slug]
    else if (chance.chance(0.3)) payload["drivers"] = wrongDriver(chance, payload["drivers"])
    else if (chance.chance(0.1)) payload[chance.pick(["premum", "toString", "__proto__", "x/y~z", "vehiclevalue"])] = 1
    else payload[slug] = chance.pick(strange)
  }
  if (chance.chance(0.1)) payload["startDate"] = "2027-01-01"
  if (chance.chance(0.1)) payload["businessMiles"] = 99_999
  return parsed(payload)
}

export const variations = (
  count: number,
  seed: number,
  slugs: readonly [string, ...ReadonlyArray<string>]
): ReadonlyArray<JsonObject> => {
  const chance = random(seed)
  return Array.from({ length: count }, () => variation(chance, slugs))
}

/** The example of the demo test with several problems of different kinds. */
export const wrongQuote = (example: JsonObject): JsonObject => {
  const [main, second] = itemsOf(example["drivers"]).map(membersOf)
  return parsed({
    ...example,
    email: "nobody",
    usage: "business",
    modified: true,
    vehicleValue: "50.00",
    startDate: "2027-01-01",
    premum: "1.00",
    drivers: [
      { ...main, birthDate: "2011-01-01", convictions: 4 },
      { ...second, isMain: true, licence: "full", licenceNumber: "BYRON862104A99XX" }
    ]
  })
}
