/** The longest stall of the server's event loop under each of a list of hostile requests. */
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
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

export const stallRows = async ({ wanted }: Options): Promise<ReadonlyArray<Row>> => {
  const target = await start()
  const tick = progress("stalls")
  const rows: Array<Row> = []
  try {
    await warmUp(target)
    const chosen = attacks.filter(({ name }) => wanted(name))
    for (const [done, { name, prepare, run }] of chosen.entries()) {
      tick(done, chosen.length)
      const given = (await prepare?.(target)) ?? ""
      await target.stall()
      const started = performance.now()
      const answers = await run(target, given)
      const seconds = (performance.now() - started) / 1_000
      const { cpu, wall } = await target.stall()
      const figures = { ms: cpu, wall_ms: wall, seconds }
      rows.push({ name, ratio: cpu / BAR, ...figures, notes: counted(answers.map(({ status }) => status)) })
    }
    tick(chosen.length, chosen.length)
  } finally {
    await target.stop()
  }
  const worst = rows.toSorted((a, b) => Number(b["ms"]) - Number(a["ms"]))[0]
  const summary = { name: "worst", ratio: worst?.ratio ?? 0, ms: Number(worst?.["ms"] ?? 0), bar: `≤ ${BAR} ms` }
  return [...rows, { ...summary, notes: `${worst?.name ?? "nothing was measured"}; the ratio is to the bar` }]
}
