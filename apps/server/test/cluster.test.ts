/**
 * Formwork on a coordinator and two nodes with Citus, as docs/scaling.md puts it up: from empty databases to filed submissions of
 * organisations on both nodes. Skipped, with a line, on a machine without Citus.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as CitusServers from "@formwork/postgres/testing/CitusServers"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { demoOf, quote } from "./support/demo.ts"
import type { Demo } from "./support/demo.ts"
import { run, serving } from "./support/formwork.ts"
import { bodyOf } from "./support/reading.ts"

const pepper = "a pepper of at least 32 characters"

const post = async (address: string, { formId, key }: Demo, operation: "evaluate" | "submissions") => {
  const response = await fetch(`${address}/api/platform/v1/forms/${formId}/${operation}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: quote()
  })
  return { status: response.status, answer: await bodyOf(response) }
}

const absent = await CitusServers.absent()
if (absent !== undefined) console.log(absent)

it.live.skipIf(absent !== undefined)(
  "migrate --distribute says what it does, does it once, and the service prices and files on the nodes",
  () =>
    Effect.gen(function* () {
      const url = yield* CitusServers.empty
      const env = { DATABASE_URL: Redacted.value(url), KEY_PEPPER: pepper, WORKERS: "0" }
      const first = yield* Effect.promise(() => run(["migrate", "--distribute"], env))
      assert.strictEqual(first.code, 0, first.stderr)
      assert.match(first.stdout, /To do:\n1\. .*formwork\.organisations/su)
      assert.match(first.stdout, /Done: it is divided among its nodes\.\n$/u)
      const second = yield* Effect.promise(() => run(["migrate", "--distribute"], env))
      assert.deepStrictEqual(
        [second.code, second.stdout],
        [0, "The database is up to date.\nIt is divided among its nodes.\n"]
      )

      yield* Effect.promise(() =>
        serving(
          env,
          async (address, running) => {
            await running.says(/Ctrl-C/)
            const demo = demoOf(running)
            assert.strictEqual((await post(address, demo, "evaluate")).status, 200)
            const filed = await post(address, demo, "submissions")
            assert.strictEqual(filed.status, 201, JSON.stringify(filed.answer))
            assert.match(String(filed.answer["referenceNumber"]), /^MQ-\d{4}-000001$/)
            // Filings at the same time get numbers without a gap, as on one server.
            const together = await Promise.all(Array.from({ length: 12 }, () => post(address, demo, "submissions")))
            assert.deepStrictEqual(
              together.map(({ answer }) => Number(String(answer["referenceNumber"]).slice(-6))).sort((a, b) => a - b),
              Array.from({ length: 12 }, (_, place) => place + 2)
            )
          },
          ["--demo"]
        )
      )
    }).pipe(Effect.scoped),
  240_000
)

it.live("a database without Citus is not divided, and the sentence says what is missing", () =>
  Effect.gen(function* () {
    const { admin } = yield* TestServer.empty
    const env = { DATABASE_URL: Redacted.value(admin), KEY_PEPPER: pepper }
    const refused = yield* Effect.promise(() => run(["migrate", "--distribute"], env))
    assert.strictEqual(refused.code, 1)
    assert.match(refused.stderr, /no extension citus/u)
  }).pipe(Effect.scoped)
)
