/**
 * Injects faults under load (killed processes, cut connections, a full disk) and checks what is stored and sent:
 * `pnpm faults [--small] [--rounds 20] [--minutes 60] [--seed 7] [--json]`. Prints one line at the end, and exits with 1 where something was lost, doubled or wrong.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Exit } from "effect"
import { parseArgs } from "node:util"
import { full, small } from "./Plan.ts"
import { run } from "./run.ts"
import type { Happened, Outcome } from "./run.ts"
import { sentence } from "./sentence.ts"
import type { Progress } from "./verdict/Draining.ts"

const usage = `pnpm faults [--small] [--rounds ${full.rounds}] [--minutes N] [--seed N] [--json]

Injects faults under load, and checks what is stored and sent.

--small       a run of a minute, as in npm test
--rounds N    how often everything happens (${full.rounds})
--minutes N   no fault begins later than that after the start: what was stored and sent by then is checked
--seed N      the seed of every choice (a new one each time)
--json        one JSON object a fault, and one for the outcome`

const parsed = () => {
  try {
    return parseArgs({
      options: {
        small: { type: "boolean", default: false },
        rounds: { type: "string" },
        minutes: { type: "string" },
        seed: { type: "string" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false }
      }
    }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    return process.exit(2)
  }
}

const values = parsed()
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
if (!Number.isSafeInteger(seed) || seed < 0) {
  console.error(`--seed has to be a whole number, and is ${values.seed}.`)
  process.exit(2)
}

const rounds = Number(values.rounds ?? full.rounds)
if (!Number.isSafeInteger(rounds) || rounds < 1) {
  console.error(`--rounds has to be a whole number above 0, and is ${values.rounds}.`)
  process.exit(2)
}
const minutes = Number(values.minutes ?? Infinity)
if (!(minutes > 0)) {
  console.error(`--minutes has to be a number above 0, and is ${values.minutes}.`)
  process.exit(2)
}
const isLate = () => performance.now() > minutes * 60_000

/** The database hangs less often than anything else happens, because each time takes longer. */
const whole = { ...full, rounds, hangs: Math.ceil((rounds * full.hangs) / full.rounds) }

const { isTTY } = process.stderr

/** Complaints on the terminal. */
const shown = 50

/** Where output is no terminal, one progress line of so many is printed. */
const progressEvery = 10

/** Lines of progress so far. */
let progressLines = 0

const pendingSays = ({ pending, perSecond }: Progress): string =>
  `${pending} effects pending, ${perSecond.toFixed(1)} fewer a second`

const tellProgress = (progress: Progress): void => {
  const says = pendingSays(progress)
  if (isTTY) process.stderr.write(`\r\u001b[K${says}`)
  else if (!values.json && progressLines++ % progressEvery === 0) process.stderr.write(`${says}\n`)
}

/** A progress bar on a terminal; otherwise a line per fault. */
const tell = (happened: Happened): void => {
  if (values.json) console.log(JSON.stringify(happened))
  if ("leftOut" in happened) {
    process.stderr.write(`Left out: ${happened.leftOut}.\n`)
    return
  }
  if ("pending" in happened) return tellProgress(happened)
  const { atMillis, done, fault, of } = happened
  const said = `${(atMillis / 1_000).toFixed(1)} s, ${done} of ${of}: ${fault}${happened.happened ? "" : " (did not happen)"}`
  const bar = "█".repeat(Math.round((done / of) * 30)).padEnd(30, "·")
  if (isTTY) process.stderr.write(`\r\u001b[K${bar} ${said}`)
  else if (!values.json) process.stderr.write(`${said}\n`)
}

if (!values.json) process.stderr.write(`Faults with seed ${seed}; starting servers…\n`)
const report = (outcome: Outcome): void => {
  const { complaints, ...rest } = outcome
  if (values.json) {
    for (const complaint of complaints) console.log(JSON.stringify(complaint))
    console.log(JSON.stringify({ ...rest, seed, says: sentence(outcome) }))
    return
  }
  // What is rare comes first: where sending has fallen behind, each effect that still waits is a complaint.
  const kinds = ["doubled", "wrong", "lost"] as const
  const sorted = kinds.flatMap((kind) => complaints.filter((complaint) => complaint.kind === kind))
  for (const { kind, says } of sorted.slice(0, shown)) console.log(`${kind}: ${says}`)
  if (complaints.length > shown) console.log(`… and ${complaints.length - shown} more (--json shows all)`)
  const { arrivals, pausedMillis, repeats, settled, statuses } = rest
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status === "0" ? "none" : status}`)
  const ended =
    settled.pending === 0
      ? `all sent ${settled.millis} ms after the last fault`
      : `${settled.pending} effects were still pending ${settled.millis} ms after the last fault, and did not get fewer`
  console.log(`${arrivals} requests at receivers, ${repeats} of them again; ${ended}.`)
  console.log(`Clients waited ${Math.round(pausedMillis / 1_000)} s for effects to be sent.`)
  console.log(`Answers to clients: ${answers.join(", ")}.`)
  console.log(sentence(outcome))
}

// Ctrl-C ends every process and unmounts the small disk, as the end of a run does.
run(values.small ? small : whole, seed, tell, isLate).pipe(
  Effect.tap((outcome) =>
    Effect.sync(() => {
      if (isTTY) process.stderr.write("\r\u001b[K")
      report(outcome)
      process.exitCode = outcome.complaints.length === 0 ? 0 : 1
    })
  ),
  NodeRuntime.runMain({
    teardown: (exit) => process.exit(Exit.isSuccess(exit) ? process.exitCode : 1)
  })
)
