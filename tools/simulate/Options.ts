/** The command line's options, or a sentence about what is wrong with them. */
import { parseArgs } from "node:util"
import { bugs } from "./bugs/Bugs.ts"
import type { Bug } from "./bugs/Bug.ts"
import { faultKinds, planOf } from "./Plan.ts"
import type { FaultKind, Plan } from "./Plan.ts"

export const help = `Simulates whole worlds in virtual time: servers, workers, clients, receivers and people, with every choice from one seed.

  pnpm simulate                     1,000 worlds from a seed that is drawn
  pnpm simulate --seeds 50 --seed 7 50 worlds: seeds 7 to 56
  pnpm simulate --replay 7          one world again, with its trace
  pnpm simulate --bugs              plants each known bug, and prints the seed that finds it

  --seeds N       how many worlds (1000)
  --seed S        the first seed; the next worlds have the next seeds
  --processes N   in how many processes: one a core, and one for 50 worlds or fewer
  --length F      how long each world is busy, as a multiple of what its seed says (1)
  --replay S      one seed: prints its page if it fails, and its trace
  --acts 0,3      with --replay: these acts alone; none for no act
  --without a,b   without these kinds of faults: ${faultKinds.join(", ")}
  --servers N     with --replay: so many servers, 1 to 3
  --bug NAME      with a planted bug
  --bugs          every planted bug, each until a seed finds it; --seeds N of them at most (1000)
  --trace         with --replay: every line, ids as they are
  --json          one JSON object a line
  --help          this text

A long run says on standard error where it is: on a terminal in one line, elsewhere every minute. Ctrl-C, or SIGTERM, ends it after the world
that is running, with the totals so far and the command that goes on.

Exits with 0 where every promise was kept (with --bugs: where every bug was found), 1 where one was broken, 2 for a wrong option.
docs/simulation.md says what is simulated, and how to read a failure.`

export interface Options {
  readonly seeds: number
  readonly seed: number
  readonly length: number
  /** Undefined: as many as are good for this machine. */
  readonly processes: number | undefined
  readonly replay: number | undefined
  /** Makes a plan what the options say. */
  readonly changed: (plan: Plan) => Plan
  readonly without: ReadonlySet<FaultKind>
  readonly bug: Bug | undefined
  readonly areBugs: boolean
  readonly isTraced: boolean
  readonly isJson: boolean
}

/** A sentence for the person at the terminal. */
export class Wrong extends Error {}

const whole = (name: string, given: string, least: number, most: number): number => {
  const value = Number(given)
  if (/^\d+$/u.test(given) && value >= least && value <= most) return value
  throw new Wrong(
    `--${name} has to be a whole number from ${least} to ${most}, and is ${given === "" ? "empty" : given}.`
  )
}

const faultsOf = (given: string): ReadonlySet<FaultKind> =>
  new Set(
    given.split(",").map((name) => {
      const found = faultKinds.find((kind) => kind === name.trim())
      if (found === undefined) throw new Wrong(`--without knows ${faultKinds.join(", ")}, and not ${name}.`)
      return found
    })
  )

const bugOf = (given: string): Bug => {
  const found = bugs.find(({ name }) => name === given)
  if (found !== undefined) return found
  throw new Wrong(`There is no planted bug "${given}". There are:\n${bugs.map(({ name }) => `  ${name}`).join("\n")}`)
}

const mostSeed = 2 ** 31

const read = (args: ReadonlyArray<string>) =>
  parseArgs({
    args: [...args],
    options: {
      seeds: { type: "string" },
      seed: { type: "string" },
      length: { type: "string" },
      processes: { type: "string" },
      replay: { type: "string" },
      acts: { type: "string" },
      without: { type: "string" },
      servers: { type: "string" },
      bug: { type: "string" },
      bugs: { type: "boolean", default: false },
      trace: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  }).values

type Values = ReturnType<typeof read>

const lengthOf = ({ length = "1" }: Values): number => {
  const value = Number(length)
  if (value > 0 && value <= 1_000) return value
  throw new Wrong(`--length has to be a number above 0 and at most 1000, and is ${length}.`)
}

const mostProcesses = 256

const needsReplay = ["acts", "servers", "trace"] as const

/** @returns undefined where the help is asked for. */
export const options = (args: ReadonlyArray<string>): Options | undefined => {
  const values = readOrWrong(args)
  if (values.help) return undefined
  const replay = values.replay === undefined ? undefined : whole("replay", values.replay, 0, mostSeed)
  for (const name of needsReplay)
    if (replay === undefined && values[name] !== undefined && values[name] !== false)
      throw new Wrong(`--${name} needs --replay: it is about one world.`)
  if (values.bugs && (replay !== undefined || values.bug !== undefined))
    throw new Wrong("--bugs plants every bug: it goes with neither --replay nor --bug.")
  if (values.processes !== undefined && (replay !== undefined || values.bugs))
    throw new Wrong("--processes is about many worlds: it goes with neither --replay nor --bugs.")
  const without = values.without === undefined ? new Set<FaultKind>() : faultsOf(values.without)
  return {
    seeds: whole("seeds", values.seeds ?? "1000", 1, mostSeed),
    seed:
      values.seed === undefined
        ? values.bugs
          ? 0
          : Math.floor(Math.random() * mostSeed)
        : whole("seed", values.seed, 0, mostSeed),
    length: lengthOf(values),
    processes: values.processes === undefined ? undefined : whole("processes", values.processes, 1, mostProcesses),
    replay,
    changed: changing(values, replay, without),
    without,
    bug: values.bug === undefined ? undefined : bugOf(values.bug),
    areBugs: values.bugs,
    isTraced: values.trace,
    isJson: values.json
  }
}

/** The arguments of a command line that gives the same worlds to the same seeds. */
export const argumentsOf = ({
  bug,
  isJson,
  length,
  without
}: Pick<Options, "bug" | "isJson" | "length" | "without">): ReadonlyArray<string> => [
  ...(length === 1 ? [] : ["--length", String(length)]),
  ...(without.size === 0 ? [] : ["--without", [...without].join(",")]),
  ...(bug === undefined ? [] : ["--bug", bug.name]),
  ...(isJson ? ["--json"] : [])
]

const readOrWrong = (args: ReadonlyArray<string>): Values => {
  try {
    return read(args)
  } catch (error) {
    throw new Wrong(`${error instanceof Error ? error.message : String(error)} See --help.`)
  }
}

const changing = (
  { acts, servers }: Values,
  replay: number | undefined,
  without: ReadonlySet<FaultKind>
): ((plan: Plan) => Plan) => {
  const most = replay === undefined ? 0 : planOf(replay).acts.length - 1
  const chosen =
    acts === undefined || acts === "none"
      ? undefined
      : new Set(acts.split(",").map((number) => whole("acts", number.trim(), 0, most)))
  const count = servers === undefined ? undefined : whole("servers", servers, 1, 3)
  return (plan) => ({
    ...plan,
    without,
    servers: count ?? plan.servers,
    acts: acts === "none" ? [] : plan.acts.filter(({ number }) => chosen?.has(number) ?? true)
  })
}
