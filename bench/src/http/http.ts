/** What a request costs the server and Postgres, beside a bare node:http server that answers the same bytes, in the same run. */
import { median, quantile } from "../measure.ts"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import type { Contender, Work } from "./Contender.ts"
import { contenders, least } from "./contenders.ts"
import * as Flame from "./flame.ts"
import * as World from "./World.ts"

const SECONDS = 3
const WARM_SECONDS = 4

const rowsOf = (all: ReadonlyArray<Contender>, costs: ReadonlyMap<string, ReadonlyArray<Work>>): ReadonlyArray<Row> =>
  all.map(({ bar, beside, cost, inverse, name, notes }): Row => {
    const own = costs.get(name) ?? []
    const each = own.map((work) => work[cost] / work.requests)
    const others = (costs.get(beside) ?? []).map((work) => work[cost] / work.requests)
    const ratios = each.map((value, round) => {
      const other = others[round] ?? Number.NaN
      return inverse === true ? other / value : value / other
    })
    return {
      name,
      ratio: median(ratios),
      ratio_low: quantile(ratios, 0.1),
      ratio_high: quantile(ratios, 0.9),
      cpu_us: Math.round(median(each) * 10) / 10,
      ...(cost === "server" && own.some(({ postgres }) => postgres > 0)
        ? { postgres_us: Math.round(median(own.map(({ postgres, requests }) => postgres / requests)) * 10) / 10 }
        : {}),
      requests: own.reduce((sum, { requests }) => sum + requests, 0),
      ...(bar === undefined ? {} : { bar }),
      notes
    }
  })

/** Those that are wanted, and those beside which they are measured. */
const chosenOf = (all: ReadonlyArray<Contender>, wanted: Options["wanted"]): ReadonlyArray<Contender> => {
  const needed = new Set<string>()
  const need = (name: string): void => {
    const one = needed.has(name) ? undefined : all.find((contender) => contender.name === name)
    if (one === undefined) return
    needed.add(name)
    need(one.beside)
  }
  for (const { name } of all) if (wanted(name)) need(name)
  return all.filter(({ name }) => needed.has(name))
}

export const httpRows = async ({ profile, rounds, wanted }: Options): Promise<ReadonlyArray<Row>> => {
  const tick = progress("http")
  const recording = profile === undefined ? undefined : Flame.record(profile)
  const world = await World.start(recording?.flags ?? [])
  const lowest = await least(world)
  try {
    const all = [...contenders(world), ...lowest.rows]
    const chosen = chosenOf(all, wanted)
    const costs = new Map<string, Array<Work>>(chosen.map(({ name }) => [name, []]))
    const total = chosen.length * (rounds + 1)
    let done = 0
    for (const { run } of chosen) {
      await run(WARM_SECONDS)
      tick((done += 1), total)
    }
    for (let round = 0; round < rounds; round += 1) {
      const from = round % chosen.length
      const turned = [...chosen.slice(from), ...chosen.slice(0, from)]
      // Backwards in every second round: else a row would always come after the same one, and after the same time without a request.
      for (const { name, run } of round % 2 === 0 ? turned : turned.reverse()) {
        costs.get(name)?.push(await run(SECONDS))
        tick((done += 1), total)
      }
    }
    return rowsOf(chosen, costs)
  } finally {
    lowest.remove()
    await world.stop()
    recording?.draw()
  }
}
