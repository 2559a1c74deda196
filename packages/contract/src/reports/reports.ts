/** Laws of ReportStore: its counts and sums are those of a naive pass over every submission, to the last decimal. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import type { Submission } from "@formwork/domain/filing/Submission"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { FormVersion } from "@formwork/domain/forms/Form"
import type { Caller } from "@formwork/domain/callers/Caller"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import type { Tallied } from "@formwork/domain/reports/ReportStore"
import { bucketOf } from "@formwork/domain/reports/Tally"
import type { Tally, TalliedField } from "@formwork/domain/reports/Tally"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { parse, toText } from "@formwork/rules/decimal"
import { at, only } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

export const fields: ReadonlyArray<TalliedField> = [
  { slug: "age", kind: "number", computed: false, options: [] },
  { slug: "amount", kind: "number", computed: false, options: [] },
  { slug: "premium", kind: "number", computed: true, options: [] },
  { slug: "cover", kind: "choice", computed: false, options: ["comp", "tpo"] },
  { slug: "extras", kind: "choices", computed: false, options: ["legal", "car"] },
  { slug: "garaged", kind: "boolean", computed: false, options: ["true", "false"] },
  { slug: "home.rooms", kind: "number", computed: false, options: [] },
  { slug: "home.kind", kind: "choice", computed: false, options: ["comp", "tpo"] },
  { slug: "price.total", kind: "number", computed: true, options: [] }
]

/** Amounts in every way to write them: decimals of every size, and values that are not decimals. */
const Amount = Schema.Union([
  Schema.Int.check(Schema.isBetween({ minimum: -1_000_000_000_000, maximum: 1_000_000_000_000 })),
  Schema.Literals(["0", "-0.00", "0.10", "0.005", "-12.30", "999999999999999.99", "-0.0567", "123456.789012"]),
  Schema.Literals(["", "12,5", "1e3", " 1", "NaN", "--1", "[", "∞"])
])

const odd: ReadonlyArray<Json> = [null, true, "x", "[oops", [], ["comp"], [null, 1, "car"], { a: 1 }, 5]

export const Sample = Schema.Struct({
  state: Schema.Literals(["draft", "submitted", "approved"]),
  age: Schema.Int.check(Schema.isBetween({ minimum: -5, maximum: 130 })),
  amount: Amount,
  cover: Schema.Literals(["comp", "tpo", "gone"]),
  extras: Schema.Array(Schema.Literals(["legal", "car", "gone"])),
  garaged: Schema.Boolean,
  odd: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 })),
  outcomes: Schema.Array(Schema.Literals(["refer", "accept"]))
})
export type Sample = typeof Sample.Type

export const plain: Sample = {
  state: "submitted",
  age: 41,
  amount: 0,
  cover: "comp",
  extras: [],
  garaged: true,
  odd: odd.length,
  outcomes: []
}

export const valuesOf = (sample: Sample): JsonObject => {
  const strange = odd[sample.odd]
  const { age, amount, cover, extras, garaged } = sample
  const home = { rooms: amount, kind: cover, other: age }
  if (strange === undefined) return { age, amount, cover, extras, garaged, other: "x", home }
  // In the place of a group, or in it.
  const oddHome = sample.odd % 2 === 0 ? strange : { rooms: strange, kind: strange }
  return { age: strange, amount: strange, cover: strange, extras: strange, garaged: strange, home: oddHome }
}

export const file = Effect.fnUntraced(function* (owner: Caller, version: FormVersion, sample: Sample) {
  const store = yield* SubmissionStore
  const { submission } = yield* Fixture.filing(version)
  const filed = yield* store.file(
    owner,
    yield* Fixture.filing(version, {
      submission: {
        ...submission,
        workflowState: sample.state,
        data: valuesOf(sample),
        calculatedData: { premium: sample.amount, age: 1, price: { total: sample.amount, age: 1 } },
        outcomes: sample.outcomes.map((id) => ({ id, message: "…", severity: "info" as const }))
      },
      firings: []
    })
  )
  return filed._tag === "Filed" ? filed.submission : assert.fail(filed._tag)
})

const scale = 30
const isDecimal = /^-?\d+(?:\.\d+)?$/u
const unitsOf = (text: string): bigint => {
  const units = parse(text, scale)
  return typeof units === "bigint" ? units : assert.fail(text)
}

/** A value by its names, one within the other. */
const valueAt = (values: Json, slug: string): Json =>
  slug
    .split(".")
    .reduce<Json>(
      (of, name) =>
        typeof of === "object" && of !== null && !Array.isArray(of)
          ? (Object.entries(of).find(([own]) => own === name)?.[1] ?? null)
          : null,
      values
    )

/** The entries that one submission adds to a report, as `what name key`, with the value of a number. */
const seen = (submission: Submission, timeZone: string): ReadonlyArray<readonly [group: string, value?: bigint]> => {
  const { calculatedData, createdAt, data, outcomes, workflowState } = submission
  const day = DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(createdAt, timeZone))
  const found: Array<readonly [string, bigint?]> = [[`day ${workflowState} ${day}`]]
  if (workflowState === "draft") return found
  for (const id of new Set(outcomes.map((outcome) => outcome.id))) found.push([`outcome ${id} `])
  for (const { computed, kind, options, slug } of fields) {
    const value = valueAt(computed ? calculatedData : data, slug)
    if (value === null) continue
    if (kind === "number") {
      const text = typeof value === "number" || typeof value === "string" ? String(value) : ""
      if (isDecimal.test(text)) {
        const units = unitsOf(text)
        found.push([`number ${slug} ${bucketOf(toText(units, scale))}`, units])
      }
      continue
    }
    const chosen: ReadonlyArray<Json> = kind !== "choices" ? [value] : Array.isArray(value) ? value : []
    for (const one of chosen) {
      const key = typeof one !== "object" && options.includes(String(one)) ? String(one) : "?"
      found.push([`choice ${slug} ${key}`])
    }
  }
  return found
}

export const naive = (submissions: ReadonlyArray<Submission>, timeZone: string): ReadonlyArray<string> => {
  const groups = new Map<string, Array<bigint | undefined>>()
  for (const [group, value] of submissions.flatMap((submission) => seen(submission, timeZone)))
    groups.set(group, [...(groups.get(group) ?? []), value])
  return [...groups].map(([group, values]) => {
    const numbers = values.flatMap((value) => (value === undefined ? [] : [value]))
    if (numbers.length === 0) return `${group} ${values.length}`
    const sum = numbers.reduce((a, b) => a + b)
    const [min, max] = [numbers.reduce((a, b) => (b < a ? b : a)), numbers.reduce((a, b) => (b > a ? b : a))]
    return `${group} ${values.length} ${[sum, min, max].map((value) => toText(value, scale)).join(" ")}`
  })
}

export const told = ({ count, key, max, min, name, sum, what }: Tally): string =>
  [what, name, key ?? "?", count, ...(sum === null ? [] : [sum, min, max])].join(" ")

export const example = (it: It): void => {
  it.effect("a report counts submissions, and adds up their numbers to the last decimal", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const { form, version } = yield* Fixture.liveForm(owner)
      const reports = yield* ReportStore
      yield* file(owner, version, { ...plain, amount: "999999999999999.99" })
      yield* file(owner, version, { ...plain, amount: "999999999999999.99" })

      const amount = fields.filter(({ slug }) => slug === "amount")
      const about = { formId: form.id, timeZone: "UTC", from: undefined, to: undefined, fields: amount }
      const numbers = (yield* reports.tally(owner, about)).filter(({ what }) => what === "number")

      assert.deepInclude(only(numbers), { name: "amount", count: 2, sum: "1999999999999999.98" })
    })
  )
}

const laws = (it: It): void => {
  it.effect.prop(
    "counts, sums, extremes and buckets are those of a naive pass over every submission",
    [
      Schema.Array(Sample).check(Schema.isMinLength(3), Schema.isMaxLength(20)),
      Schema.Literals(["UTC", "Pacific/Auckland", "America/Los_Angeles"])
    ],
    ([samples, timeZone]) =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const { version } = yield* Fixture.liveForm(owner, "ONE")
        const other = yield* Fixture.liveForm(owner, "TWO")
        const store = yield* ReportStore
        const stored: Array<Submission> = []
        for (const sample of samples) stored.push(yield* file(owner, version, sample))
        const { submission } = yield* Fixture.filing(other.version)
        yield* (yield* SubmissionStore).file(
          owner,
          yield* Fixture.filing(other.version, { submission, reference: { prefix: "T", suffix: "", sequenceWidth: 1 } })
        )
        const about: Tallied = { formId: version.formId, timeZone, from: undefined, to: undefined, fields }
        const tallies = yield* store.tally(owner, about)
        assert.deepStrictEqual(tallies.map(told).sort(), [...naive(stored, timeZone)].sort())
        const dayOf = ({ createdAt }: Submission) =>
          DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(createdAt, timeZone))
        const today = dayOf(at(stored, 0))
        const sameDay = stored.filter((submission) => dayOf(submission) === today)
        const day = yield* store.tally(owner, { ...about, from: today, to: today })
        assert.deepStrictEqual(day.map(told).sort(), [...naive(sameDay, timeZone)].sort())
        assert.deepStrictEqual(yield* store.tally(owner, { ...about, to: "1960-12-31" }), [])
        assert.deepStrictEqual(yield* store.tally(owner, { ...about, from: "2999-01-01" }), [])
        const stranger = yield* Fixture.owner
        assert.deepStrictEqual(yield* store.tally(stranger, about), [])
      }),
    { arbitrary: { runs: 25 } }
  )
}

export const contract = suite("reports", (it) => {
  example(it)
  laws(it)
})
