/** Simulates worlds, replays one, or plants bugs: `pnpm simulate --help`. */
import { bugs } from "./bugs/Bugs.ts"
import { help, options, Wrong } from "./Options.ts"
import type { Options } from "./Options.ts"
import { planOf } from "./Plan.ts"
import type { Plan } from "./Plan.ts"
import { page, replayOf, trace } from "./report/page.ts"
import { shrink } from "./report/shrink.ts"
import { simulate } from "./simulate.ts"
import type { Outcome } from "./simulate.ts"

const { isTTY } = process.stderr

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** How often the line of progress is written. */
const progressEveryMillis = 200

const bar = (share: number): string => "█".repeat(Math.round(share * 30)).padEnd(30, "·")

/** Shows progress on a terminal alone. */
const progress = (of: number) => {
  let shownAt = 0
  return {
    tell: (done: number, says: string) => {
      const now = performance.now()
      if (!isTTY || now - shownAt < progressEveryMillis) return
      shownAt = now
      process.stderr.write(`\r\u001b[K${bar(done / of)} ${says}`)
    },
    end: () => {
      if (isTTY) process.stderr.write("\r\u001b[K")
    }
  }
}

const failed = (plan: Plan, outcome: Outcome, { bug, isJson, length }: Options): void => {
  const smaller = shrink(plan, outcome, (other) => simulate(other, bug))
  const { violation } = smaller.outcome
  if (violation === undefined) return
  const again = replayOf(smaller.plan, planOf(plan.seed, length), bug?.name)
  const replay = length === 1 ? again : `${again} --length ${length}`
  if (isJson)
    print(JSON.stringify({ seed: plan.seed, ...violation, acts: smaller.plan.acts, tries: smaller.tries, replay }))
  else print(`${page(smaller.outcome, violation, smaller.plan, replay)}\n`)
}

/** Seeds whose failures are shrunk and printed; further ones are counted. */
const mostPages = 5

const many = (given: Options): number => {
  const { bug, isJson, length, seed: first, seeds } = given
  const shown = progress(seeds)
  const [began, worked] = [performance.now(), process.cpuUsage()]
  let [millis, steps, broken] = [0, 0, 0]
  for (let seed = first; seed < first + seeds; seed++) {
    const plan = given.changed(planOf(seed, length))
    const outcome = simulate(plan, bug)
    millis += outcome.simulatedMillis
    steps += outcome.steps
    if (outcome.violation !== undefined && ++broken <= mostPages) {
      shown.end()
      failed(plan, outcome, given)
    }
    shown.tell(seed - first + 1, `seed ${seed}, ${seed - first + 1} of ${seeds}; ${broken} broke a promise`)
  }
  shown.end()
  const seconds = (performance.now() - began) / 1_000
  const { system, user } = process.cpuUsage(worked)
  const coreSeconds = (system + user) / 1_000_000
  const hours = millis / 3_600_000
  const hoursPerMinute = (hours / coreSeconds) * 60
  const sum = { seeds, first, broken, steps, simulatedHours: hours, seconds, coreSeconds, hoursPerMinute }
  if (isJson) print(JSON.stringify(sum))
  else
    print(
      `${seeds} worlds from seed ${first}: ${broken === 0 ? "every promise was kept" : `${broken} broke a promise`}. ` +
        `${Math.round(hours).toLocaleString("en")} simulated hours and ${steps.toLocaleString("en")} steps in ${seconds.toFixed(1)} s: ` +
        `${Math.round(hoursPerMinute).toLocaleString("en")} hours a minute of one core.`
    )
  return broken === 0 ? 0 : 1
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
  const shown = progress(bugs.length)
  let missed = 0
  for (const [place, bug] of bugs.entries()) {
    let found: Outcome | undefined
    let seed = first
    for (; seed < first + seeds && found?.violation === undefined; seed++) {
      found = simulate(changed(planOf(seed, length)), bug)
      shown.tell(place, `${bug.name}: seed ${seed}`)
    }
    shown.end()
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

const main = (): number => {
  try {
    const given = options(process.argv.slice(2))
    if (given === undefined) {
      print(help)
      return 0
    }
    if (given.areBugs) return planted(given)
    return given.replay === undefined ? many(given) : one(given, given.replay)
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on("error", () => process.exit())
process.exitCode = main()
