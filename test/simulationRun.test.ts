/** A long run of the simulation: where it is, how it is stopped, and that no world depends on the worlds before it. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { bugs } from "../tools/simulate/bugs/Bugs.ts"
import { many } from "../tools/simulate/many.ts"
import { options } from "../tools/simulate/Options.ts"
import { planOf } from "../tools/simulate/Plan.ts"
import { trace } from "../tools/simulate/report/page.ts"
import { progressLine, progressOn } from "../tools/simulate/report/progress.ts"
import { inProcesses } from "../tools/simulate/runs/inProcesses.ts"
import { simulate } from "../tools/simulate/simulate.ts"
import { emptyDatabase } from "../tools/simulate/store/Ports.ts"
import { dice } from "../tools/simulate/time/Dice.ts"
import { Timeline } from "../tools/simulate/time/Timeline.ts"
import { Court } from "../tools/simulate/witness/Court.ts"
import { witness } from "../tools/simulate/witness/Witness.ts"
import { settled } from "../tools/simulate/world/Founding.ts"

const program = fileURLToPath(new URL("../tools/simulate/main.ts", import.meta.url))

const started = (...args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] })
  const said = { out: "", progress: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.out += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.progress += text))
  return { child, said, ended: once(child, "close").then(([code]: ReadonlyArray<unknown>) => code) }
}

const given = (...args: ReadonlyArray<string>) => {
  const found = options(args)
  if (found === undefined) throw new Error("the help is asked for")
  return found
}

const quiet = { tell: () => undefined, clear: () => undefined }

const bug = "an Idempotency-Key forgotten"

/** The first seed that finds it. */
const finding = () => {
  const planted = bugs.find(({ name }) => name === bug)
  let seed = 0
  while (simulate(planOf(seed), planted).violation === undefined) seed++
  return seed
}

it("a run that is stopped prints its totals and the command that goes on", async () => {
  const printed: Array<string> = []
  const print = (text: string) => void printed.push(text)
  let asked = 0
  const isStopped = () => asked++ === 3
  expect(
    await many(given("--seed", "5", "--seeds", "9", "--processes", "1", "--without", "delays"), {
      isStopped,
      print,
      progress: quiet
    })
  ).toBe(0)
  const [sum = ""] = printed
  expect(sum).toContain("3 worlds from seed 5: every promise was kept.")
  expect(sum).toContain("Go on with: pnpm simulate --seed 8 --seeds 6 --processes 1 --without delays")
  const left = given(...(/pnpm simulate (.*)$/u.exec(sum)?.[1] ?? "").split(" "))
  expect([left.seed, left.seeds, [...left.without]]).toEqual([8, 6, ["delays"]])
})

it("the JSON of a stopped run has the next seed, and how many are left", async () => {
  const printed: Array<string> = []
  const print = (text: string) => void printed.push(text)
  let asked = 0
  const run = given("--seed", "5", "--seeds", "4", "--processes", "1", "--json")
  await many(run, { isStopped: () => asked++ === 1, print, progress: quiet })
  expect(printed.map((line): unknown => JSON.parse(line))).toMatchObject([{ seeds: 1, first: 5, next: 6, left: 3 }])
})

it("several processes tell the same as one, in the order of the seeds", async () => {
  const printedBy = async (processes: string) => {
    const printed: Array<string> = []
    const print = (text: string) => void printed.push(text)
    const run = given("--seed", "0", "--seeds", "4", "--processes", processes, "--json", "--bug", bug)
    const broken = await many(run, { isStopped: () => false, print, progress: quiet })
    const [sum = "", ...pages] = printed.reverse()
    const { seeds, simulatedHours, steps }: Record<string, unknown> = JSON.parse(sum)
    return { broken, pages, sum: { seeds, simulatedHours, steps } }
  }
  const [one, several] = [await printedBy("1"), await printedBy("2")]
  expect(several).toEqual(one)
  expect(one.broken).toBeGreaterThan(1)
})

it("several processes finish what they have begun when a run is stopped, and the rest goes on from there", async () => {
  const printed: Array<string> = []
  const print = (text: string) => void printed.push(text)
  let asked = 0
  const run = given("--seed", "5", "--seeds", "1000", "--processes", "2", "--json")
  await many(run, { isStopped: () => ++asked > 7, print, progress: quiet })
  expect(printed.map((line): unknown => JSON.parse(line))).toMatchObject([
    { seeds: 7, first: 5, next: 12, left: 993, again: "pnpm simulate --seed 12 --seeds 993 --processes 2 --json" }
  ])
})

it("a process that ends by itself fails the run, which says between which seeds", async () => {
  // A bug that the processes do not know: they end before their first world.
  const unknown = { name: "none", says: "", plant: () => () => ({}) }
  const run = { ...given("--seed", "5", "--seeds", "100", "--processes", "2"), bug: unknown }
  const { worlds } = inProcesses(run, 2, () => false)
  await expect(worlds.next()).rejects.toThrow("A process of the run ended by itself (1) between seed 5 and 8.")
})

it.each(["SIGTERM", "SIGINT"] as const)(
  "%s ends a run with its totals, and with 0 where every promise was kept",
  async (signal) => {
    const { child, ended, said } = started("--seed", "7", "--seeds", "100000")
    await once(child.stderr, "data")
    child.kill(signal)
    expect(await ended).toBe(0)
    expect(said.progress).toMatch(
      /^seed 7, 1 of 100,000 worlds, .* worlds a second, .* left; every promise was kept\n/u
    )
    const [, count = "", next = ""] =
      /^(\d+) worlds from seed 7: every promise was kept\.[^]*Stopped before seed (\d+)\./u.exec(said.out) ?? []
    expect(Number(next)).toBe(7 + Number(count))
  }
)

it("a run that is stopped after it found something ends with 1", async () => {
  const { child, ended, said } = started("--seed", String(finding()), "--seeds", "100000", "--bug", bug)
  await once(child.stderr, "data")
  child.kill("SIGTERM")
  expect(await ended).toBe(1)
  expect(said.out).toContain("breaks a promise: one submission an Idempotency-Key.")
  expect(said.out).toContain(`--bug "${bug}"`)
})

it("a run in several processes is stopped as one is, and leaves no process behind", async () => {
  const { child, ended, said } = started("--seed", "7", "--seeds", "100000", "--processes", "2")
  await once(child.stderr, "data")
  child.kill("SIGTERM")
  // The end of the streams: a process that was left would hold them open.
  expect(await ended).toBe(0)
  expect(said.progress).toMatch(/^seed 7, 1 of 100,000 worlds/u)
  const pattern =
    /^(\d+) worlds from seed 7: every promise was kept\.[^]* in 2 processes[^]*Stopped before seed (\d+)\./u
  const [, count = "", next = ""] = pattern.exec(said.out) ?? []
  expect(Number(next)).toBe(7 + Number(count))
})

it("beyond the first five failures a seed is a line with its replay", async () => {
  const printed: Array<string> = []
  const print = (text: string) => void printed.push(text)
  const run = given("--seed", "0", "--seeds", "60", "--processes", "1", "--bug", bug)
  const broken = await many(run, { isStopped: () => printed.length === 6, print, progress: quiet })
  expect(broken).toBe(6)
  expect(printed[5]).toMatch(
    /^Seed \d+ breaks a promise: .*\. Again: pnpm simulate --replay \d+ --bug "an Idempotency-Key forgotten"$/u
  )
})

it("progress is a line at the beginning and every minute, and on a terminal one line that is written anew", () => {
  const shown = (isTTY: boolean) => {
    const written: Array<string> = []
    let now = 0
    const progress = progressOn({ isTTY, write: (text) => written.push(text) }, () => now)
    for (; now <= 120_000; now += 100) progress.tell(now / 120_000, () => `at ${now}`)
    return written
  }
  expect(shown(false)).toEqual(["at 0\n", "at 60000\n", "at 120000\n"])
  const terminal = shown(true)
  expect(terminal.length).toBe(601)
  expect(terminal.at(-1)).toBe(`\r\u001b[K${"█".repeat(30)} at 120000`)
})

it("progress says how much is done, how fast, and how long the rest takes", () => {
  const position = { seed: 100_499, done: 500, of: 1_000_000, broken: 0, simulatedMillis: 7.2e9, elapsedMillis: 10_000 }
  expect(progressLine(position)).toBe(
    "seed 100499, 500 of 1,000,000 worlds, 2,000 simulated hours, 50.0 worlds a second, 5 h 34 min left; every promise was kept"
  )
  expect(progressLine({ ...position, done: 999_000, broken: 2 })).toContain("1 s left; 2 broke a promise")
})

it("a world is the same in a process of its own as after other worlds", async () => {
  // Where fibers give way after few operations, each operation more or less shows in the order.
  let seed = 5_104
  while (planOf(seed).slice > 30) seed++
  for (let other = seed - 4; other < seed; other++) simulate(planOf(other))
  const { ended, said } = started("--replay", String(seed), "--trace")
  expect(await ended).toBe(0)
  expect(said.out).toContain(trace(simulate(planOf(seed))))
})

it("worlds of one founding have rows, tokens and knowledge of their own", () => {
  const begin = () => {
    const database = emptyDatabase({ limit: 5, windowMillis: 1_000 })
    const known = witness(new Court(new Timeline(0, dice(1))), database.tables, planOf(1))
    const organisations = settled(1, database, known) ?? []
    return { tenants: database.tables.tenants, known, organisations }
  }
  const [one, other] = [begin(), begin()]
  expect(one.tenants).toEqual(other.tenants)
  const [organisation] = one.organisations
  const tenant = organisation && one.tenants.get(organisation.id)
  if (organisation === undefined || tenant === undefined) throw new Error("a world has organisations")
  expect(one.known.court.violation).toBeUndefined()
  tenant.forms.clear()
  tenant.audit.length = 0
  organisation.clients[0].chain = 7
  organisation.forms[0].factor = 9
  const [untouched] = other.organisations
  expect(other.tenants.get(organisation.id)?.forms.size).toBe(2)
  expect(other.tenants.get(organisation.id)?.audit.length).toBeGreaterThan(0)
  expect([untouched?.clients[0].chain, untouched?.forms[0].factor]).toEqual([0, 1])
  // What worlds share cannot change.
  const [user] = tenant.users.values()
  expect(() => Object.assign(user ?? {}, { password: null })).toThrow(TypeError)
})
