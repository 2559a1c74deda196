/** Simulates worlds, replays one, or plants bugs: `pnpm simulate --help`. */
import { bugs } from "./bugs/Bugs.ts"
import { help, options, Wrong } from "./Options.ts"
import type { Options } from "./Options.ts"
import { planOf } from "./Plan.ts"
import { many } from "./many.ts"
import { page, replayOf, trace } from "./report/page.ts"
import { progressOn } from "./report/progress.ts"
import { simulate } from "./simulate.ts"
import type { Outcome } from "./simulate.ts"

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const progress = progressOn(process.stderr)

/** A first signal ends the run after the world that is running; a second one ends the process as signals do. */
const signals = (): (() => boolean) => {
  let isStopped = false
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      isStopped = true
    })
  return () => isStopped
}

const one = (given: Options, seed: number): number => {
  const plan = given.changed(planOf(seed, given.length))
  const outcome = simulate(plan, given.bug)
  const { violation } = outcome
  if (given.isTraced) print(trace(outcome))
  const again = replayOf(plan, planOf(seed, given.length), given.bug?.name)
  if (given.isJson) print(JSON.stringify({ seed, plan: { ...plan, without: [...plan.without] }, violation }))
  else if (violation !== undefined) print(page(outcome, violation, plan, again))
  else
    print(
      `Seed ${seed} keeps every promise: ${plan.acts.length} acts, ${outcome.steps} steps, ` +
        `${(outcome.simulatedMillis / 3_600_000).toFixed(1)} simulated hours.`
    )
  return violation === undefined ? 0 : 1
}

const planted = ({ changed, isJson, length, seed: first, seeds }: Options): number => {
  let missed = 0
  for (const [place, bug] of bugs.entries()) {
    let found: Outcome | undefined
    let seed = first
    for (; seed < first + seeds && found?.violation === undefined; seed++) {
      found = simulate(changed(planOf(seed, length)), bug)
      progress.tell(place / bugs.length, () => `${bug.name}: seed ${seed}`)
    }
    progress.clear()
    const violation = found?.violation
    if (violation === undefined) missed += 1
    const by = violation === undefined ? undefined : seed - 1
    if (isJson) print(JSON.stringify({ bug: bug.name, says: bug.says, seed: by, invariant: violation?.invariant }))
    else
      print(
        `${by === undefined ? "not found" : `seed ${by}`.padEnd(9)}  ${bug.name.padEnd(48)}${violation?.invariant ?? ""}`
      )
  }
  const says = `${bugs.length - missed} of ${bugs.length} planted bugs are found within ${seeds} seeds.`
  print(isJson ? JSON.stringify({ bugs: bugs.length, missed, seeds }) : says)
  return missed === 0 ? 0 : 1
}

const main = async (): Promise<number> => {
  try {
    const given = options(process.argv.slice(2))
    if (given === undefined) {
      print(help)
      return 0
    }
    if (given.areBugs) return planted(given)
    if (given.replay !== undefined) return one(given, given.replay)
    return (await many(given, { print, progress, isStopped: signals() })) === 0 ? 0 : 1
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on("error", () => process.exit())
process.exitCode = await main()
