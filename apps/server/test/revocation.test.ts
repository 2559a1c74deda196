/**
 * Revocation has no grace period, on any node (spec/http.md §3.6): four processes of the real server in front of one Postgres get
 * requests with a key without a pause while one of them ends it. Every request begun after that was answered is refused.
 * 200 rounds here; `REVOCATION_ROUNDS=1000` for more.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Agent } from "node:http"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { call } from "./support/call.ts"
import type { Call, Reply } from "./support/call.ts"
import { demoOf } from "./support/demo.ts"
import { run, start } from "./support/formwork.ts"
import { objectOf } from "./support/reading.ts"

const rounds = Number(process.env["REVOCATION_ROUNDS"] ?? 200)
const processes = 4
const connectionsEach = 3

interface Shot {
  readonly begunAt: number
  readonly status: number
}

/** A connection to one of the processes. */
interface Connection {
  readonly address: string
  readonly agent: Agent
}

const connect = (addresses: ReadonlyArray<string>): ReadonlyArray<Connection> =>
  addresses.flatMap((address) =>
    Array.from({ length: connectionsEach }, () => ({ address, agent: new Agent({ keepAlive: true, maxSockets: 1 }) }))
  )

/** Sends `target` to every process without a pause while `end` runs; returns the answers by connection. */
const hammer = async (connections: ReadonlyArray<Connection>, target: Call, end: () => Promise<Reply>) => {
  const shots = connections.map((): Array<Shot> => [])
  const firing = { stopped: false }
  const until = async (holds: () => boolean): Promise<void> => {
    while (!firing.stopped && !holds()) await new Promise((next) => setTimeout(next, 2))
  }
  // Each connection sends again as soon as it is answered.
  const fire = async ({ address, agent }: Connection, place: number): Promise<void> => {
    while (!firing.stopped) {
      const begunAt = performance.now()
      const { status } = await call(agent, address, target)
      shots[place]?.push({ begunAt, status })
    }
  }
  const done = Promise.all(connections.map(fire)).finally(() => (firing.stopped = true))
  await Promise.race([until(() => shots.every(({ length }) => length > 0)), done])
  const { status } = await end()
  const endedAt = performance.now()
  assert.include([200, 201], status)
  const again = (fired: ReadonlyArray<Shot>) => fired.filter(({ begunAt }) => begunAt > endedAt).length > 1
  await Promise.race([until(() => shots.every(again)), done])
  firing.stopped = true
  await done
  return { endedAt, shots }
}

const check = ({ endedAt, shots }: Awaited<ReturnType<typeof hammer>>, round: string): number => {
  let after = 0
  for (const connection of shots) {
    assert.strictEqual(connection[0]?.status, 200, `${round}: the key worked`)
    for (const { begunAt, status } of connection) {
      assert.include([200, 401], status, round)
      if (begunAt <= endedAt) continue
      after += 1
      assert.strictEqual(status, 401, `${round}: begun ${begunAt - endedAt} ms after the end was answered`)
    }
  }
  return after
}

/** Four servers, a form, and the owner's session. */
const serving = async <A>(
  url: string,
  use: (world: {
    readonly addresses: ReadonlyArray<string>
    readonly evaluate: string
    readonly owner: string
  }) => Promise<A>
): Promise<A> => {
  const env = {
    DATABASE_URL: url,
    KEY_PEPPER: "a pepper of at least 32 characters",
    RATE_LIMIT_PER_MINUTE: "1000000",
    TRUST_PROXY: "1",
    LOG_LEVEL: "Error",
    PORT: "0"
  }
  const migrated = await run(["migrate"], env)
  assert.strictEqual(migrated.code, 0, migrated.stderr)
  const first = start(["serve", "--demo"], env)
  const all = [first]
  try {
    await first.says(/Ctrl-C/)
    for (let more = 1; more < processes; more++) all.push(start(["serve"], env))
    const addresses = await Promise.all(
      all.map(async (running) => (await running.says(/listening on (http:\S+)/))[1] ?? "")
    )
    const { formId, signIn } = demoOf(first)
    const agent = new Agent({ keepAlive: true })
    const session = await call(agent, addresses[0] ?? "", { path: "sessions", body: JSON.parse(signIn) })
    assert.strictEqual(session.status, 201)
    const result = await use({
      addresses,
      evaluate: `v1/forms/${formId}/evaluate`,
      owner: String(session.body["token"])
    })
    agent.destroy()
    return result
  } finally {
    for (const running of all) running.child.kill("SIGINT")
    await Promise.all(all.map(({ ended }) => ended))
  }
}

it.live(
  "a revoked or rotated key, and a key of a deactivated person, is refused by every process",
  () =>
    Effect.gen(function* () {
      const { admin } = yield* TestServer.empty
      const refused = yield* Effect.promise(() =>
        serving(Redacted.value(admin), async ({ addresses, evaluate, owner }) => {
          const agent = new Agent({ keepAlive: true })
          const connections = connect(addresses)
          const at = (round: number) => addresses[round % processes] ?? ""
          const ask = (round: number, asked: Call) => call(agent, at(round), asked)
          const made = async (round: number, token: string) => {
            const { body, status } = await ask(round, {
              path: "api-keys",
              token,
              body: { name: "Round", privileges: ["submission:write"] }
            })
            assert.strictEqual(status, 201)
            return { id: String(body["id"]), token: String(body["token"]) }
          }
          // A round has an address of its own: an address has 600 answers 401 a minute (spec/http.md §7.7).
          let asked = 0
          const target = (token: string): Call => ({
            path: evaluate,
            token,
            body: { data: {} },
            from: `198.51.100.${(asked += 1) % 250}`
          })
          let refused = 0

          for (let round = 0; round < rounds; round++) {
            const key = await made(round + 1, owner)
            const revoke = () => ask(round, { path: `api-keys/${key.id}/revoke`, token: owner })
            refused += check(await hammer(connections, target(key.token), revoke), `revoked, round ${round}`)
          }

          for (let round = 0; round < rounds / 10; round++) {
            const key = await made(round + 1, owner)
            let successor = ""
            const rotate = async () => {
              const reply = await ask(round, {
                path: `api-keys/${key.id}/rotate`,
                token: owner,
                body: { overlapSeconds: 0 }
              })
              successor = String(objectOf(reply.body["key"])["id"])
              return reply
            }
            refused += check(await hammer(connections, target(key.token), rotate), `rotated, round ${round}`)
            await ask(round, { path: `api-keys/${successor}/revoke`, token: owner })
          }

          const person = {
            email: "admin@demo.example",
            name: "Admin",
            role: "admin",
            password: "correct horse battery"
          }
          const { body: creator } = await ask(0, { path: "users", token: owner, body: person })
          const user = `users/${String(creator["id"])}`
          const me = await ask(0, { method: "GET", path: "me", token: owner })
          const { id: organisation } = objectOf(me.body["organisation"])
          const { email, password } = person
          for (let round = 0; round < rounds / 10; round++) {
            const session = await ask(round, {
              path: "sessions",
              body: { email, password, organisation },
              from: `192.0.2.${round % 250}`
            })
            assert.strictEqual(session.status, 201)
            const key = await made(round + 1, String(session.body["token"]))
            const deactivate = () => ask(round, { path: `${user}/deactivate`, token: owner })
            refused += check(await hammer(connections, target(key.token), deactivate), `deactivated, round ${round}`)
            assert.strictEqual((await ask(round, { path: `${user}/reactivate`, token: owner })).status, 200)
          }
          for (const used of [agent, ...connections.map((connection) => connection.agent)]) used.destroy()
          return refused
        })
      )
      // Every connection of every round was refused at least twice.
      assert.isAtLeast(refused, rounds * 1.2 * processes * connectionsEach * 2)
    }),
  60_000 + rounds * 3_000
)
