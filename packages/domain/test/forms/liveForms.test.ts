/** Which compiled forms are cached. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { FormCacheBytes } from "@formwork/domain/forms/LiveForms"
import { Forms } from "@formwork/domain/forms/Forms"
import { LiveForms } from "@formwork/domain/forms/LiveForms"
import * as Caller from "@formwork/domain/callers/Caller"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Callers } from "@formwork/domain/credentials/Callers"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"

/** A new organisation with a live form, and the admission of its key. */
const live = Effect.fnUntraced(function* (number: number) {
  const person = { email: `owner${number}@ashworth.example`, name: "Edith" }
  const { organisation, owner } = yield* (yield* Organisations).found(`Ashworth ${number}`, person)
  const operator = Caller.operator(organisation.id, owner.id)
  const forms = yield* Forms
  const form = yield* forms.create(operator, {
    title: "Roof enquiry",
    code: "ROOF",
    fields: [
      { slug: "area", type: "number", decimals: 1, required: true },
      { slug: "flat", type: "boolean" },
      { slug: "price", type: "money", currency: "NZD", formula: "round(area * 42.5, 2)" }
    ]
  })
  yield* forms.publish(operator, form.id)
  const { token } = yield* (yield* ApiKeys).create(operator, { name: "Web", privileges: ["submission:write"] })
  const admit = Effect.map(
    Callers.use((callers) => callers.authenticate(token.text)),
    ({ caller }) => caller
  )
  return { admit, form, operator }
})

const translated = {
  languages: ["en", "de"],
  title: { en: "Roof", de: "Dach" },
  code: "DACH",
  fields: [{ slug: "area", type: "number", required: true, label: { en: "Area", de: "Fläche" } }]
}

layer(Services.layer.pipe(Layer.provideMerge(Memory.layer())))("live forms", (it) => {
  it.effect("a form is compiled once in each language, and in its own for whoever has none of its languages", () =>
    Effect.gen(function* () {
      const { admit, operator } = yield* live(4)
      const forms = yield* Forms
      const lives = yield* LiveForms
      const form = yield* forms.create(operator, translated)
      yield* forms.publish(operator, form.id)
      const caller = yield* admit
      const own = yield* lives.get(caller, form.id)
      const german = yield* lives.inLanguage(caller, own, ["de-AT"])
      assert.deepStrictEqual(
        [own, german].map(({ compiled }) => compiled.definition.title),
        ["Roof", "Dach"]
      )
      assert.strictEqual((yield* lives.inLanguage(caller, own, ["it", "de"])).compiled, german.compiled)
      assert.strictEqual((yield* lives.get(caller, form.id)).compiled, own.compiled)
      for (const accepts of [[], ["it"], ["en", "de"], ["*"]])
        assert.strictEqual((yield* lives.inLanguage(caller, own, accepts)).compiled, own.compiled)
    })
  )

  it.effect(
    "compiled forms stay within the cache's bytes; an evicted one is compiled again and gives the same answers",
    () =>
      Effect.gen(function* () {
        const settings = [yield* live(1), yield* live(2), yield* live(3)] as const
        const answers = Effect.fnUntraced(function* ({ admit, form }: Effect.Success<ReturnType<typeof live>>) {
          const { compiled } = yield* (yield* LiveForms).get(yield* admit, form.id)
          return { compiled, said: JSON.stringify(compiled.evaluate({ area: 2, flat: 7 }, today)) }
        })
        const today = { today: "2026-03-09", draft: false }
        const within = (bytes: number) =>
          Effect.provide(Layer.fresh(LiveForms.layer).pipe(Layer.provide(Layer.succeed(FormCacheBytes, bytes))))
        const [first, second, third] = settings
        const { compiled, said } = yield* answers(first)
        yield* Effect.gen(function* () {
          const one = (yield* answers(first)).compiled
          const two = (yield* answers(second)).compiled
          assert.strictEqual((yield* answers(first)).compiled, one)
          yield* answers(third) // evicts the second, the least recently used
          assert.strictEqual((yield* answers(first)).compiled, one)
          const again = yield* answers(second)
          assert.notStrictEqual(again.compiled, two)
          assert.strictEqual(again.said, said)
        }).pipe(within(2.5 * compiled.bytes))
        yield* Effect.gen(function* () {
          const one = yield* answers(first)
          const again = yield* answers(first)
          assert.notStrictEqual(again.compiled, one.compiled)
          assert.strictEqual(again.said, said)
        }).pipe(within(compiled.bytes - 1))
      })
  )
})
