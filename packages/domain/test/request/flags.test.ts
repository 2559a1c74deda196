/** An object of true and false is read as `Schema.Record` would read it, with the same problems. */
import { assert, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { decoder } from "../../src/request/decoder.ts"
import { flags } from "../../src/request/flags.ts"

const own = decoder(Schema.Struct({ visible: flags("Any.") }))
const plain = decoder(Schema.Struct({ visible: Schema.Record(Schema.String, Schema.Boolean) }))

const ofFlags = Schema.Record(Schema.String, Schema.Boolean)
const ofSome = Schema.Record(Schema.String, Schema.Union([Schema.Boolean, Schema.Literals([0, "true"]), Schema.Null]))

it.prop(
  "law: it takes what a record of booleans takes, and names the same mistakes",
  [Schema.Union([ofFlags, ofSome, Schema.Json])],
  ([visible]) => {
    const found = own({ visible })
    assert.deepStrictEqual(found, plain({ visible }))
    if (Result.isSuccess(found)) assert.strictEqual<unknown>(found.success.visible, visible)
  },
  { arbitrary: { runs: 2_000 } }
)
