/** The simulation itself: it keeps quiet about a right service, repeats to the byte, and finds what is planted. */
import { expect, it } from "vitest"
import { bugs } from "../tools/simulate/bugs/Bugs.ts"
import { options, Wrong } from "../tools/simulate/Options.ts"
import { planOf } from "../tools/simulate/Plan.ts"
import { page, replayOf, trace } from "../tools/simulate/report/page.ts"
import { shrink } from "../tools/simulate/report/shrink.ts"
import { simulate } from "../tools/simulate/simulate.ts"

/** Seeds that have to be enough for each planted bug. */
const enough = 1_000

const bugNamed = (name: string) => {
  const found = bugs.find((bug) => bug.name === name)
  if (found === undefined) throw new Error(`no bug ${name}`)
  return found
}

/** A thousand worlds, fifty at a time: a busy machine takes its time for them. */
it.each(Array.from({ length: 20 }, (_, piece) => piece * 50))(
  "the 50 worlds from seed %i keep every promise",
  (first) => {
    const seeds = Array.from({ length: 50 }, (_, place) => first + place)
    const broken = seeds.flatMap((seed) => {
      const { violation } = simulate(planOf(seed))
      return violation === undefined ? [] : [{ seed, ...violation }]
    })
    expect(broken).toEqual([])
  }
)

it("worlds that outlive the sessions of their people keep every promise too", () => {
  const seeds = Array.from({ length: 40 }, (_, seed) => seed)
  expect(seeds.filter((seed) => simulate(planOf(seed, 4)).violation !== undefined)).toEqual([])
})

it("an effect whose address was stopped while it waited, by one whose submission is gone, is sent once its owner says so", () => {
  expect(simulate(planOf(668_943)).violation).toBeUndefined()
})

it("a seed is the same world each time, to the byte of its trace", () => {
  const seeds = Array.from({ length: 10 }, (_, place) => 5_000 + place)
  const traces = seeds.map((seed) => trace(simulate(planOf(seed))))
  const again = [...seeds].reverse().map((seed) => trace(simulate(planOf(seed))))
  expect(again.reverse()).toEqual(traces)
  expect(new Set(traces).size).toBe(seeds.length)
})

it("each kind of fault and of act happens, and a world without faults has none", () => {
  const all = Array.from({ length: 40 }, (_, seed) => trace(simulate(planOf(seed)))).join("\n")
  for (const says of [
    "the process is killed before",
    "the process is killed after",
    "the connection is lost before",
    "the connection is lost after",
    "its answer is lost",
    "410",
    "is told to end",
    "RateLimited",
    "IdempotencyMismatch",
    "RevisionStale",
    "Unauthenticated",
    "SubmissionInvalid",
    "SubmissionNotFound",
    "UploadNotFound",
    "UploadsWaiting",
    "publish",
    "suspend"
  ])
    expect([says, all.includes(says)]).toEqual([says, true])
  const calm = planOf(8)
  const without = new Set(["crashes", "losses", "delays", "receivers", "clocks"] as const)
  expect(/is killed|is lost|: 503|: 410/u.test(trace(simulate({ ...calm, without })))).toBe(false)
})

it.each(bugs)("finds $name", (bug) => {
  let seed = 0
  while (seed < enough && simulate(planOf(seed), bug).violation === undefined) seed++
  expect(seed, bug.says).toBeLessThan(enough)
})

it("a failure is shrunk to a page, and its command shows that page again", () => {
  const bug = bugNamed("an Idempotency-Key forgotten")
  let seed = 0
  while (simulate(planOf(seed), bug).violation === undefined) seed++
  const whole = planOf(seed)
  const { outcome, plan } = shrink(whole, simulate(whole, bug), (smaller) => simulate(smaller, bug))
  expect(plan.acts.length).toBeLessThan(whole.acts.length)
  if (outcome.violation === undefined) throw new Error("the smaller world keeps its promises")
  const command = replayOf(plan, whole, bug.name)
  const shown = page(outcome, outcome.violation, plan, command)
  expect(shown.split("\n").length).toBeLessThan(80)
  expect(shown).toContain("one submission an Idempotency-Key")
  const given = options([
    ...command
      .replace(/ --bug .*/u, "")
      .split(" ")
      .slice(2),
    "--bug",
    bug.name
  ])
  const replayed = given && simulate(given.changed(planOf(given.replay ?? -1)), given.bug)
  expect(replayed && trace(replayed)).toBe(trace(outcome))
})

it.each([
  [["--seeds", "none"], "--seeds has to be a whole number from 1 to 2147483648, and is none."],
  [["--seed", "-1"], /--seed/u],
  [["--length", "0"], "--length has to be a number above 0 and at most 1000, and is 0."],
  [["--without", "rain"], "--without knows crashes, losses, delays, receivers, clocks, and not rain."],
  [["--bug", "none"], /There is no planted bug "none"/u],
  [["--acts", "1"], "--acts needs --replay: it is about one world."],
  [["--replay", "1", "--acts", "99"], /--acts has to be a whole number from 0 to \d+, and is 99\./u],
  [["--bugs", "--replay", "1"], "--bugs plants every bug: it goes with neither --replay nor --bug."],
  [["--processes", "0"], "--processes has to be a whole number from 1 to 256, and is 0."],
  [
    ["--processes", "2", "--replay", "1"],
    "--processes is about many worlds: it goes with neither --replay nor --bugs."
  ],
  [["--sedes", "1"], /Unknown option '--sedes'.*See --help\./u]
])("the options %j are refused with a sentence", (args, sentence) => {
  expect(() => options(args)).toThrow(Wrong)
  expect(() => options(args)).toThrow(sentence)
})
