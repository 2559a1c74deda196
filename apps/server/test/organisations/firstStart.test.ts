/**
 * The organisation of the environment: made at the first start of an empty database, by one of all processes.
 * Two cold starts of two processes each; `COLD_STARTS=20` for more.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { readFile, stat, writeFile } from "node:fs/promises"
import { Agent } from "node:http"
import { join } from "node:path"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { call } from "../support/call.ts"
import { inFolder, start } from "../support/formwork.ts"
import { run, serving } from "../support/warm.ts"

const pepper = "a pepper of at least 32 characters"
const password = "correct horse battery staple"
const coldStarts = Number(process.env["COLD_STARTS"] ?? 2)

const listed = async (env: Readonly<Record<string, string>>) =>
  (await run(["organisation", "list", "--json"], env)).stdout.trim().split("\n").filter(Boolean)

it.live(
  "two processes that start at once on an empty database make the organisation once, and its owner signs in at both",
  () =>
    Effect.forEach(
      Array.from({ length: coldStarts }, (_, round) => round),
      (round) =>
        Effect.gen(function* () {
          const { admin } = yield* TestServer.migrated
          yield* Effect.promise(() =>
            inFolder(async (folder) => {
              const file = join(folder, "password")
              await writeFile(file, password)
              const env = {
                DATABASE_URL: Redacted.value(admin),
                KEY_PEPPER: pepper,
                FORMWORK_DATA_DIR: folder,
                FORMWORK_ORGANISATION: "Ashworth",
                FORMWORK_OWNER_EMAIL: "ada@example.org",
                FORMWORK_OWNER_PASSWORD_FILE: file,
                PORT: "0",
                ADMIN_PORT: "0"
              }
              const both = [start(["serve"], env), start(["serve"], env)]
              try {
                for (const running of both) {
                  const [, address = ""] = await running.says(/listening on (http:\S+)/u)
                  const agent = new Agent()
                  const body = { email: "ada@example.org", password }
                  const session = await call(agent, address, { path: "sessions", body })
                  assert.strictEqual(session.status, 201, `round ${round}: ${running.output()}`)
                  agent.destroy()
                }
                const says = both.filter((running) => running.output().includes("is founded"))
                assert.lengthOf(says, 1)
              } finally {
                for (const { child } of both) child.kill("SIGINT")
                await Promise.all(both.map(({ ended }) => ended))
              }
              assert.lengthOf(await listed(env), 1)
            })
          )
        }).pipe(Effect.scoped),
      { discard: true }
    ),
  60_000 + coldStarts * 60_000
)

it.live("without a password file the invitation is in a file for its owner alone; later starts change nothing", () =>
  Effect.gen(function* () {
    const { admin } = yield* TestServer.migrated
    yield* Effect.promise(() =>
      inFolder(async (folder) => {
        const env = {
          DATABASE_URL: Redacted.value(admin),
          KEY_PEPPER: pepper,
          FORMWORK_DATA_DIR: join(folder, "data"),
          FORMWORK_ORGANISATION: "Ashworth",
          FORMWORK_OWNER_EMAIL: "ada@example.org"
        }
        const kept = join(folder, "data", "invitation.txt")
        await writeFile(join(folder, "blocked"), "")
        const blocked = await run(["serve"], { ...env, PORT: "0", FORMWORK_DATA_DIR: join(folder, "blocked") })
        assert.strictEqual(blocked.code, 1)
        assert.match(blocked.stderr, /nothing was founded: set FORMWORK_OWNER_PASSWORD_FILE/u)
        assert.lengthOf(await listed(env), 0)

        await serving(env, async (address, running) => {
          assert.include(running.output(), kept)
          const text = await readFile(kept, "utf8")
          assert.strictEqual((await stat(kept)).mode & 0o777, 0o600)
          const [token = ""] = /fwi_[0-9A-Za-z]+/u.exec(text) ?? []
          assert.notInclude(running.output(), token)
          const agent = new Agent()
          const accepted = await call(agent, address, { path: "invitations/accept", body: { token, password } })
          assert.strictEqual(accepted.status, 200)
          agent.destroy()
        })
        const before = await listed(env)
        assert.lengthOf(before, 1)
        await serving({ ...env, FORMWORK_ORGANISATION: "Another" }, async (_address, running) => {
          assert.notInclude(running.output(), "is founded")
        })
        assert.deepStrictEqual(await listed(env), before)
      })
    )
  })
)

it.live("a server on a database without organisations says once how one is founded, with several processes too", () =>
  Effect.gen(function* () {
    const { admin } = yield* TestServer.migrated
    const env = { DATABASE_URL: Redacted.value(admin), KEY_PEPPER: pepper }
    const says = (output: string) => output.split("There is no organisation yet").length - 1
    yield* Effect.promise(async () => {
      for (const processes of ["1", "2"]) {
        await serving({ ...env, PROCESSES: processes }, (_address, running) => {
          assert.strictEqual(says(running.output()), 1)
          return Promise.resolve()
        })
      }
      await run(["organisation", "create", "--name", "Ashworth", "--owner", "ada@example.org"], env)
      await serving(env, (_address, running) => {
        assert.strictEqual(says(running.output()), 0)
        return Promise.resolve()
      })
    })
  })
)

it.live("the embedded database gets the organisation and no demo, and the settings are needed together", () =>
  Effect.promise(() =>
    inFolder(async (folder) => {
      const env = { FORMWORK_DATA_DIR: folder, FORMWORK_ORGANISATION: "Ashworth" }
      const alone = await run(["serve"], env)
      assert.deepStrictEqual(
        [alone.code, alone.stderr],
        [1, "FORMWORK_ORGANISATION and FORMWORK_OWNER_EMAIL must be set together.\n"]
      )
      await serving({ ...env, FORMWORK_OWNER_EMAIL: "ada@example.org" }, async (_address, running) => {
        assert.match(running.output(), /is founded\. The invitation of its owner is in /u)
        assert.notInclude(running.output(), "demo")
        const held = await run(["organisation", "list"], { FORMWORK_DATA_DIR: folder })
        assert.strictEqual(held.code, 1)
        assert.match(held.stderr, /^[^\n]*process[^\n]*\n$/u)
      })
      const [only = "", ...more] = await listed({ FORMWORK_DATA_DIR: folder })
      assert.include(only, '"name":"Ashworth"')
      assert.lengthOf(more, 0)
    })
  )
)
