/** Definitions are analysed on threads: the same answers, and a thread that ends takes only its own job with it. */
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import type { Job } from "@formwork/domain/forms/Analysis"
import { AnalysisThread } from "@formwork/domain/forms/AnalysisThread"
import { FormVersionId } from "@formwork/domain/forms/Form"
import { compile } from "@formwork/rules/compile"
import { toJson } from "@formwork/rules/Evaluation"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { defaultLimits } from "@formwork/rules/Limits"
import { LongNumber } from "@formwork/rules/LongNumber"
import { layer, Threads } from "@formwork/threads/AnalysisThreads"
import work from "@formwork/threads/analysisThread"
import { type Message, read, writeInSlices } from "@formwork/threads/Message"
import { encodingOf, share, textOf } from "@formwork/threads/SharedText"
import { formAt, inputAt, PAYLOADS } from "../../rules/test/fuzz/pairs.ts"

const write = (job: Job): Message => {
  const slices = writeInSlices(job)
  for (;;) {
    const step = slices.next()
    if (step.done === true) return step.value
  }
}

const limits = { ...defaultLimits, rows: Infinity }

it("law: a text is shared in pieces as it would be at once, wherever it is cut", () => {
  const texts = ["", "a", "aé😀b", "😀".repeat(9), "x😀".repeat(5), "\ud800\ud800😀\udc00"]
  for (const text of texts)
    for (const atOnce of [2, 3, 4, 7, 100]) {
      const slices = share("/file/text", text, encodingOf(text), atOnce)
      let pauses = 0
      let step = slices.next()
      for (; step.done !== true; step = slices.next()) pauses += 1
      assert.strictEqual(textOf(step.value), text)
      assert.isAtLeast(pauses, text.length / atOnce)
    }
})

const roof = {
  title: "Roof enquiry",
  code: "ROOF",
  fields: [
    { slug: "area", type: "number", decimals: 1, required: true, min: 3 },
    { slug: "postcode", type: "text", pattern: "[A-Z]{2}[0-9]", required: true },
    { slug: "price", type: "money", currency: "NZD", formula: "round(area * 42.5, 2)" }
  ]
}
const wrong = { ...roof, fields: [...roof.fields, { slug: "price", type: "integer", formula: "aera" }] }
const long = LongNumber.of("12345678901234567890")
const rounded: Json = JSON.parse(JSON.stringify(roof), (name, value: unknown) => (name === "min" ? long : value))
/** Names a table that is not there; another is. */
const tabled = { ...roof, tables: { rates: "rate" } }

const columns = '{"keys":[{"name":"area","type":"text"}],"values":[{"name":"factor","type":"number","decimals":2}]}'
const rates = { id: "v1", table: "rate", version: 1, text: `${columns}\n["north","1.25"]\n["süd","1.5"]\n` }
const rated = {
  ...roof,
  tables: { rates: "rate" },
  fields: [
    { slug: "where", type: "choice", optionsFrom: "rates.area" },
    { slug: "factor", type: "number", decimals: 2, formula: "lookup(rates, 'factor', where)" }
  ]
}

const version = { id: FormVersionId.make("0190a5b0-0000-7000-8000-000000000001"), definition: roof }

/** What a way through text could lose: long numbers, wherever they stand; a name that objects inherit; half of a surrogate pair. */
const awkward: JsonObject = JSON.parse(
  String.raw`{"area":0,"__proto__":{"x":1},"postcode":"\ud800","a/b~1c":{"":[1,0],"~":0}}`,
  (_, value: unknown) => (value === 0 ? long : value)
)

const jobs: ReadonlyArray<Job> = [
  { kind: "draft", limits, definition: wrong, code: undefined },
  { kind: "draft", limits, definition: roof, code: "OTHER" },
  { kind: "draft", limits, definition: rounded, code: undefined },
  { kind: "faults", limits, definition: roof },
  { kind: "faults", limits, definition: wrong },
  { kind: "faults", limits, definition: tabled, tables: { texts: [], published: [["rates", 3]] } },
  { kind: "description", limits, version, now: Date.UTC(2026, 2, 9) },
  { kind: "comparison", limits, before: version, after: { draft: wrong } },
  { kind: "comparison", limits, before: version, after: { draft: roof } },
  { kind: "evaluation", limits, definition: roof, data: { area: 12.5, postcode: "AB1" }, explain: false, now: 0 },
  { kind: "evaluation", limits, definition: roof, data: { area: 12.5 }, explain: true, now: 0, today: "2026-03-09" },
  { kind: "evaluation", limits, definition: roof, data: awkward, explain: true, now: 0 },
  { kind: "evaluation", limits, definition: wrong, data: {}, explain: false, now: 0 },
  {
    kind: "examples",
    limits,
    definition: roof,
    examples: [
      { name: "One", data: { area: 12.5 }, expect: { valid: true, calculatedData: { area: "1" } } },
      { name: "Two", data: awkward, today: "2026-03-09", expect: { outcomes: ["none"] } }
    ],
    now: 0,
    room: 1_000
  },
  { kind: "examples", limits, definition: wrong, examples: [], now: 0, room: 1_000 },
  { kind: "faults", limits, definition: rated, tables: { texts: [rates] } },
  { kind: "table", limits, file: { format: "csv", text: "area,factor\nnorth €,1.25\n" }, before: columns, mostRows: 9 },
  // Half of a surrogate pair, which cannot be stored, is not lost on the way.
  { kind: "table", limits, file: { format: "ndjson", text: `${columns}\n["n\ud800","1"]\n` }, mostRows: 9 },
  { kind: "tableComparison", limits, beforeText: rates.text, afterText: `${columns}\n["north","2"]\n`, mostRows: 9 }
]

it("a job is read as it was written, with each long number in its place", () => {
  for (const job of jobs) {
    // JSON leaves out a member without a value.
    const written = Object.entries(job).filter(([, value]) => value !== undefined)
    assert.deepStrictEqual({ ...read(write(job)) }, Object.fromEntries(written))
  }
})

it("texts of tables go beside the JSON, one of a version in the same bytes each time, with a pause after each", () => {
  const large = (id: string, cell: string) => ({
    ...rates,
    id,
    text: `${columns}\n${`["${cell}","1"]\n`.repeat(100_000)}`
  })
  const texts = [large("large 1", "n"), large("large 2", "s"), large("large 3", "€")]
  const job: Job = { kind: "faults", limits, definition: rated, tables: { texts } }
  const [one, other] = [write(job), write({ ...job, definition: roof })]
  assert.isBelow(JSON.stringify(one).length, 5_000)
  assert.deepStrictEqual(
    other.texts.map(({ bytes }) => bytes),
    one.texts.map(({ bytes }) => bytes)
  )
  for (const [index, { bytes }] of one.texts.entries()) assert.strictEqual(other.texts[index]?.bytes, bytes)
  assert.deepStrictEqual({ ...read(one) }, { ...job })
  const work = writeInSlices(job)
  for (const _ of texts) assert.isFalse(work.next().done)
  assert.isTrue(work.next().done)
  const file: Job = { kind: "table", limits, file: { format: "csv", text: texts[2]?.text ?? "" }, mostRows: 9 }
  assert.isBelow(JSON.stringify(write(file)).length, 1_000)
  const { text: beforeText = "" } = texts[0] ?? {}
  const compared: Job = { kind: "tableComparison", limits, beforeText, afterText: beforeText, mostRows: 9 }
  assert.isBelow(JSON.stringify(write(compared)).length, 1_000)
})

it("a thread does not read the text of a version again whose table it has ready", () => {
  const text = { ...rates, id: "kept" }
  const message = (): Message => write({ kind: "faults", limits, definition: rated, tables: { texts: [text] } })
  assert.deepStrictEqual(work(message()), [])
  const again = message()
  const broken = again.texts.map((one) => ({ ...one, bytes: new SharedArrayBuffer(4) }))
  assert.deepStrictEqual(work({ ...again, texts: broken }), [])
})

it("what a thread makes of random forms and payloads is what their compiled forms make of them, byte for byte", () => {
  for (let pair = 0; pair < 200; pair += 1) {
    const { checked, definition } = formAt(20_261_123, Math.floor(pair / PAYLOADS))
    const { data, options } = inputAt(20_261_123, pair, definition)
    const job: Job = { kind: "evaluation", limits, definition, data, explain: false, now: 0, today: options.today }
    const evaluated = toJson(compile(checked).evaluate(data, { ...options, draft: false }))
    assert.strictEqual(JSON.stringify(work(write(job))), `{"evaluated":${evaluated},"today":"${options.today}"}`)
  }
})

const threads = (settings: { readonly timeoutMillis: number }, file?: string) =>
  layer(file).pipe(Layer.provide(Layer.succeed(Threads, { atMost: 1, megabytes: 128, ...settings })))

const fixture = new URL("./support/endingThread.ts", import.meta.url).href
const faults = (text: string): Job<"faults"> => ({ kind: "faults", limits, definition: text })

it.live("a thread answers what the same analysis answers in its caller's thread, long numbers included", () =>
  Effect.gen(function* () {
    const here = yield* AnalysisThread
    yield* Effect.gen(function* () {
      const there = yield* AnalysisThread
      assert.notStrictEqual(there, here)
      for (const job of jobs) {
        const answer = yield* here.run(job)
        assert.deepStrictEqual(yield* there.run(job), answer)
        // The function of a thread, called in this one.
        assert.deepStrictEqual(work(write(job)), answer)
      }
    }).pipe(Effect.provide(threads({ timeoutMillis: 60_000 })))
  })
)

it.live("a job that takes too long is refused as unavailable, and the next one is done by another thread", () =>
  Effect.gen(function* () {
    const { run } = yield* AnalysisThread
    const exit = yield* Effect.exit(run(faults("waits")))
    assert.isTrue(isUnavailable(exit))
    assert.deepStrictEqual(yield* run(faults("answers")), [])
  }).pipe(Effect.provide(threads({ timeoutMillis: 3_000 }, fixture)))
)

it.live("a job whose thread ends is refused as unavailable, and the next one is done by another thread", () =>
  Effect.gen(function* () {
    const { run } = yield* AnalysisThread
    assert.isTrue(isUnavailable(yield* Effect.exit(run(faults("ends")))))
    assert.deepStrictEqual(yield* run(faults("answers")), [])
  }).pipe(Effect.provide(threads({ timeoutMillis: 60_000 }, fixture)))
)

const isUnavailable = (exit: Exit.Exit<unknown>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some((reason) => "defect" in reason && reason.defect instanceof Unavailable)
