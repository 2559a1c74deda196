/** The longest single evaluation that a hostile author or payload can force within the limits. */
import type { JsonObject } from "@formwork/rules/Json"
import { check } from "@formwork/rules/check"
import { compile } from "@formwork/rules/compile"
import * as Result from "effect/Result"
import { kept, median } from "../measure.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import { OPTIONS } from "../demo.ts"
import { hostileCases } from "./hostileCases.ts"
import { type BackEnd, backEnds as bare, checked } from "./ours.ts"

/** As in the service: `compile` generates no code for forms whose code would take longer to parse than to run. */
const backEnds: ReadonlyArray<BackEnd> = bare.map((one) => (one.name === "generated" ? { ...one, compile } : one))

/** How often a form is compiled anew, so that its first run, not yet optimised, counts too. */
const ATTEMPTS = 5
const RUNS = 4

interface Found {
  readonly name: string
  /** CPU time of this thread, which the rows show: the load of the machine does not count. */
  readonly cpu: number
  readonly millis: number
  readonly first: number
  /** What an evaluation threw, where one did: it never should. */
  readonly threw: string | undefined
}

/** A case that takes this long runs only once. */
const ENOUGH_MILLIS = 2000

interface Run {
  readonly wall: number
  readonly cpu: number
}

const timed = (run: () => unknown): Run => {
  const [from, before] = [performance.now(), process.threadCpuUsage()]
  kept.value = run()
  const wall = performance.now() - from
  const { system, user } = process.threadCpuUsage(before)
  return { wall, cpu: (system + user) / 1000 }
}

/** The median attempt of each case, and of an attempt its longest run. */
const longest = (backEnd: BackEnd, name: string, form: JsonObject, data: JsonObject): Found => {
  const definition = checked(form)
  const attempts: Array<ReadonlyArray<Run>> = []
  const end = performance.now() + ENOUGH_MILLIS
  try {
    while (attempts.length < ATTEMPTS && (attempts.length === 0 || performance.now() < end)) {
      const compiled = backEnd.compile(definition)
      const runs: Array<Run> = []
      for (let run = 0; run < RUNS && (run === 0 || performance.now() < end); run += 1) {
        runs.push(timed(() => compiled.evaluate(data, OPTIONS)))
      }
      attempts.push(runs)
    }
  } catch (error) {
    return { name, cpu: NaN, millis: NaN, first: NaN, threw: String(error) }
  }
  return {
    name,
    cpu: median(attempts.map((runs) => Math.max(...runs.map(({ cpu }) => cpu)))),
    millis: median(attempts.map((runs) => Math.max(...runs.map(({ wall }) => wall)))),
    first: median(attempts.map(([first]) => first?.cpu ?? NaN)),
    threw: undefined
  }
}

const kilobytes = (data: JsonObject): number => Math.ceil(Buffer.byteLength(JSON.stringify(data)) / 1024)

export const hostileRows = (wanted: (name: string) => boolean): ReadonlyArray<Row> => {
  const tick = progress("hostile forms and payloads")
  const known = hostileCases().map((one) => ({ ...one, refused: Result.isFailure(check(one.form)) }))
  const legal = known.filter(({ refused }) => !refused)
  const found: Array<Found & { readonly backEnd: string; readonly size: number }> = []
  let done = 0
  for (const { data, form, name } of legal) {
    for (const backEnd of backEnds.filter((one) => wanted("hostile") || wanted(`hostile/${one.name}`)))
      found.push({ ...longest(backEnd, name, form, data), backEnd: backEnd.name, size: kilobytes(data) })
    tick((done += 1), legal.length)
  }
  const worst = (backEnd: string): Row => {
    const own = found.filter((one) => one.backEnd === backEnd)
    const [slowest] = own.filter(({ threw }) => threw === undefined).toSorted((a, b) => b.cpu - a.cpu)
    const thrown = own.filter(({ threw }) => threw !== undefined).length
    return {
      name: backEnd === "generated" ? "hostile" : `hostile/${backEnd}`,
      ms: slowest?.cpu ?? NaN,
      wall_ms: slowest?.millis ?? NaN,
      ...(backEnd === "generated" ? { bar: "≤ 50 ms" } : {}),
      ...(thrown === 0 ? {} : { cases_that_throw: thrown }),
      notes: `the longest of ${own.length} cases: ${slowest?.name ?? "none"}`
    }
  }
  const cases = found
    .toSorted((a, b) => b.cpu - a.cpu)
    .map(({ backEnd, cpu, first, millis, name, size, threw }): Row =>
      threw === undefined
        ? { name: `hostile/${backEnd}/${name}`, ms: cpu, first_run_ms: first, wall_ms: millis, payload_kb: size }
        : { name: `hostile/${backEnd}/${name}`, notes: `throws ${threw}` }
    )
  const refused = known
    .filter((one) => one.refused)
    .map(({ name }): Row => ({ name: `hostile/${name}`, notes: "refused at publish" }))
  const worsts = backEnds.filter(({ name }) => found.some((one) => one.backEnd === name)).map(({ name }) => worst(name))
  return [...worsts, ...cases, ...refused]
}
