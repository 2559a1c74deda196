/** Ids that the database makes. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Layer } from "effect"
import type { Ports } from "@formwork/contract/Subject"
import { databases, superuser } from "./Databases.ts"
import type { Raw } from "./Databases.ts"

const suite = <E>(name: string, database: Layer.Layer<Ports | Raw, E>): void =>
  layer(database, { excludeTestServices: true })(`ids: ${name}`, (it) => {
    it.effect(
      "are of version 7, with the time in front and random bits behind, in the order in which they were made where the clock tells",
      () =>
        Effect.gen(function* () {
          const made: Array<string> = []
          const before = Date.now()
          for (let round = 0; round < 100; round++) {
            const [row] = yield* superuser(
              "select formwork.uuidv7() as one, pg_sleep(0.00001), formwork.uuidv7() as next"
            )
            made.push(String(row?.["one"]), String(row?.["next"]))
          }
          const after = Date.now()
          // The clock of the embedded database has milliseconds.
          const parts = name === "embedded" ? made.map((id) => id.slice(0, 13)) : made
          assert.deepStrictEqual(parts, parts.toSorted())
          for (const id of made) {
            assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u)
            const millis = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)
            assert.isTrue(before - 1 <= millis && millis <= after + 1, id)
          }
          // The rest is random.
          assert.strictEqual(new Set(made.map((id) => id.slice(19))).size, made.length)
        })
    )
  })

suite("embedded", databases.embedded)
suite("server", databases.server)
