/** The longest stall of the server's event loop under each of a list of hostile requests. */
import { median } from "../measure.ts"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import type { Attack } from "./Attack.ts"
import { attacks } from "./hostileRequests.ts"
import { start, type Target } from "./Target.ts"

/** The longest turn of the loop that is allowed, in milliseconds. */
const BAR = 50

/** A few of everything, before anything is measured: the first request of a process loads and compiles code. */
const warmUp = async (target: Target): Promise<void> => {
  for (const attack of attacks.filter(({ name }) => /patterns that expand|large submissions|unknown names/.test(name)))
    await attack.run(target, (await attack.prepare?.(target)) ?? "")
}

const counted = (statuses: ReadonlyArray<number>): string =>
  [...new Set(statuses)].map((status) => `${statuses.filter((one) => one === status).length} × ${status}`).join(", ")

interface Measured {
  readonly name: string
  readonly cpu: number
  readonly wall: number
  readonly seconds: number
  readonly answers: string
}

/** One round, on a server of its own: what an attack leaves in its caches would make the next round's cheaper. */
const round = async (chosen: ReadonlyArray<Attack>, tick: () => void): Promise<ReadonlyArray<Measured>> => {
  const target = await start()
  const measured: Array<Measured> = []
  try {
    await warmUp(target)
    for (const { name, prepare, run } of chosen) {
      tick()
      const given = (await prepare?.(target)) ?? ""
      await target.stall()
      const started = performance.now()
      const answers = await run(target, given)
      const seconds = (performance.now() - started) / 1_000
      const { cpu, wall } = await target.stall()
      measured.push({ name, cpu, wall, seconds, answers: counted(answers.map(({ status }) => status)) })
    }
  } finally {
    await target.stop()
  }
  return measured
}

/** The longest stall of each round: their median, because a machine with other work lengthens one or another. */
const rowOf = (name: string, rounds: ReadonlyArray<Measured>): Row => {
  const longest = rounds.map(({ cpu }) => cpu)
  const ms = median(longest)
  return {
    name,
    ratio: ms / BAR,
    ratio_low: Math.min(...longest) / BAR,
    ratio_high: Math.max(...longest) / BAR,
    ms,
    wall_ms: median(rounds.map(({ wall }) => wall)),
    seconds: median(rounds.map(({ seconds }) => seconds)),
    notes: rounds[0]?.answers ?? ""
  }
}

export const stallRows = async ({ rounds, wanted }: Options): Promise<ReadonlyArray<Row>> => {
  const chosen = attacks.filter(({ name }) => wanted(name))
  const show = progress("stalls")
  let done = 0
  const all: Array<Measured> = []
  for (let index = 0; index < rounds; index += 1)
    all.push(...(await round(chosen, () => show(done++, rounds * chosen.length))))
  show(done, rounds * chosen.length)
  const rows = chosen.map(({ name }) =>
    rowOf(
      name,
      all.filter((one) => one.name === name)
    )
  )
  const worst = rows.toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0))[0]
  const summary = { name: "worst", ratio: worst?.ratio ?? 0, ms: Number(worst?.["ms"] ?? 0), bar: `≤ ${BAR} ms` }
  return [...rows, { ...summary, notes: `${worst?.name ?? "nothing was measured"}; the ratio is to the bar` }]
}
