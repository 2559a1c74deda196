/** Many worlds, one after the other: each seed that breaks a promise is shrunk to a page, and the rest is summed up. */
import { setImmediate } from "node:timers/promises"
import type { Options } from "./Options.ts"
import { planOf } from "./Plan.ts"
import type { Plan } from "./Plan.ts"
import { page, replayOf } from "./report/page.ts"
import { kept, progressLine } from "./report/progress.ts"
import type { Progress } from "./report/progress.ts"
import { shrink } from "./report/shrink.ts"
import { simulate } from "./simulate.ts"
import type { Outcome } from "./simulate.ts"

export interface Running {
  readonly print: (text: string) => void
  readonly progress: Progress
  /** Asked between two worlds: true ends the run before the next one. */
  readonly isStopped: () => boolean
}

/** Seeds whose failures are shrunk to a page; of further ones there is a line. */
const mostPages = 5

const shrunk = (plan: Plan, outcome: Outcome, { bug, isJson, length }: Options): string | undefined => {
  const smaller = shrink(plan, outcome, (other) => simulate(other, bug))
  const { violation } = smaller.outcome
  if (violation === undefined) return undefined
  const again = replayOf(smaller.plan, planOf(plan.seed, length), bug?.name)
  const replay = length === 1 ? again : `${again} --length ${length}`
  return isJson
    ? JSON.stringify({ seed: plan.seed, ...violation, acts: smaller.plan.acts, tries: smaller.tries, replay })
    : `${page(smaller.outcome, violation, smaller.plan, replay)}\n`
}

const line = (plan: Plan, { violation }: Outcome, { bug, isJson, length }: Options): string => {
  const again = replayOf(plan, planOf(plan.seed, length), bug?.name)
  const replay = length === 1 ? again : `${again} --length ${length}`
  return isJson
    ? JSON.stringify({ seed: plan.seed, ...violation, replay })
    : `Seed ${plan.seed} breaks a promise: ${violation?.invariant}. Again: ${replay}`
}

/** The options of the run that simulates the seeds that are left. */
const rest = ({ bug, isJson, length, without }: Options, next: number, left: number): string =>
  [
    `pnpm simulate --seed ${next} --seeds ${left}`,
    ...(length === 1 ? [] : [`--length ${length}`]),
    ...(without.size === 0 ? [] : [`--without ${[...without].join(",")}`]),
    ...(bug === undefined ? [] : [`--bug "${bug.name}"`]),
    ...(isJson ? ["--json"] : [])
  ].join(" ")

/** @returns how many worlds broke a promise. */
export const many = async (given: Options, { isStopped, print, progress }: Running): Promise<number> => {
  const { bug, isJson, length, seed: first, seeds } = given
  const [began, worked] = [performance.now(), process.cpuUsage()]
  let [millis, steps, broken, done] = [0, 0, 0, 0]
  while (done < seeds && !isStopped()) {
    const plan = given.changed(planOf(first + done, length))
    const outcome = simulate(plan, bug)
    done += 1
    millis += outcome.simulatedMillis
    steps += outcome.steps
    if (outcome.violation !== undefined) {
      broken += 1
      progress.clear()
      print((broken <= mostPages ? shrunk(plan, outcome, given) : undefined) ?? line(plan, outcome, given))
    }
    const elapsedMillis = performance.now() - began
    progress.tell(done / seeds, () =>
      progressLine({ seed: plan.seed, done, of: seeds, broken, simulatedMillis: millis, elapsedMillis })
    )
    // A world is one synchronous piece of work: only between two of them do signals arrive, and weak references end.
    await setImmediate()
  }
  progress.clear()
  const seconds = (performance.now() - began) / 1_000
  const { system, user } = process.cpuUsage(worked)
  const coreSeconds = (system + user) / 1_000_000
  const simulatedHours = millis / 3_600_000
  const hoursPerMinute = (simulatedHours / coreSeconds) * 60
  const again = done < seeds ? rest(given, first + done, seeds - done) : undefined
  const sum = { seeds: done, first, broken, steps, simulatedHours, seconds, coreSeconds, hoursPerMinute }
  print(
    isJson
      ? JSON.stringify(again === undefined ? sum : { ...sum, next: first + done, left: seeds - done, again })
      : `${done} worlds from seed ${first}: ${kept(broken)}. ` +
          `${Math.round(simulatedHours).toLocaleString("en")} simulated hours and ${steps.toLocaleString("en")} steps in ${seconds.toFixed(1)} s: ` +
          `${Math.round(hoursPerMinute).toLocaleString("en")} hours a minute of one core, ` +
          `${((coreSeconds / Math.max(done, 1)) * 1_000).toFixed(1)} ms a world.` +
          (again === undefined ? "" : `\nStopped before seed ${first + done}. Go on with: ${again}`)
  )
  return broken
}
