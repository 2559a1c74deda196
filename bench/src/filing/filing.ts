/** Filings per second, at the store and through HTTP, beside pgbench filing one at a time on the same server. */
import { median, quantile } from "../measure.ts"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import * as Arena from "./Arena.ts"
import * as Http from "./http.ts"
import * as Pgbench from "./pgbench.ts"
import * as Pooler from "./pooler.ts"
import * as Store from "./store.ts"

const FORMS = 50
/** Besides 8 and 32: how many connections a core of Postgres wants (docs/scaling.md). */
const CONNECTIONS = [1, 2, 4, 16, 64, 90]

/** The same through a pooler. */
const POOLED = [16, 90, 200]

const SECONDS = 4
const WARM_SECONDS = 2

interface Contender {
  readonly name: string
  /** Whose rate is the 1 of its ratios. */
  readonly beside: string
  readonly run: (seconds: number) => Promise<{ readonly perSecond: number; readonly cpuMicros?: number }>
  readonly bar?: string
  readonly notes: string
}

/** Forms to file against. */
interface Course {
  readonly suffix: string
  readonly forms: ReadonlyArray<Arena.BenchForm>
  readonly what: string
  readonly bars: { readonly store?: { readonly bar: string }; readonly http?: { readonly bar: string } }
}

const contenders = (
  arena: Arena.Arena,
  store: Store.Store,
  pooler: Pooler.Pooler | undefined,
  pgbenchOf: (forms: ReadonlyArray<Arena.BenchForm>, connections: number, target?: Pgbench.Target) => Contender["run"]
): ReadonlyArray<Contender> =>
  [
    {
      suffix: "",
      forms: arena.forms,
      what: `${FORMS} forms in turn`,
      bars: { store: { bar: "≥ 0.7 ×" }, http: { bar: "≥ 0.6 ×" } }
    },
    {
      suffix: "/hot",
      forms: arena.forms.slice(0, 1),
      what: "one form, whose reference numbers are serialised",
      bars: {}
    }
  ].flatMap(({ bars, forms, suffix, what }: Course) => [
    {
      name: `pgbench/32${suffix}`,
      beside: `pgbench/32${suffix}`,
      run: pgbenchOf(forms, 32),
      notes: `32 connections, ${what}`
    },
    ...(suffix === "" ? CONNECTIONS : []).map((connections): Contender => ({
      name: `pgbench/${connections}`,
      beside: "pgbench/32",
      run: pgbenchOf(forms, connections),
      notes: `${connections} connections`
    })),
    ...(suffix === "" && pooler !== undefined
      ? POOLED.map((connections): Contender => ({
          name: `pooled/${connections}`,
          beside: "pgbench/32",
          run: pgbenchOf(forms, connections, pooler.target),
          notes: `${connections} connections to pgbouncer by transaction, which has ${Pooler.POOL} to the database; nothing is prepared`
        }))
      : []),
    { name: `pgbench/8${suffix}`, beside: `pgbench/32${suffix}`, run: pgbenchOf(forms, 8), notes: "8 connections" },
    {
      name: `store/32${suffix}`,
      beside: `pgbench/32${suffix}`,
      run: (seconds) => store.run(forms, 32, seconds),
      ...bars.store,
      notes: "32 at a time, over the store's own connections; those that come together share a statement"
    },
    {
      name: `http/32${suffix}`,
      beside: `pgbench/32${suffix}`,
      run: (seconds) => Http.run(arena, forms, 32, seconds),
      ...bars.http,
      notes: "32 connections; each filing is admitted and evaluated"
    }
  ])

const measured = async (
  all: ReadonlyArray<Contender>,
  rounds: number,
  tick: (done: number, of: number) => void
): Promise<ReadonlyArray<Row>> => {
  const total = all.length * (rounds + 1)
  const rates = new Map(all.map(({ name }) => [name, { perSecond: Array<number>(), cpuMicros: Array<number>() }]))
  let done = 0
  for (const { run } of all) {
    await run(WARM_SECONDS)
    tick((done += 1), total)
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, run } of [...all.slice(round % all.length), ...all.slice(0, round % all.length)]) {
      const { cpuMicros, perSecond } = await run(SECONDS)
      rates.get(name)?.perSecond.push(perSecond)
      if (cpuMicros !== undefined) rates.get(name)?.cpuMicros.push(cpuMicros)
      tick((done += 1), total)
    }
  }
  return all.map(({ bar, beside, name, notes }): Row => {
    const own = rates.get(name)
    const one = rates.get(beside)
    const ratios = (own?.perSecond ?? []).map((rate, round) => rate / (one?.perSecond[round] ?? Number.NaN))
    return {
      name,
      ratio: median(ratios),
      ratio_low: quantile(ratios, 0.1),
      ratio_high: quantile(ratios, 0.9),
      per_second: Math.round(median(own?.perSecond ?? [])),
      ...(own?.cpuMicros.length ? { node_cpu_us: Math.round(median(own.cpuMicros)) } : {}),
      ...(bar === undefined ? {} : { bar }),
      notes
    }
  })
}

export const filingRows = async ({ rounds, wanted }: Options): Promise<ReadonlyArray<Row>> => {
  const tick = progress("filing")
  const arena = await Arena.start(FORMS)
  const store = await Store.prepare(arena)
  const pooler = await Pooler.start(arena)
  const scripts: Array<{ readonly remove: () => void }> = []
  try {
    const all = contenders(arena, store, pooler, (forms, connections, target) => {
      const script = Pgbench.prepare(arena, store.filing, forms, connections, target)
      scripts.push(script)
      return async (seconds) => ({ perSecond: await script.run(seconds) })
    })
    const named = all.filter(({ name }) => wanted(name))
    const beside = new Set(named.map((one) => one.beside))
    const needed = all.filter((one) => named.includes(one) || beside.has(one.name))
    return await measured(needed, rounds, tick)
  } finally {
    for (const script of scripts) script.remove()
    await pooler?.stop()
    await store.close()
    await arena.stop()
  }
}
