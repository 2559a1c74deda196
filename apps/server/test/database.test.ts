/** `formwork migrate` and `formwork serve` on a real Postgres server, from an empty database to a filed submission. */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { demoOf, quote } from "./support/demo.ts"
import type { Demo } from "./support/demo.ts"
import { inFolder } from "./support/formwork.ts"
import { bodyOf } from "./support/reading.ts"
import { run, serving } from "./support/warm.ts"
import type { Warm } from "./support/warm.ts"

const pepper = "a pepper of at least 32 characters"

const post = async (address: string, { formId, key }: Demo, operation: "evaluate" | "submissions") => {
  const response = await fetch(`${address}/api/platform/v1/forms/${formId}/${operation}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: quote()
  })
  return { status: response.status, answer: await bodyOf(response) }
}

it.live("serve on an empty database asks for migrate, which migrates it once; then serve starts", () =>
  Effect.gen(function* () {
    const { admin } = yield* TestServer.empty
    const env = { DATABASE_URL: Redacted.value(admin), KEY_PEPPER: pepper }
    const early = yield* Effect.promise(() => run(["serve"], { PORT: "0", ...env }))
    assert.strictEqual(early.code, 1)
    assert.match(early.stderr, /^[^\n]*formwork migrate[^\n]*\n$/)

    const first = yield* Effect.promise(() => run(["migrate"], env))
    assert.strictEqual(first.code, 0, first.stderr)
    assert.match(first.stdout, /^Migrated: 0001_/)
    const second = yield* Effect.promise(() => run(["migrate"], env))
    assert.deepStrictEqual([second.code, second.stdout], [0, "The database is up to date.\n"])

    yield* Effect.promise(() =>
      serving(env, async (_address, running) => {
        await running.says(/Ctrl-C/)
        assert.notInclude(running.output(), "demo")
      })
    )

    const shown = yield* Effect.promise(() =>
      serving(
        env,
        async (address, running) => {
          await running.says(/Ctrl-C/)
          const demo = demoOf(running)
          const evaluation = await post(address, demo, "evaluate")
          assert.strictEqual(evaluation.status, 200)
          const filed = await post(address, demo, "submissions")
          assert.strictEqual(filed.status, 201)
          assert.match(String(filed.answer["referenceNumber"]), /^MQ-\d{4}-000001$/)
          return demo
        },
        ["--demo"]
      )
    )

    // Two processes in front of one database: both know the key, the second one continues the numbers.
    yield* Effect.promise(() =>
      serving(env, (one) =>
        serving(
          env,
          async (two, running) => {
            await running.says(/Ctrl-C/)
            assert.notMatch(running.output(), /fwk_/)
            const filed = [await post(one, shown, "submissions"), await post(two, shown, "submissions")]
            assert.deepStrictEqual(
              filed.map(({ status }) => status),
              [201, 201]
            )
            assert.deepStrictEqual(
              filed.map(({ answer }) => String(answer["referenceNumber"]).slice(-6)),
              ["000002", "000003"]
            )
          },
          ["--demo"]
        )
      )
    )
  })
)

it.live(
  "a folder that takes no file is refused before the demo is made; a server without the demo leaves the file of another",
  () =>
    Effect.gen(function* () {
      const { admin } = yield* TestServer.migrated
      const env = { DATABASE_URL: Redacted.value(admin), KEY_PEPPER: pepper }
      yield* Effect.promise(() =>
        inFolder(async (folder) => {
          const blocked = join(folder, "blocked")
          await writeFile(blocked, "")
          const refused = await run(["serve", "--demo"], { ...env, FORMWORK_DATA_DIR: blocked, PORT: "0" })
          assert.deepStrictEqual([refused.code, refused.stderr.split("\n").length], [1, 2])
          assert.match(refused.stderr, /^The demo's key cannot be kept \(.*set FORMWORK_DATA_DIR/u)

          const data = join(folder, "data")
          const kept = () => readFile(join(data, "env"), "utf8")
          const ready = async (_address: string, running: Warm) => void (await running.says(/Ctrl-C/u))
          await serving({ ...env, FORMWORK_DATA_DIR: data }, ready, ["--demo"])
          const made = await kept()
          assert.match(made, /^export KEY='fwk_/mu)
          await serving({ ...env, FORMWORK_DATA_DIR: data }, ready)
          assert.strictEqual(await kept(), made)
          await serving({ ...env, FORMWORK_DATA_DIR: data }, ready, ["--demo"])
          assert.notStrictEqual(await kept(), made)
        })
      )
    }).pipe(Effect.scoped)
)

it.live("migrate without DATABASE_URL asks for it, and names an unreachable server without its password", () =>
  Effect.gen(function* () {
    const none = yield* Effect.promise(() => run(["migrate"]))
    assert.strictEqual(none.code, 1)
    assert.include(none.stderr, "DATABASE_URL")
    const away = yield* Effect.promise(() =>
      run(["migrate"], { DATABASE_URL: "postgres://me:hunter22@127.0.0.1:9/forms" })
    )
    assert.strictEqual(away.code, 1)
    assert.match(away.stderr, /^[^\n]*127\.0\.0\.1:9\/forms[^\n]*\n$/)
    assert.notInclude(away.stderr, "hunter22")
  })
)
