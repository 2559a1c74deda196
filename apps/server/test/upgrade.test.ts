/**
 * An upgrade without a pause (docs/upgrading.md): the server of the version before files and sends, while the database is migrated and a
 * server of this version takes its place. Skipped, with a line, in a checkout without that version's commit.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { demoOf } from "./support/demo.ts"
import { filedAsAnswered } from "./support/filedAsAnswered.ts"
import * as Filers from "./support/filers.ts"
import { run, serving } from "./support/formwork.ts"
import type { Running } from "./support/formwork.ts"
import { toThisMachine } from "./support/sendingWorker.ts"
import { receiver, signedIn, telling, until } from "./support/telling.ts"
import { absent, withVersionBefore } from "./support/versionBefore.ts"
import { wholeLife } from "./support/wholeLife.ts"

const missing = absent()
if (missing !== undefined) console.log(missing)

const filing = 4

/** A server that has said where it listens and who may use it. */
const ready = async (running: Running): Promise<Running> => {
  await running.says(/Ctrl-C/u)
  return running
}

/** A few more than have been filed so far. */
const more = ({ filed }: Filers.Filers) => {
  const enough = filed.length + 5 * filing
  return until("filings", () => filed.length >= enough)
}

it.live.skipIf(missing !== undefined)(
  "a server of the version before goes on while its database is migrated, until one of this version takes its place",
  () =>
    Effect.gen(function* () {
      const { admin } = yield* TestServer.empty
      const env = {
        DATABASE_URL: Redacted.value(admin),
        KEY_PEPPER: "a pepper of at least 32 characters",
        RATE_LIMIT_PER_MINUTE: "1000000",
        ...toThisMachine
      }
      const hook = yield* receiver
      hook.open()
      const upgrade = async (before: string) => {
        const made = await run(["migrate"], env, undefined, before)
        assert.strictEqual(made.code, 0, made.stderr)
        await serving(
          env,
          async (address, old) => {
            const demo = demoOf(await ready(old))
            const { signIn } = demo
            const file = await telling(await signedIn(address, signIn), `${hook.url}/told`)
            await wholeLife(address, signIn, "BEFORE")
            const told = [await file()]
            const first = Filers.start(address, demo, filing)
            await Effect.runPromise(more(first))

            const planned = await run(["migrate", "--check"], env)
            assert.strictEqual(planned.code, 0, planned.stdout + planned.stderr)
            const migrated = await run(["migrate"], env)
            assert.match(migrated.stdout, /^Migrated: /u, migrated.stderr)

            await Effect.runPromise(more(first))
            await wholeLife(address, signIn, "MEANWHILE")
            told.push(await file())
            const second = await serving(env, async (next, running) => {
              await running.says(/listening on/u)
              // The same keys as the others': what the old server has filed is answered again by the new one.
              const second = Filers.start(next, demo, filing)
              await Effect.runPromise(more(second))
              await first.stop()
              old.child.kill("SIGINT")
              assert.strictEqual((await old.ended).code, 0, old.output())
              await Effect.runPromise(more(second))
              await second.stop()
              await Effect.runPromise(until("what was filed is told", () => hook.arrived.length >= told.length))
              return second
            })
            assert.lengthOf(new Set(hook.arrived.map(({ id }) => id)), told.length)
            assert.lengthOf(hook.arrived, told.length)
            // A client may lose its patience on a busy machine. Every answer is 201.
            const refused = [first, second]
              .flatMap(({ others }) => Object.keys(others))
              .filter((what) => what !== "none")
            assert.deepStrictEqual(refused, [])
            await Effect.runPromise(
              Effect.scoped(
                Effect.gen(function* () {
                  const sql = yield* TestServer.connect(admin)
                  const stored = yield* sql<{ id: string; reference: string }>`
                    select submission_id as id, reference_number as reference from formwork.submissions
                     where form_id = ${demo.formId}`
                  filedAsAnswered(
                    stored.map(({ id, reference }) => [id, reference]),
                    first,
                    second
                  )
                })
              )
            )
          },
          ["--demo"],
          before
        )
      }
      yield* Effect.promise(() => withVersionBefore(upgrade))
    }).pipe(Effect.scoped),
  300_000
)
