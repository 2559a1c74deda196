/** Many worlds: each seed that breaks a promise is shrunk to a page, and the rest is summed up. */
import { availableParallelism } from "node:os"
import { argumentsOf } from "./Options.ts"
import type { Options } from "./Options.ts"
import { planOf } from "./Plan.ts"
import type { Plan } from "./Plan.ts"
import { page, replayOf } from "./report/page.ts"
import { kept, progressLine } from "./report/progress.ts"
import type { Progress } from "./report/progress.ts"
import { shrink } from "./report/shrink.ts"
import { inProcesses } from "./runs/inProcesses.ts"
import { inTurn, planIn } from "./runs/inTurn.ts"
import type { Told } from "./runs/Told.ts"
import { simulate } from "./simulate.ts"

export interface Running {
  readonly print: (text: string) => void
  readonly progress: Progress
  /** Asked between two worlds: true ends the run before the next one. */
  readonly isStopped: () => boolean
}

/** Seeds whose failures are shrunk to a page; of further ones there is a line. */
const mostPages = 5

/** Worlds that are worth the start of a process. */
const worldsOfProcess = 50

const shrunk = (plan: Plan, { bug, isJson, length }: Options): string | undefined => {
  const smaller = shrink(plan, simulate(plan, bug), (other) => simulate(other, bug))
  const { violation } = smaller.outcome
  if (violation === undefined) return undefined
  const again = replayOf(smaller.plan, planOf(plan.seed, length), bug?.name)
  const replay = length === 1 ? again : `${again} --length ${length}`
  return isJson
    ? JSON.stringify({ seed: plan.seed, ...violation, acts: smaller.plan.acts, tries: smaller.tries, replay })
    : `${page(smaller.outcome, violation, smaller.plan, replay)}\n`
}

const line = (plan: Plan, { violation }: Told, { bug, isJson, length }: Options): string => {
  const again = replayOf(plan, planOf(plan.seed, length), bug?.name)
  const replay = length === 1 ? again : `${again} --length ${length}`
  return isJson
    ? JSON.stringify({ seed: plan.seed, ...violation, replay })
    : `Seed ${plan.seed} breaks a promise: ${violation?.invariant}. Again: ${replay}`
}

/** The command that simulates the seeds that are left. */
const rest = (given: Options, next: number, left: number): string =>
  [
    `pnpm simulate --seed ${next} --seeds ${left}`,
    ...(given.processes === undefined ? [] : [`--processes ${given.processes}`]),
    ...argumentsOf(given).map((argument) => (argument.includes(" ") ? `"${argument}"` : argument))
  ].join(" ")

const processesOf = ({ processes, seeds }: Options): number =>
  Math.min(processes ?? availableParallelism(), processes === undefined ? Math.ceil(seeds / worldsOfProcess) : seeds)

/** The worlds, in the order of their seeds, and what other processes have used of their cores for them. */
const worldsOf = (given: Options, processes: number, isStopped: () => boolean) =>
  processes === 1 ? { worlds: inTurn(given, isStopped), coreMicros: () => 0 } : inProcesses(given, processes, isStopped)

/** @returns how many worlds broke a promise. */
export const many = async (given: Options, { isStopped, print, progress }: Running): Promise<number> => {
  const { isJson, seed: first, seeds } = given
  const [began, worked] = [performance.now(), process.cpuUsage()]
  const processes = processesOf(given)
  const { coreMicros, worlds } = worldsOf(given, processes, isStopped)
  let [millis, steps, broken, done] = [0, 0, 0, 0]
  for await (const world of worlds) {
    const { seed, simulatedMillis, violation } = world
    done += 1
    millis += simulatedMillis
    steps += world.steps
    if (violation !== undefined) {
      broken += 1
      progress.clear()
      const plan = planIn(given, seed)
      print((broken <= mostPages ? shrunk(plan, given) : undefined) ?? line(plan, world, given))
    }
    const elapsedMillis = performance.now() - began
    progress.tell(done / seeds, () =>
      progressLine({ seed, done, of: seeds, broken, simulatedMillis: millis, elapsedMillis })
    )
  }
  progress.clear()
  const seconds = (performance.now() - began) / 1_000
  const { system, user } = process.cpuUsage(worked)
  const coreSeconds = (system + user + coreMicros()) / 1_000_000
  const simulatedHours = millis / 3_600_000
  const hoursPerMinute = (simulatedHours / coreSeconds) * 60
  const again = done < seeds ? rest(given, first + done, seeds - done) : undefined
  const sum = { seeds: done, first, broken, steps, simulatedHours, seconds, processes, coreSeconds, hoursPerMinute }
  print(
    isJson
      ? JSON.stringify(again === undefined ? sum : { ...sum, next: first + done, left: seeds - done, again })
      : `${done} worlds from seed ${first}: ${kept(broken)}. ` +
          `${Math.round(simulatedHours).toLocaleString("en")} simulated hours and ${steps.toLocaleString("en")} steps in ${seconds.toFixed(1)} s${processes === 1 ? "" : ` in ${processes} processes`}: ` +
          `${Math.round(hoursPerMinute).toLocaleString("en")} hours a minute of one core, ` +
          `${((coreSeconds / Math.max(done, 1)) * 1_000).toFixed(1)} ms a world.` +
          (again === undefined ? "" : `\nStopped before seed ${first + done}. Go on with: ${again}`)
  )
  return broken
}
