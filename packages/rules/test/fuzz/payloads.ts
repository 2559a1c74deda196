/** Random payloads for a form: mostly what it asks for, in part nothing of the kind. */
import type { FieldType } from "../../src/Definition.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { decimalsOf, type FormField, formOf } from "../oracle/Form.ts"
import { groupsOf, inGroups } from "../oracle/groups.ts"
import type { Random } from "./Random.ts"
import { present } from "../present.ts"

const dates = [
  "2024-02-29",
  "2000-01-01",
  "1950-01-01",
  "2030-12-31",
  "0001-01-01",
  "9999-12-31",
  "2026-11-21",
  "2023-03-31"
]
const wrongDates = [
  "2023-02-29",
  "1900-02-29",
  "2024-13-01",
  "2024-1-1",
  "0000-01-01",
  "2024-04-31",
  "",
  "soon",
  "2024-02-29 "
]
const times = ["09:30", "09:30:00", "09:30:15", "00:00", "23:59:59", "20:00:30", "08:00"]
const wrongTimes = ["24:00", "9:30", "09:60", "09:30:60", "09:30:15.5", ""]
const moments = [
  "2024-02-29T09:30:00Z",
  "2024-02-29T09:30:01Z",
  "2024-02-29T07:30:00-02:00",
  "2024-02-29T11:30:00-02:00",
  "2024-02-29T23:30:00-05:00",
  "2024-03-01T04:30:00Z",
  "2024-02-29T09:30:00.000000001Z",
  "2024-02-29T10:30:00+01:00",
  "2024-02-29t09:30:00.000000000z",
  "2020-01-01T00:00:00-00:00",

  "0001-01-01T00:00:00+23:59",
  "9999-12-31T23:59:59.999999999-23:59",
  "2025-12-31T23:00:00.500Z",
  "2026-01-01T00:30:00.5+01:00"
]
const wrongMoments = [
  "2024-02-29T09:30Z",
  "2024-02-29T09:30:00",
  "2023-02-29T09:30:00Z",
  "2024-02-29T09:30:60Z",
  "2024-02-29T09:30:00.0000000001Z"
]
const words = [
  "",
  "a",
  "ab",
  "abc",
  "ab1",
  "abab",
  "AB12",
  " x ",
  "\u3000\ufeff x\u0085\u00a0",
  "é",
  "👍👍",
  "1.5",
  "12-3",
  "-0.25",
  "2024-02-29",
  "line\nend",
  "xyzxyzxyzxyz",
  "comp"
]
const addresses = {
  email: [
    "a@b.co",
    "first.last+tag@sub.example.org",
    "a@b",
    "@b.co",
    "a@b..co",
    "a b@c.de",
    "a@-b.co",
    "é@b.co",
    "a@é.co",
    "a@b@c.de"
  ],
  url: [
    "http://a.b",
    "https://example.org:8080/p?q=1#f",
    "ftp://a.b",
    "https://u@a.b",
    "http://",
    "http://a.b:70000",
    "HTTP://A.B/x y",
    "http://a_b.c"
  ],
  phone: ["12345", "+44 (0)20 7946-0958", "1234", "123456789012345678901", "12a45", "++12345", "1.2.3.4.5"]
}
const oddNumbers = [
  1e21,
  5e-324,
  -0,
  0.1 + 0.2,
  1e300,
  -1e16,
  0.1,
  1e-7,
  123456789.123456,
  999999999999999,
  1000000000000000,
  -999999999999999,
  9007199254740992,
  99999999.9999999,
  0.000001,
  450359962737049.5,
  1.005,
  2.675,
  1.7976931348623157e308
]
const oddMoney = [
  "1.500",
  "-0.00",
  "+1",
  "1.",
  ".5",
  "01",
  "1e3",
  "1,000",
  " 1",
  "1.005",
  "",
  "999999999999999",
  "9999999999999.99",
  "10000000000000.00",
  "9".repeat(45),
  "-1.1"
]
const strange: ReadonlyArray<Json> = JSON.parse(
  `[null, true, false, 0, 1, "", "x", [], {}, [null], [[]], [{}], {"length": 1}, "\\ud800", "a\\u0000", ["comp", 1],
    ["\\udc00"], "__proto__", ["__proto__"], {"__proto__": 1}, "undefined", 1e21, "${"1".repeat(70)}"]`
)
const unknownNames = [
  "__proto__",
  "constructor",
  "toString",
  "alpha ",
  "alph",
  "a/b",
  "~x",
  "beta.x",
  "",
  "ALPHA",
  "0",
  "hasOwnProperty"
]

const uploads = [
  "01890a5d-ac96-774b-bcce-b302099a8057",
  "00000000-0000-4000-8000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "01890a5d-ac96-774b-bcce-b302099a8058"
]
const wrongUploads = [
  "01890A5D-AC96-774B-BCCE-B302099A8057",
  "01890a5dac96774bbcceb302099a8057",
  "{01890a5d-ac96-774b-bcce-b302099a8057}",
  "urn:uuid:01890a5d-ac96-774b-bcce-b302099a8057",
  "01890a5d-ac96-774b-bcce-b302099a805",
  "01890a5d-ac96-774b-bcceb-302099a8057",
  "01890a5d-ac96-774b-bcce-b302099a805g",
  "01890a5d-ac96-774b-bcce-b302099a8057\n",
  "photo.png",
  ""
]

/** How a payload is made: a calm one is nearly all right, and its numbers are small. */
interface Taste {
  readonly random: Random
  readonly isCalm: boolean
}

const isOdd = ({ isCalm, random }: Taste, times: number): boolean => random.once(isCalm ? times * 12 : times)

const decimalText = ({ isCalm, random }: Taste, decimals: number): string => {
  const sizes = [10, 1000, 100_000, 999_999_999, 999_999_999_999_999]
  const most = isCalm ? random.pick(sizes.slice(0, 3)) * 10 ** Math.min(2, decimals) : random.pick(sizes)
  const units = String(random.whole(0, most)).padStart(decimals + 1, "0")
  const sign = random.once(4) ? "-" : ""
  return decimals === 0 ? sign + units : `${sign}${units.slice(0, -decimals)}.${units.slice(-decimals)}`
}

const numberFor = (taste: Taste, field: FormField): Json => {
  const { random } = taste
  if (isOdd(taste, 15)) return random.pick(oddNumbers)
  if (field.type === "money") {
    if (isOdd(taste, 15)) return random.pick(oddMoney)
    const text = decimalText(taste, decimalsOf(field))
    return random.once(3) ? Number(text) : text
  }
  if (random.once(3))
    return random.pick([0, 1, 2, 3, -1, 5, 10, 100, ...(decimalsOf(field) > 0 ? [0.5, 2.5, -2.5] : [])])
  if ((field.min ?? field.max) !== undefined && random.once(3))
    return Number(field.min ?? field.max) + random.whole(-1, 1)
  return Number(decimalText(taste, decimalsOf(field)))
}

const oneOf = (taste: Taste, right: ReadonlyArray<string>, wrong: ReadonlyArray<string>): string =>
  isOdd(taste, 12) ? taste.random.pick(wrong) : taste.random.pick(right)

const dateFor = (taste: Taste): string => {
  const { random } = taste
  if (random.once(2)) return oneOf(taste, dates, wrongDates)
  const [year, month, day] = [random.whole(1900, 2100), random.whole(1, 12), random.whole(1, 29)]
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

const textFor =
  (like: ReadonlyArray<string>) =>
  ({ random }: Taste): Json =>
    random.pick(random.once(4) ? words : like)

/** A value for each type, mostly one that it takes. */
const scalars: { readonly [T in Exclude<FieldType, "list">]: (taste: Taste, field: FormField) => Json } = {
  text: textFor(words),
  longText: textFor(words),
  email: textFor(addresses.email),
  url: textFor(addresses.url),
  phone: textFor(addresses.phone),
  integer: numberFor,
  number: numberFor,
  money: numberFor,
  boolean: ({ random }) => random.once(2),
  date: dateFor,
  time: (taste) => oneOf(taste, times, wrongTimes),
  datetime: (taste) => oneOf(taste, moments, wrongMoments),
  file: (taste) => oneOf(taste, uploads, wrongUploads),
  choice: (taste, field) =>
    isOdd(taste, 12) ? taste.random.pick(words) : taste.random.pick(present(field.options)).value,
  choices: (taste, field) => {
    const { random } = taste
    const chosen = random.some(present(field.options), 2).map(({ value }) => value)
    return isOdd(taste, 8) ? [...chosen, random.pick([...chosen, "zz"])] : random.shuffled(chosen)
  }
}

/** Members by chance: some missing, some `null`, some strange, in any order, and unknown ones among them. */
const objectFor = (taste: Taste, fields: ReadonlyArray<FormField>): JsonObject => {
  const { random } = taste
  const members = fields.flatMap((field): ReadonlyArray<readonly [string, Json]> => {
    if (random.once(field.formula === undefined ? 7 : 1.1)) return []
    return [[field.slug, valueFor(taste, field)]]
  })
  if (isOdd(taste, 8)) members.push([random.pick(unknownNames), random.pick(strange)])
  return Object.fromEntries(random.once(3) ? random.shuffled(members) : members)
}

/** A row once more, its chosen options perhaps in another order. */
const again = (random: Random, row: Json): Json =>
  typeof row !== "object" || row === null || Array.isArray(row)
    ? row
    : Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? random.shuffled<Json>(value) : value])
      )

const listFor = (taste: Taste, field: FormField): Json => {
  const { random } = taste
  const most = (field.maxItems ?? 4) + (isOdd(taste, 8) ? 1 : 0)
  const rows = random.list(0, most, (): Json =>
    isOdd(taste, 20) ? random.pick(strange) : objectFor(taste, present(field.fields))
  )
  return rows.length > 0 && random.once(4)
    ? [...rows.slice(0, -1), ...rows.slice(0, 1).map((row) => again(random, row))]
    : rows
}

const valueFor = (taste: Taste, field: FormField): Json => {
  const { random } = taste
  if (random.once(25)) return null
  if (isOdd(taste, 25)) return random.pick(strange)
  return field.type === "list" ? listFor(taste, field) : scalars[field.type](taste, field)
}

export const payload = (random: Random, definition: JsonObject): JsonObject => {
  const taste = { random, isCalm: random.once(2) }
  const { fields } = formOf(definition)
  const groups = [...groupsOf(fields)]
  const flat = Object.entries(objectFor(taste, fields))
  if (groups.length === 0) return Object.fromEntries(flat)
  const group = random.pick(groups)
  if (isOdd(taste, 8)) flat.push([`${group}.${random.pick(unknownNames)}`, random.pick(strange)])
  const nested = inGroups(flat)
  if (isOdd(taste, 8)) return { ...nested, [group]: random.pick([null, {}, ...strange]) }
  // A name with a point is no way into a group.
  return isOdd(taste, 12) ? { ...nested, ...Object.fromEntries(random.some(flat, 1)) } : nested
}

export const today = (random: Random): string =>
  random.once(50) ? random.pick(wrongDates) : random.once(2) ? random.pick(dates) : dateFor({ random, isCalm: true })
