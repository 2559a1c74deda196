/** Random forms that are sound by construction, and payloads for them that are mostly not. */
import * as fc from "fast-check"
import { jsonValues } from "./jsonValues.ts"
import type { Json, JsonObject } from "../src/Json.ts"
import { formOf, oneOfEach } from "./support.ts"

const literal = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 2 }))
  .map(([n, d]) => (n / 10 ** d).toFixed(d))

interface Expressions {
  readonly number: string
  readonly boolean: string
  readonly text: string
}

/** Expressions over `oneOfEach` and earlier computed fields; `round` keeps products within 18 decimals. */
const expressions = (numbers: ReadonlyArray<string>, booleans: ReadonlyArray<string>) =>
  fc.letrec<Expressions>((tie) => {
    const n = tie("number")
    const b = tie("boolean")
    const t = tie("text")
    return {
      number: fc.oneof(
        { maxDepth: 4, depthIdentifier: "e" },
        fc.oneof(literal, fc.constantFrom("whole", "other", "amount", "price", ...numbers)),
        fc.tuple(n, fc.constantFrom("+", "-"), n).map(([x, o, y]) => `(${x} ${o} ${y})`),
        fc.tuple(n, n).map(([x, y]) => `round(round(${x}, 2) * round(${y}, 2), 2)`),
        fc.tuple(n, n, fc.constantFrom("", ", 'even'")).map(([x, y, m]) => `round(${x} / ${y}, 2${m})`),
        fc.tuple(b, n, n).map(([c, x, y]) => `(${c} ? ${x} : ${y})`),
        fc.tuple(n, n).map(([x, y]) => `coalesce(${x}, ${y})`),
        fc.tuple(n, n).map(([x, y]) => `max(${x}, min(${y}, 5.5))`),
        n.map((x) => `floor(${x})`),
        n.map((x) => `-abs(${x})`),
        t.map((x) => `length(${x})`),
        fc.constantFrom(
          "sum(drivers, d, d.fee)",
          "count(drivers, d, d.age > other)",
          "max(filter(drivers, d, d.main), e, e.age)",
          "round(avg(drivers, d, d.age), 1)",
          "size(extras)",
          "yearsBetween(born, today)"
        )
      ),
      boolean: fc.oneof(
        { maxDepth: 4, depthIdentifier: "e" },
        fc.constantFrom(
          "flag",
          "true",
          "cover == 'comp'",
          "'car' in extras",
          "born < today",
          "whole == null",
          ...booleans
        ),
        fc.tuple(n, fc.constantFrom("==", "!=", "<", "<=", ">", ">="), n).map(([x, o, y]) => `${x} ${o} ${y}`),
        fc.tuple(n, n, n).map(([x, y, z]) => `${x} / ${y} < ${z}`),
        fc.tuple(b, fc.constantFrom("&&", "||"), b).map(([x, o, y]) => `((${x}) ${o} (${y}))`),
        b.map((x) => `!(${x})`),
        fc.tuple(n, n).map(([x, y]) => `${x} in [${y}, 1, 2.5]`),
        fc.constantFrom("any(drivers, d, d.age > 30)", "all(drivers, d, d.main)", "contains(note, 'a')", "note == null")
      ),
      text: fc.oneof(
        { maxDepth: 2, depthIdentifier: "e" },
        fc.constantFrom("note", "cover", "'é'"),
        fc.tuple(t, t).map(([x, y]) => `${x} + ${y}`),
        n.map((x) => `text(${x})`)
      )
    }
  })

const computed = (slug: string, index: number): fc.Arbitrary<JsonObject> => {
  const earlier = Array.from({ length: index }, (_, at) => `c${at}`)
  const { boolean, number } = expressions(
    earlier.filter((_, at) => at % 2 === 0),
    earlier.filter((_, at) => at % 2 === 1)
  )
  const visible = fc.option(boolean, { nil: undefined, freq: 3 })
  const value =
    index % 2 === 0
      ? number.map((formula): JsonObject => ({ slug, type: "number", decimals: 3, formula: `round(${formula}, 3)` }))
      : boolean.map((formula): JsonObject => ({ slug, type: "boolean", formula }))
  return fc
    .tuple(value, visible)
    .map(([field, visibleWhen]) => (visibleWhen === undefined ? field : { ...field, visibleWhen }))
}

/** A form of `oneOfEach`, six computed fields, and rules of every kind. Fields read earlier ones only, so nothing is circular. */
export const form: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.tuple(...Array.from({ length: 6 }, (_, index) => computed(`c${index}`, index))),
    expressions(["c0", "c2"], ["c1", "c3"]).boolean,
    expressions(["c0", "c2"], ["c1", "c3"]).boolean,
    fc.subarray(["whole", "note", "born", "extras", "drivers"])
  )
  .map(([fields, check, when, required]) =>
    formOf({
      fields: [
        ...oneOfEach.map((field) =>
          typeof field === "object" && field !== null && "slug" in field && required.includes(String(field["slug"]))
            ? { ...field, required: true }
            : field
        ),
        ...fields
      ],
      checks: [
        { id: "k", check, message: "{whole} {c0} {cover}" },
        { id: "r", field: "drivers.age", check: "age < 90", message: "{name}" }
      ],
      outcomes: [{ id: "o", severity: "info", when, message: "{price} {c1}" }],
      effects: [{ id: "e", kind: "delivery", url: "https://example.org", secret: "s", when }]
    })
  )

const orStrange = (value: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.oneof(
    { arbitrary: value, weight: 6 },
    { arbitrary: jsonValues(), weight: 1 },
    { arbitrary: fc.constant(null), weight: 1 }
  )

const date = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((value) => value.toISOString().slice(0, 10))
const money = fc.integer({ min: -100_000, max: 100_000 }).map((cents) => (cents / 100).toFixed(2))

const members = {
  whole: orStrange(fc.integer({ min: -50, max: 200 })),
  other: orStrange(fc.integer({ min: -5, max: 5 })),
  amount: orStrange(fc.integer({ min: -1000, max: 1000 }).map((value) => value / 100)),
  price: orStrange(fc.oneof(money, money.map(Number))),
  flag: orStrange(fc.boolean()),
  note: orStrange(fc.string({ maxLength: 8 })),
  born: orStrange(date),
  cover: orStrange(fc.constantFrom("comp", "tpo", "none")),
  extras: orStrange(fc.subarray(["car", "legal"])),
  drivers: orStrange(
    fc.array(
      orStrange(
        fc.record(
          {
            age: orStrange(fc.integer({ min: 0, max: 99 })),
            fee: orStrange(money),
            main: orStrange(fc.boolean()),
            name: orStrange(fc.string())
          },
          { requiredKeys: [] }
        )
      ),
      { maxLength: 4 }
    )
  ),
  c0: orStrange(fc.integer()),
  "whole ": fc.constant(1)
}

/** A payload for `form`: some values right, some wrong, some missing, some under unknown names. */
export const payload: fc.Arbitrary<JsonObject> = fc.record(members, { requiredKeys: [] })

export const shuffled = <A>(values: ReadonlyArray<A>): fc.Arbitrary<ReadonlyArray<A>> =>
  fc.shuffledSubarray([...values], { minLength: values.length, maxLength: values.length })
