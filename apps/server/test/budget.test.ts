/** The budget of a key, counted for four processes at once on a Postgres server or in Redis, and while Redis is unavailable. */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { join } from "node:path"
import * as RedisServer from "@formwork/limiter/testing/RedisServer"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { demoOf } from "./support/demo.ts"
import { inDemo } from "./support/demoFolder.ts"
import { inFolder, run, serving, start } from "./support/formwork.ts"
import { load } from "./support/load.ts"
import type { Answer, Load } from "./support/load.ts"
import { bodyOf } from "./support/reading.ts"
import { judge } from "./support/windows.ts"

if (!RedisServer.isInstalled) console.warn(RedisServer.absence)

type Environment = Readonly<Record<string, string>>

const pepper = "a pepper of at least 32 characters"
const limit = 120
const windows = 50
/** A quarter of a second is ten times the load on an idle machine; `pnpm budgets` gives any machine the time for it. */
const windowMillis = Number(process.env["FORMWORK_TEST_WINDOW_MILLIS"] ?? 250)

/** Eight callers at each address send without a pause, until enough windows were certainly overrun. */
const overrun = async (addresses: ReadonlyArray<string>, token: string): Promise<ReadonlyArray<Answer>> => {
  const answers: Array<Answer> = []
  let loads: ReadonlyArray<Load> = []
  const enough = new Promise<void>((resolve) => {
    let overruns = 0
    let isOver = false
    const heard = (answer: Answer) => {
      answers.push(answer)
      const wasOver = isOver
      isOver = answer.status === 429 || (isOver && answer.left !== limit - 1)
      if (isOver && !wasOver && ++overruns > windows && judge(answers, limit, windowMillis).full >= windows) resolve()
    }
    loads = addresses.flatMap((address) => Array.from({ length: 8 }, () => load(address, token, heard)))
  })
  const ended = Promise.all(loads.map(({ ended }) => ended))
  await Promise.race([enough, ended])
  for (const { stop } of loads) stop()
  await ended
  return answers
}

/** Four processes in front of one database. */
const inFourProcesses = async (env: Environment): Promise<ReadonlyArray<Answer>> => {
  const settings = { ...env, PORT: "0", LOG_LEVEL: "Warn", RATE_LIMIT_WINDOW: `${windowMillis} millis` }
  const first = start(["serve", "--demo"], settings)
  const nodes = [first]
  try {
    await first.says(/Ctrl-C/)
    const { key: token } = demoOf(first)
    for (let more = 0; more < 3; more++) nodes.push(start(["serve"], settings))
    const addresses = await Promise.all(nodes.map(async ({ says }) => (await says(/listening on (http:\S+)/))[1] ?? ""))
    const answers = await overrun(addresses, token)
    // On a machine that stands still for seconds Redis may seem unavailable; any other failure is an error.
    const seemedAway = /no answer within|Redis did not count a request/
    const logged = nodes.flatMap(({ output }) => output().split("\n")).filter((line) => line.startsWith("{"))
    assert.deepStrictEqual(
      logged.filter((line) => !seemedAway.test(line)),
      []
    )
    return answers
  } finally {
    for (const { child } of nodes) child.kill("SIGINT")
    await Promise.all(nodes.map(({ ended }) => ended))
  }
}

const exactly = Effect.fnUntraced(function* (name: string, env: Environment) {
  const { admin } = yield* TestServer.migrated
  const answers = yield* Effect.promise(() =>
    inFourProcesses({ ...env, DATABASE_URL: Redacted.value(admin), KEY_PEPPER: pepper })
  )
  const away = answers.filter(({ status }) => status === 503).length
  for (const { status } of answers) assert.include([404, 429, 503], status)
  const { faults, full } = judge(answers, limit, windowMillis)
  assert.deepStrictEqual(faults, [])
  assert.isAtLeast(full, windows)
  const times = answers.length / (full * limit)
  console.log(
    `${name}: ${full} windows of ${windowMillis} ms admitted ${limit} each, at ${times.toFixed(1)} times the load; ${away} met 503.`
  )
})

const title = `four processes admit exactly ${limit} in each of ${windows} windows, counted`

it.live(`${title} on a Postgres server`, () => exactly("Postgres", {}), 400_000)

it.live.skipIf(!RedisServer.isInstalled)(
  `${title} in Redis`,
  () => Effect.flatMap(RedisServer.make, ({ url }) => exactly("Redis", { REDIS_URL: url })),
  400_000
)

interface Told {
  readonly status: number
  readonly left: string | undefined
  readonly retryAfter: string | null
  readonly code: string
}

const ask = async (address: string, token: string): Promise<Told> => {
  const response = await fetch(`${address}/nowhere`, { headers: { authorization: `Bearer ${token}` } })
  const { code } = await bodyOf(response)
  const left = /r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]
  return { status: response.status, left, retryAfter: response.headers.get("retry-after"), code: String(code) }
}

/** Serves on the embedded database with `use` as the caller who has the demo's key. */
const withKey = (env: Environment, use: (asking: (token?: string) => Promise<Told>) => Promise<void>) =>
  Effect.promise(() =>
    inDemo((data) =>
      serving({ FORMWORK_DATA_DIR: data, LOG_LEVEL: "None", ...env }, async (address, running) => {
        await running.says(/Ctrl-C/)
        const { key } = demoOf(running)
        await use((token = key) => ask(address, token))
      })
    )
  )

/** Repeats the request until the answer is another one. */
const past = async (status: number, asking: () => Promise<Told>): Promise<Told> => {
  for (;;) {
    const told = await asking()
    if (told.status !== status) return told
  }
}

it.live.skipIf(!RedisServer.isInstalled)(
  "while Redis is unavailable, closed answers every key 503 with Retry-After, and goes on when Redis is back",
  () =>
    Effect.gen(function* () {
      const redis = yield* RedisServer.make
      yield* withKey({ REDIS_URL: redis.url }, async (asking) => {
        assert.deepInclude(await asking(), { status: 404, left: "119" })
        await Effect.runPromise(redis.stop)
        for (let again = 0; again < 3; again++) {
          const { code, left, retryAfter, status } = await asking()
          assert.deepStrictEqual([status, code, left], [503, "UNAVAILABLE", undefined])
          assert.match(String(retryAfter), /^[1-9]\d*$/)
          assert.deepInclude(await asking("none"), { status: 401, retryAfter: null })
        }
        await Effect.runPromise(redis.start)
        assert.deepInclude(await past(503, asking), { status: 404, left: "119" })
      })
    })
)

it.live.skipIf(!RedisServer.isInstalled)(
  "while Redis is unavailable, local gives each process a budget of its own, and counts in Redis when Redis is back",
  () =>
    Effect.gen(function* () {
      const redis = yield* RedisServer.make
      const env = { REDIS_URL: redis.url, RATE_LIMIT_REDIS_AWAY: "local", RATE_LIMIT_PER_MINUTE: "2" }
      yield* withKey(env, async (asking) => {
        const spend = async () => {
          assert.deepInclude(await asking(), { status: 404, left: "1" })
          assert.deepInclude(await asking(), { status: 404, left: "0" })
          assert.deepInclude(await asking(), { status: 429, code: "RATE_LIMITED" })
        }
        await spend()
        await Effect.runPromise(redis.stop)
        await spend()
        await Effect.runPromise(redis.start)
        assert.deepInclude(await past(429, asking), { status: 404, left: "1" })
      })
    })
)

it.live("a server without its required Redis names it without the password; with local it starts", () =>
  Effect.gen(function* () {
    const env = { REDIS_URL: "redis://me:hunter22@127.0.0.1:1", LOG_LEVEL: "None" }
    yield* Effect.promise(() =>
      inFolder(async (folder) => {
        const refused = await run(["serve"], { ...env, PORT: "0", FORMWORK_DATA_DIR: join(folder, "data") })
        assert.strictEqual(refused.code, 1)
        assert.match(
          refused.stderr,
          /^The Redis of REDIS_URL cannot be used: [^\n]*RATE_LIMIT_REDIS_AWAY=local[^\n]*\n$/
        )
        assert.notInclude(refused.stderr, "hunter22")
      })
    )
    yield* withKey({ ...env, RATE_LIMIT_REDIS_AWAY: "local" }, async (asking) => {
      assert.deepInclude(await asking(), { status: 404, left: "119" })
    })
  })
)
