/** Ids have one spelling, that of answers: an adapter that would take another is not asked. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, Schema } from "effect"
import { FormNotFound } from "../../src/callers/Refusal.ts"
import * as Caller from "../../src/callers/Caller.ts"
import * as Ids from "../../src/callers/Ids.ts"
import { FormId } from "../../src/forms/Form.ts"
import { FormStore } from "../../src/forms/FormStore.ts"
import { LiveForms } from "../../src/forms/LiveForms.ts"
import { readId } from "../../src/request/readId.ts"
import { services } from "../people/ownerFixture.ts"

const good = "01890000-abcd-7000-8000-000000000000"
const wrong = ["", "not-a-uuid", good.toUpperCase(), "01890000-abcd-4000-8000-000000000000", ` ${good}`]

it.effect(
  "an id is read where it is written as it was given out, and everything else is the refusal of no record",
  () =>
    Effect.gen(function* () {
      const notFound = new FormNotFound()
      const formIdOf = readId(FormId, notFound)
      assert.strictEqual(yield* formIdOf(good), good)
      for (const text of [...wrong, undefined]) assert.strictEqual(yield* Effect.flip(formIdOf(text)), notFound)
    })
)

it("no schema of an id takes another spelling", () => {
  for (const text of wrong) assert.throws(() => FormId.make(text), undefined, undefined, text)
  assert.include(String(Schema.decodeUnknownResult(Ids.Id)(good.toUpperCase())), "an id as it was given out")
})

it.effect("a text that was only called an id is a form that is not found, and no store is asked", () =>
  Effect.gen(function* () {
    const asked: Array<string> = []
    const store = FormStore.of({
      ...(yield* FormStore),
      findLive: (_caller, id) => Effect.sync(() => (asked.push(id), Option.none()))
    })
    const caller = Caller.operator(Ids.OrganisationId.make(good), Ids.UserId.make(good))
    yield* Effect.gen(function* () {
      const forms = yield* LiveForms
      for (const text of [...wrong, good]) {
        // What a program in JavaScript passes on.
        const id: FormId = JSON.parse(JSON.stringify(text))
        assert.strictEqual((yield* Effect.flip(forms.get(caller, id)))._tag, "FormNotFound")
      }
    }).pipe(Effect.provide(Layer.fresh(LiveForms.layer).pipe(Layer.provide(Layer.succeed(FormStore, store)))))
    assert.deepStrictEqual(asked, [good])
  }).pipe(Effect.provide(services))
)
