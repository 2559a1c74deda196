/** Many forms at once: evaluated in turn, compiled, and kept in memory. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import type { CompiledForm } from "@formwork/rules/CompiledForm"
import type { JsonObject } from "@formwork/rules/Json"
import { kept, measure, median, quantile, ROTATION, worked } from "../measure.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import { example, OPTIONS } from "../demo.ts"
import { type BackEnd, backEnds, checked } from "./ours.ts"
import { validPayloads } from "./payloads.ts"
import { formVariant, payloadVariant } from "./variants.ts"

const FORMS = 500
const SETTLING_MILLIS = 60_000
/** V8 optimises a function after enough runs, a smaller one after more: fewer passes than this optimise nothing. */
const FEWEST_PASSES = 1_000

interface Pair {
  readonly form: CompiledForm
  readonly data: JsonObject
}

const pairs = ({ compile }: BackEnd): ReadonlyArray<Pair> => {
  const payloads = validPayloads(ROTATION, 3)
  return Array.from({ length: FORMS }, (_, index) => ({
    form: compile(checked(formVariant(index))),
    data: payloadVariant(payloads[index % ROTATION] ?? example, index)
  }))
}

const pass = (all: ReadonlyArray<Pair>): number => {
  const from = worked()
  for (const { data, form } of all) kept.value = form.evaluate(data, OPTIONS)
  return (worked() - from) / all.length
}

/** Runs passes until they get no faster, or time is up: V8 has hundreds of functions to optimise. Returns the first passes' time. */
const settle = (all: ReadonlyArray<Pair>): { readonly early: number; readonly passes: number } => {
  const early = median(Array.from({ length: 19 }, () => pass(all)))
  const end = performance.now() + SETTLING_MILLIS
  let [best, passes, idle] = [early, 20, 0]
  while ((idle < 5 || passes < FEWEST_PASSES) && performance.now() < end) {
    const latest = median(Array.from({ length: 50 }, () => pass(all)))
    passes += 50
    idle = latest < best * 0.95 ? 0 : idle + 1
    best = Math.min(best, latest)
  }
  return { early, passes }
}

/** 500 forms in turn, against one of them over and over. */
export const formsRows = async (rounds: number, wanted: (name: string) => boolean): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for (const backEnd of backEnds.filter(({ name }) => wanted(`forms500/${name}`))) {
    const alone = backEnd.compile(checked(formVariant(0)))
    const payloads = validPayloads(ROTATION, 3).map((payload) => payloadVariant(payload, 0))
    const runOne = (index: number) => alone.evaluate(payloads[index % ROTATION] ?? {}, OPTIONS)
    const all = pairs(backEnd)
    const { early, passes } = settle(all)
    const runMany = (index: number) => all[index % FORMS]?.form.evaluate(all[index % FORMS]?.data ?? {}, OPTIONS)
    // Both in the same rounds, so that the load of the machine and the state of V8 are the same for both.
    const [one, many] = await measure(
      [
        { name: "one form", run: runOne },
        { name: `${FORMS} forms`, run: runMany, rotation: FORMS }
      ],
      rounds,
      progress(`${FORMS} forms, ${backEnd.name}`)
    )
    if (one === undefined || many === undefined) continue
    rows.push({
      name: `forms500/${backEnd.name}`,
      ratio: many.ratio,
      ratio_low: many.ratioLow,
      ratio_high: many.ratioHigh,
      median_ns: many.median,
      low_ns: many.low,
      high_ns: many.high,
      ...(backEnd.name === "generated" ? { bar: "≤ 3 ×" } : {}),
      one_form_ns: one.median,
      first_20_passes_ns: early,
      passes_before: passes,
      notes: "to one such form in the same rounds"
    })
  }
  return rows
}

/** The garbage collector, which Node exposes only on request. */
const collector = (): (() => void) => {
  setFlagsFromString("--expose-gc")
  const gc: unknown = runInNewContext("gc")
  return () => {
    if (typeof gc === "function") {
      gc()
      gc()
    }
  }
}

const heapKilobytes = (collect: () => void): number => {
  collect()
  return process.memoryUsage().heapUsed / 1024
}

const RUNS = 200

const heapOf = ({ compile }: BackEnd) => {
  const collect = collector()
  const definitions = Array.from({ length: FORMS }, (_, index) => formVariant(index + FORMS))
  const payloads = definitions.map((_, index) => payloadVariant(example, index + FORMS))
  const forms: Array<CompiledForm> = []
  const empty = heapKilobytes(collect)
  for (const definition of definitions) forms.push(compile(checked(structuredClone(definition))))
  const compiled = heapKilobytes(collect)
  const evaluate = (): void =>
    forms.forEach((form, index) => {
      kept.value = form.evaluate(payloads[index] ?? {}, OPTIONS)
    })
  evaluate()
  const run = heapKilobytes(collect)
  for (let count = 0; count < RUNS; count += 1) evaluate()
  const warm = heapKilobytes(collect)
  const said = forms.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 / FORMS
  return { said, compiled: (compiled - empty) / FORMS, run: (run - empty) / FORMS, warm: (warm - empty) / FORMS }
}

const WARM_COMPILES = 150

/** From a definition to a form that has run once. Each time another form, because V8 caches code that it has seen. */
export const compileRows = (wanted: (name: string) => boolean): ReadonlyArray<Row> =>
  backEnds
    .filter(({ name }) => wanted("check+compile") || wanted(`check+compile/${name}`))
    .map((backEnd): Row => {
      const times: Array<{ readonly ready: number; readonly first: number }> = []
      for (let index = 0; index < FORMS; index += 1) {
        const definition = formVariant(2 * FORMS + index)
        const data = payloadVariant(example, 2 * FORMS + index)
        const from = performance.now()
        const form = backEnd.compile(checked(definition))
        const ready = performance.now()
        kept.value = form.evaluate(data, OPTIONS)
        times.push({ ready: ready - from, first: performance.now() - ready })
      }
      const warm = times.slice(WARM_COMPILES)
      const heap = heapOf(backEnd)
      return {
        name: backEnd.name === "generated" ? "check+compile" : `check+compile/${backEnd.name}`,
        ms: median(warm.map(({ ready }) => ready)),
        ms_high: quantile(
          warm.map(({ ready }) => ready),
          0.9
        ),
        first_evaluation_ms: median(warm.map(({ first }) => first)),
        heap_kb: heap.run,
        heap_kb_before_it_runs: heap.compiled,
        heap_kb_after_200_runs: heap.warm,
        heap_kb_it_says: heap.said,
        ...(backEnd.name === "generated" ? { bar: "≤ 5 ms, ≤ 60 KB" } : {}),
        notes: "heap of a form that has run once, the forms all different"
      }
    })
