/** Parts of hostile rules: expressions that cost more than they seem to, over one set of fields and payloads. */
import type { Json, JsonObject } from "@formwork/rules/Json"
import type { Random } from "../random.ts"

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const LARGE = 999_999_999_999_989
const CHARACTERS = 20_000
const ROWS = 200
const OPTIONS = 400

const options = times(OPTIONS, (index) => ({ value: `option ${index}`, label: `A label for the option ${index}` }))

/** Tables whose rows are of one kind, and of many. */
export const tables: JsonObject = {
  plain: {
    keys: [{ name: "k", type: "text" }],
    values: [
      { name: "v", type: "number" },
      { name: "w", type: "text" }
    ],
    rows: times(OPTIONS, (index) => [`option ${index}`, index, "a".repeat(1_000)])
  },
  ranges: {
    keys: ["x", "y", "z"].map((name) => ({ name, type: "number", match: "from" })),
    values: [{ name: "v", type: "integer" }],
    rows: times(OPTIONS, (index) => [index % 3 === 0 ? index : "*", index % 3 === 2 ? "*" : index, index, index])
  }
}

/** Fields of every kind. */
export const fields: ReadonlyArray<Json> = [
  ...["t", "u", "v"].map((slug) => ({ slug, type: "longText" })),
  { slug: "s", type: "text", maxLength: 200 },
  ...["a", "b"].map((slug) => ({ slug, type: "integer" })),
  ...["d", "e"].map((slug) => ({ slug, type: "number" })),
  { slug: "m", type: "money", currency: "GBP" },
  { slug: "y", type: "boolean" },
  ...["p", "q"].map((slug) => ({ slug, type: "date" })),
  { slug: "z", type: "datetime" },
  { slug: "k", type: "time" },
  { slug: "c", type: "choice", options },
  { slug: "cs", type: "choices", options },
  {
    slug: "rows",
    type: "list",
    fields: [
      { slug: "ra", type: "integer" },
      { slug: "rd", type: "number" },
      { slug: "rt", type: "text", maxLength: 60 },
      { slug: "rp", type: "date" },
      { slug: "ry", type: "boolean" }
    ]
  },
  {
    slug: "other",
    type: "list",
    fields: [
      { slug: "oa", type: "integer" },
      { slug: "od", type: "number" }
    ]
  }
]

const texts: readonly [string, ...ReadonlyArray<string>] = [
  "a".repeat(CHARACTERS),
  `${"a".repeat(CHARACTERS / 2)}b`,
  `${"ab".repeat(CHARACTERS / 2 - 1)}a`,
  "👍".repeat(CHARACTERS),
  "ŉß".repeat(CHARACTERS / 2),
  "ÀÉİ".repeat(6666),
  `x${" ".repeat(CHARACTERS - 2)}x`,
  " ".repeat(CHARACTERS),
  `1${"0".repeat(CHARACTERS - 1)}`,
  `0.${"0".repeat(CHARACTERS - 2)}`,
  "9".repeat(40),
  ""
]

/** Payloads for `fields`: each of the texts in turn, with numbers that are large at first and at random then. */
export const payloads = (chance: Random): ReadonlyArray<JsonObject> =>
  texts.map((text, index) => payload(chance, text, texts[(index + 1) % texts.length] ?? "", index === 0))

const payload = (chance: Random, t: string, u: string, large: boolean): JsonObject => {
  const whole = () => (large ? LARGE : chance.pick([LARGE, -LARGE, 1, 0, 99_999_989]))
  const decimal = () =>
    large ? 123_456_789.123456 : chance.pick([123_456_789.123456, -123_456_789.123456, 0.000001, 0])
  return {
    t,
    u,
    v: chance.pick(texts),
    s: "a".repeat(200),
    a: whole(),
    b: whole(),
    d: decimal(),
    e: decimal(),
    m: "999999999999.99",
    y: chance.chance(0.5),
    p: "0001-01-31",
    q: "9999-12-30",
    z: "2024-12-31T23:59:59.123456789+05:45",
    k: "23:59:59",
    c: "option 399",
    cs: options.map(({ value }) => value),
    rows: times(ROWS, (index) => ({
      ra: whole(),
      rd: decimal(),
      rt: "👍".repeat(60),
      rp: chance.pick(["0001-01-31", "9999-12-30", "2000-02-29"]),
      ry: index % 2 === 0
    })),
    other: times(ROWS, () => ({ oa: whole(), od: decimal() }))
  }
}

/** Conditions that any rule can hold. */
export const ofForms: readonly [string, ...ReadonlyArray<string>] = [
  "a != 2",
  "a + b != 2",
  "a * b != 2",
  "a * b * a * b != 2",
  "d * d * d * a != 2",
  "d + a != 2",
  "d - e < 0.5",
  "-a != b",
  "abs(d) < 0",
  "round(d * e, 2) != 1",
  "round(d, -3, 'even') != 1",
  "floor(d * d) != mod(floor(a * b / d, 6), e)",
  "round(pow(d, 100), 2) != 1",
  "pow(d, 40) > pow(e, 40)",
  "sqrt(a * b, 18) != 1",
  "round(product(rows, r, r.rd), 2) != 1",
  "round(hoursBetween(z, z), 2) != 1",
  "secondsBetween(z, z) != hour(z)",
  "round(d / e, 6) != 1",
  "round(a * b / d, 6) != 1",
  "d / e != a / b",
  "m * d != 1",
  "min(a, b, d, e) != 5",
  "coalesce(a, b, 1) != 3",
  "(a > b ? a : b) != 7",
  "a in [1, 2, 3, 4, 5, 6, 7]",
  "text(a) != 'x'",
  "text(d) != 'x'",
  "text(a * b) != 'x'",
  "text(d * d * d) != 'x'",
  "text(p) != 'x'",
  "text(z) != 'x'",
  "text(k) != 'x'",
  "length(t) != 3",
  "length(s) != 3",
  "length(text(a)) != 3",
  "t == u",
  "t + u == u + t",
  "t + t == u + u",
  "t + 'x' != t + 'y'",
  "contains(t, u)",
  "contains(s, 'aab')",
  "contains(t, s)",
  "startsWith(t, u)",
  "endsWith(t, u)",
  "lower(t) != 'x'",
  "upper(t) != 'x'",
  "length(upper(t)) != 3",
  "contains(upper(t), u)",
  "length(trim(t)) != 3",
  "trim(t) != 'x'",
  "trim(lower(upper(t))) != 'x'",
  "lookup(plain, 'v', t) != 3",
  "lookup(plain, 'v', t + u) != 3",
  "lookup(plain, 'w', c) == t",
  "lookup(ranges, 'v', a, d, e) != 3",
  "count(rows, r, lookup(ranges, 'v', r.ra, r.rd, d) != 3) != 3",
  "count(rows, r, lookup(plain, 'v', r.rt) != 3) != 3",
  "t in ['a', 'b', 'c']",
  "t in [u, v]",
  "number(t) == null",
  "number(s) == null",
  "number(text(a)) != 3",
  "number(text(d)) != 3",
  "matches(t, r'a*a{32}')",
  "matches(t, r'[a-z]*[a-z]{30}')",
  "matches(t, r'a*[a-b]{31}')",
  "matches(t, r'[a-z ]+')",
  "matches(t, r'(?:a|b)*a(?:a|b){6}c')",
  "matches(t, r'(?:a|b)*a(?:a|b){30}c')",
  "matches(t, r'(?:a?b?c?){20}d')",
  "matches(t, r'(a|b)*')",
  "matches(t, r'(?i)(ab|ba)*x?')",
  "matches(t, r'\\pL*\\pN\\pL*')",
  "matches(t, r'(?:\\w|\\W|\\d)*x')",
  "matches(s, r'a*a{32}')",
  "matches(s, r'(?:a|b)*a(?:a|b){20}c')",
  "matches(text(a), r'(\\d|x)*')",
  "extract(t, r'#([0-9]+)') == 'x'",
  "extract(t, r'((?:a|b)*a(?:a|b){30}c)') == 'x'",
  "extract(t, r'((?:a?b?c?){20}d)') == 'x'",
  "extract(t, r'(a*)*c') == 'x'",
  "extract(t, r'^(a{1,300})b') == 'x'",
  "extract(s, r'((?:a?){100})c') == 'x'",
  "addDays(p, 1) != q",
  "addMonths(p, 13) != q",
  "addYears(p, 1) != q",
  "addMonths(p, a) == q",
  "daysBetween(p, q) != 1",
  "monthsBetween(p, q) != 1",
  "yearsBetween(q, p) != 1",
  "year(p) != 1",
  "weekday(p) != 1",
  "date(text(p)) != q",
  "date(t) == p",
  "date(z) != p",
  "min(p, q, today) != p",
  "z != z",
  "y == (a > b)",
  "y || !y && y",
  "c == 'option 3'",
  "c in ['option 1', 'option 2', 'option 399']",
  "contains(cs, 'option 399')",
  "contains(cs, c)",
  "size(cs) != 3",
  "size(rows) != 3",
  "count(rows, r, r.ry) != 3",
  "count(rows, r, r.ra > a) != 3",
  "any(rows, r, r.ra == 7)",
  "all(rows, r, r.ra != 7)",
  "all(rows, r, r.ra != 7) == y",
  "sum(rows, r, r.ra) != 3",
  "sum(rows, r, r.ra * a) != 3",
  "sum(rows, r, r.rd * r.rd * d) != 3",
  "sum(rows, r, round(r.rd * d / e, 6)) != 3",
  "round(avg(rows, r, r.rd), 2) != 3",
  "max(rows, r, r.rd) != 3",
  "min(rows, r, r.rp) != p",
  "count(rows, r, contains(r.rt, 'x')) != 3",
  "count(rows, r, length(r.rt) == 3) != 3",
  "count(rows, r, upper(r.rt) == 'x') != 3",
  "count(rows, r, r.rt == t) != 3",
  "count(rows, r, contains(t, r.rt)) != 3",
  "count(rows, r, matches(r.rt, r'(a|b)*c')) != 3",
  "count(rows, r, extract(r.rt, r'(a|b)*c') == 'a') != 3",
  "count(rows, r, addMonths(r.rp, 1) == q) != 3",
  "count(rows, r, monthsBetween(r.rp, q) == 3) != 3",
  "count(rows, r, text(r.rd) == 'x') != 3",
  "count(rows, r, number(r.rt) == 1) != 3",
  "size(filter(filter(rows, r, r.ry), r, r.ra != 7)) != 3",
  "count(filter(rows, r, r.ra != 7), r, r.rd != 7) != 3",
  "join(rows, r, r.rt, ', ') == t",
  "length(join(cs, c2, label(c2), ', ')) != 3",
  "countDistinct(rows, r, r.rt) != 3",
  "countDistinct(rows, r, r.rd * d) != 3",
  "countDistinct(rows, r, cs) != 3",
  "countDistinct(cs, c2, c2) != 3",
  "last(rows, r, r.ra != 7, r.rt) != 'x'",
  "maxBy(rows, r, r.rp, r.rd * r.rd) != 3",
  "minBy(rows, r, z, rowNumber(r)) != 3"
]

/** Formulas, with the field that holds them; a form may compute many. */
export const formulas: readonly [readonly [string, JsonObject], ...ReadonlyArray<readonly [string, JsonObject]>] = [
  ["t", { type: "longText" }],
  ["t", { type: "url" }],
  ["t", { type: "email" }],
  ["t", { type: "phone" }],
  ["t", { type: "longText", minLength: 5 }],
  ["t + u", { type: "longText" }],
  ["upper(t)", { type: "longText" }],
  ["t", { type: "longText", pattern: "[a-z]*[a-z]{32}" }],
  ["t", { type: "longText", pattern: "(?:a|b)*a(?:a|b){20}c" }],
  ["cs", { type: "choices", options }],
  ["c", { type: "choice", options }],
  ["text(a)", { type: "text" }],
  ["a + b", { type: "integer" }],
  ["d", { type: "number" }],
  ["round(d * e, 2)", { type: "number", decimals: 2 }],
  ["round(d * d * d * e, 2)", { type: "money", currency: "GBP" }],
  ["round(a * b / d, 2)", { type: "money", currency: "GBP" }],
  ["sum(rows, r, r.ra * a) - sum(rows, r, r.ra * a)", { type: "integer" }],
  ["sum(other, o, o.oa * a) - sum(other, o, o.oa * b)", { type: "integer" }],
  ["p", { type: "date", min: "2000-01-01" }],
  ["addMonths(p, 1)", { type: "date" }],
  ["z", { type: "datetime", min: "2030-01-01T00:00:00Z" }],
  ["k", { type: "time" }],
  ["a > b", { type: "boolean" }]
]

/** Messages, with what they show. */
export const messages: readonly [string, ...ReadonlyArray<string>] = [
  "No.",
  "{t}",
  "{cs}",
  "{cs}{cs}{cs}{cs}{cs}{cs}{cs}{cs}",
  "{a}{d}{m}{p}{z}{k}{c}",
  "{t}{u}{v}{t}{u}{v}"
]
