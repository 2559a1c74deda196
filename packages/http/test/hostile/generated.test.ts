/**
 * Random requests made from the published document get no 5xx, and every answer is as the document says.
 * FUZZ_REQUESTS says how many, FUZZ_SEED which; a failure names the seed and the request.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { document } from "../../src/v1/v1Document.ts"
import { nonconformities } from "../support/documentConformance.ts"
import { type Request, requests } from "../support/requestGenerator.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const count = Number(process.env["FUZZ_REQUESTS"] ?? 20_000)
const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 1_000_000)
/** Requests that go out at once, each on a connection of its own: a 401 ends its connection. */
const batch = 50

const bytesOf = ({ body, headers, target }: Request): Uint8Array =>
  Wire.request({ path: target, contentType: undefined, headers, body })

layer(Harness.layer({ quota: { limit: 1_000_000, windowMillis: 3_600_000 } }), { excludeTestServices: true })(
  "the document",
  (it) => {
    it.effect(`describes the answers to ${count} random requests`, () =>
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const known = { formId: form.id, token: key, slugs: ["name", "age", "guardian", "premium"] } as const
        const all = requests(seed, document, known)
        const seen = new Map<number, number>()
        for (let sent = 0; sent < count; sent += batch) {
          const made = Array.from({ length: Math.min(batch, count - sent) }, () => all.next().value)
          const answers = yield* Effect.forEach(made, (request) => Harness.send(bytesOf(request)), {
            concurrency: batch
          })
          for (const [index, request] of made.entries()) {
            const answer = answers[index]
            const what = `seed ${seed}: ${request.target} ${String(request.body)}`
            if (answer === undefined) return assert.fail(`no answer, ${what}`)
            assert.isBelow(answer.status, 500, what)
            assert.deepStrictEqual(nonconformities(document, request.path, answer), [], what)
            seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
          }
        }
        // The requests must be of several kinds: some refused before they are decoded, some later, some not.
        for (const status of [200, 201, 400, 401, 404, 415, 417, 422])
          assert.isAbove(seen.get(status) ?? 0, count / 1_000, String(status))
      }).pipe(Effect.scoped)
    )
  }
)
