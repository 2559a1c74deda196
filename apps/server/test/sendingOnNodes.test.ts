/**
 * Sending from a coordinator and two nodes with Citus, with real processes: a server that only files, workers that only send, a receiver
 * over HTTP, and kill -9 in the middle. Skipped, with a line, on a machine without Citus.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as CitusServers from "@formwork/postgres/testing/CitusServers"
import { demoOf } from "./support/demo.ts"
import { serving } from "./support/formwork.ts"
import { sendingWorker, toThisMachine } from "./support/sendingWorker.ts"
import { receiver, signedIn, telling, until } from "./support/telling.ts"

const pepper = "a pepper of at least 32 characters"

const worker = (url: string) => sendingWorker(url, { KEY_PEPPER: pepper })

const absent = await CitusServers.absent()
if (absent !== undefined) console.log(absent)

it.live.skipIf(absent !== undefined)(
  "a submission's webhook arrives from a cluster, and again under the same id after its worker was killed",
  () =>
    Effect.gen(function* () {
      const url = Redacted.value(yield* CitusServers.distributed)
      const hook = yield* receiver
      const env = { DATABASE_URL: url, KEY_PEPPER: pepper, WORKERS: "0", ...toThisMachine }
      yield* Effect.promise(() =>
        serving(
          env,
          (address, running) =>
            Effect.runPromise(
              Effect.gen(function* () {
                yield* Effect.promise(() => running.says(/Ctrl-C/))
                const author = yield* Effect.promise(() => signedIn(address, demoOf(running).signIn))
                const file = yield* Effect.promise(() => telling(author, `${hook.url}/one`))
                const first = yield* worker(url)
                const submissionId = yield* Effect.promise(file)
                yield* until("the first request", () => hook.arrived.length === 1)
                first.child.kill("SIGKILL")
                yield* Effect.promise(() => first.ended)
                hook.open()
                yield* worker(url)
                yield* until("the second request", () => hook.arrived.length === 2)
                yield* until("the delivery", async () => {
                  const { body } = await author.effects.list({ submission: submissionId })
                  return body.items.some(({ state }) => state === "delivered")
                })
                assert.lengthOf(new Set(hook.arrived.map(({ id }) => id)), 1)
              }).pipe(Effect.scoped)
            ),
          ["--demo"]
        )
      )
    }).pipe(Effect.scoped),
  240_000
)
