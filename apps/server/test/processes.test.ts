/** Several processes on one port: under load, with one killed, restarted and ended (docs/decisions/0169). */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { Agent } from "node:http"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { call } from "./support/call.ts"
import { demoOf } from "./support/demo.ts"
import { run, start } from "./support/formwork.ts"
import { mergeMetrics } from "../src/processes/mergeMetrics.ts"
import type { Running } from "./support/formwork.ts"

const pepper = "a pepper of at least 32 characters"
const count = 2
/** Milliseconds: processes are started under load, on machines that have other work. */
const slow = 400_000

interface Served {
  readonly running: Running
  readonly address: string
  readonly operator: string
  readonly token: string
}

type Line = Readonly<Record<string, unknown>>

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Repeats until the check holds. The test's time limit ends it. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await pause(50)
}

/** The lines of the log so far with this message. */
const logged = ({ output }: Running, msg: string): ReadonlyArray<Line> =>
  output()
    .split("\n")
    .filter((line) => line.endsWith("}") && line.includes(`"msg":"${msg}"`))
    .map((line): Line => JSON.parse(line))

/** The process ids of all that have served so far, in the order in which they began. */
const served = (running: Running): ReadonlyArray<number> =>
  logged(running, "a process serves").map(({ pid }) => Number(pid))

const serving = (env: Readonly<Record<string, string>>, use: (given: Served) => Promise<void>) =>
  Effect.gen(function* () {
    const { admin } = yield* TestServer.migrated
    const fixed = { DATABASE_URL: Redacted.value(admin), KEY_PEPPER: pepper, PORT: "0", ADMIN_PORT: "0" }
    yield* Effect.promise(async () => {
      const budget = { RATE_LIMIT_PER_MINUTE: "1000000" }
      const running = start(["serve", "--demo"], { ...fixed, PROCESSES: String(count), ...budget, ...env })
      try {
        const [, address = ""] = await running.says(/listening on (http:\S+)/)
        const [, operator = ""] = await running.says(/metrics are on (http:\S+)/)
        await running.says(/Ctrl-C/)
        await use({ running, address, operator, token: demoOf(running).key })
      } finally {
        running.child.kill("SIGTERM")
        await running.ended
      }
    })
  })

const isThere = (pid: number | undefined): boolean => {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Callers that ask again after each answer, each on a connection of its own. */
const load = ({ address, token }: Served, callers = 4) => {
  const answers: Array<number> = []
  const errors: Array<string> = []
  const state = { isOver: false }
  const caller = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!state.isOver) {
      const asked = call(agent, address, { method: "GET", path: "v1/forms", token })
      await asked.then(
        ({ status }) => answers.push(status),
        (error: unknown) => errors.push(String(error))
      )
      // Leaves a new process the time to start.
      await pause(20)
    }
    agent.destroy()
  }
  const all = Promise.all(Array.from({ length: callers }, caller))
  return {
    answers,
    errors,
    /** Resolves when so many more were answered. */
    more: (requests: number) => {
      const goal = answers.length + requests
      return until(() => answers.length >= goal)
    },
    stop: async () => {
      state.isOver = true
      await all
    }
  }
}

it.live(
  "a process that is killed under load is replaced and said, and the others lose no request",
  () =>
    serving({}, async (given) => {
      const { running } = given
      const asking = load(given)
      await asking.more(50)
      const [killed = 0] = served(running)
      process.kill(killed, "SIGKILL")
      await until(() => served(running).length === count + 1)
      const lost = asking.errors.length
      await asking.more(100)
      await asking.stop()
      const said = logged(running, "a process ended; another starts")
      assert.deepStrictEqual(
        said.map(({ level, pid, process, signal }) => ({ level, pid, process, signal })),
        [{ level: "error", pid: killed, process: 1, signal: "SIGKILL" }]
      )
      assert.deepStrictEqual(new Set(asking.answers), new Set([404]))
      assert.isAtMost(lost, 4, "each caller lost at most what it had asked of the process that was killed")
      assert.lengthOf(asking.errors, lost)
    }),
  slow
)

it.live(
  "SIGHUP under load restarts the processes one at a time, and every request is answered",
  () =>
    serving({}, async (given) => {
      const { child } = given.running
      const asking = load(given)
      await asking.more(20)
      child.kill("SIGHUP")
      await until(() => logged(given.running, "the processes have restarted").length === 1)
      // Until those that leave have left.
      const [first, second] = served(given.running)
      await until(() => !isThere(first) && !isThere(second))
      await asking.more(20)
      await asking.stop()
      assert.deepStrictEqual(asking.errors, [])
      assert.deepStrictEqual(new Set(asking.answers), new Set([404]))
      assert.lengthOf(new Set(served(given.running)), 2 * count)
      assert.deepStrictEqual(logged(given.running, "a process ended; another starts"), [])
      child.kill("SIGTERM")
      const { code } = await given.running.ended
      assert.strictEqual(code, 0)
      assert.lengthOf(logged(given.running, "request"), asking.answers.length, "a line for each answer")
      assert.isFalse(served(given.running).some(isThere))
    }),
  slow
)

it.live(
  "several processes admit exactly the budget of a key together, and one page has the metrics of all",
  () =>
    serving({ RATE_LIMIT_PER_MINUTE: "50", RATE_LIMIT_WINDOW: "10 minutes" }, async (given) => {
      const { operator } = given
      const asking = load(given, 16)
      await asking.more(200)
      await asking.stop()
      assert.deepStrictEqual(asking.errors, [])
      assert.lengthOf(
        asking.answers.filter((status) => status === 404),
        50
      )
      assert.deepStrictEqual(new Set(asking.answers), new Set([404, 429]))
      const page = await (await fetch(`${operator}/metrics`)).text()
      const counts = page.matchAll(/^formwork_http_requests_total\{.*process="(\d)"\} (\d+)$/gmu)
      const byProcess = new Map<string, number>()
      for (const [, process = "", times] of counts)
        byProcess.set(process, (byProcess.get(process) ?? 0) + Number(times))
      assert.sameMembers([...byProcess.keys()], ["1", "2"])
      assert.strictEqual(
        [...byProcess.values()].reduce((sum, each) => sum + each),
        asking.answers.length
      )
      assert.lengthOf(page.match(/^# TYPE formwork_http_requests_total counter$/gmu) ?? [], 1)
      assert.strictEqual((await fetch(`${operator}/health/ready`)).status, 200)
    }),
  slow
)

it.live(
  "the processes of a parent that is killed answer what they have, and end",
  () =>
    serving({}, async (given) => {
      const asking = load(given)
      await asking.more(20)
      given.running.child.kill("SIGKILL")
      await until(() => !served(given.running).some(isThere))
      await asking.stop()
      assert.deepStrictEqual(new Set(asking.answers), new Set([404]))
    }),
  slow
)

it("what is wrong at the start is said once, whatever the number of processes", { timeout: slow }, async () => {
  const embedded = await run(["serve"], { PROCESSES: "2" })
  assert.strictEqual(embedded.code, 1)
  assert.match(
    embedded.stderr,
    /^PROCESSES above 1 needs a Postgres server: [^\n]* Set DATABASE_URL, or PROCESSES=1\.\n$/
  )
  const invalid = await run(["serve"], { PROCESSES: "many" })
  assert.strictEqual(invalid.stderr, "PROCESSES must be auto or a whole number from 1 to 64.\n")
  const url = "postgres://nobody@127.0.0.1:1/nowhere"
  const away = await run(["serve"], { PROCESSES: "2", DATABASE_URL: url, KEY_PEPPER: pepper })
  assert.strictEqual(away.code, 1)
  assert.lengthOf(away.stderr.trim().split("\n"), 1, away.stderr)
})

it("a process whose parent has died does not end at what it would tell it", { timeout: slow }, async () => {
  const member = new URL("../src/processes/Member.ts", import.meta.url).href
  const program = `
    import { Effect } from "effect"
    import * as Member from ${JSON.stringify(member)}
    process.disconnect()
    await Effect.runPromise(Member.isListening("http://127.0.0.1:1"))
    setTimeout(() => console.log("it goes on"), 50)`
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: new URL("..", import.meta.url),
    stdio: ["ignore", "pipe", "inherit", "ipc"]
  })
  let said = ""
  child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()))
  const [code] = await once(child, "close")
  assert.deepStrictEqual([code, said], [0, "it goes on\n"])
})

it("the metrics of several processes stand together by metric, each series with its process", () => {
  const page = (value: number) =>
    `# HELP a An a.\n# TYPE a counter\na{x="1 {2}"} ${value}\n# HELP b A b.\n# TYPE b gauge\nb ${value}\n`
  const merged = mergeMetrics(
    new Map([
      [1, page(5)],
      [2, page(7)]
    ])
  )
  assert.deepStrictEqual(merged.split("\n").filter(Boolean), [
    "# HELP a An a.",
    "# TYPE a counter",
    'a{x="1 {2}",process="1"} 5',
    'a{x="1 {2}",process="2"} 7',
    "# HELP b A b.",
    "# TYPE b gauge",
    'b{process="1"} 5',
    'b{process="2"} 7'
  ])
})
