/** A change of a submission evaluates its values once, for any number of effects that it fires. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { LiveForms } from "@formwork/domain/forms/LiveForms"
import type { LiveForm } from "@formwork/domain/forms/LiveForms"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Caller from "@formwork/domain/callers/Caller"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Services from "@formwork/domain/Services"
import type { Json, JsonObject } from "@formwork/rules/Json"
import * as Memory from "@formwork/memory/Memory"
import { Tables } from "@formwork/memory/Tables"

const effectsOn = (on: string): ReadonlyArray<Json> => [
  { id: `${on.slice(0, 3)}-mail`, kind: "notification", on, to: "desk@roofs.example", subject: "{price}", text: "t" },
  { id: `${on.slice(0, 3)}-event`, kind: "delivery", on, url: "https://hooks.example", secret: "signing" }
]

const definition: JsonObject = {
  title: "Roof enquiry",
  code: "ROOF",
  fields: [
    { slug: "area", type: "number", decimals: 1, required: true },
    { slug: "price", type: "money", currency: "NZD", formula: "round(area * 42.5, 2)" }
  ],
  workflow: {
    initial: "submitted",
    states: ["submitted", "won"],
    transitions: [{ name: "win", from: "submitted", to: "won" }]
  },
  effects: [...effectsOn("filed"), ...effectsOn("draft_saved"), ...effectsOn("state:won")]
}

let evaluations = 0

const counted = (form: LiveForm): LiveForm => ({
  ...form,
  compiled: {
    ...form.compiled,
    evaluate: (data, options) => {
      evaluations += 1
      return form.compiled.evaluate(data, options)
    },
    explain: () => assert.fail("filing asked for a trace")
  }
})

const countedForms = Layer.effect(
  LiveForms,
  Effect.map(LiveForms, (forms) =>
    LiveForms.of({
      get: (...about) => Effect.map(forms.get(...about), counted),
      refresh: (...about) => Effect.map(forms.refresh(...about), counted),
      version: (...about) => Effect.map(forms.version(...about), counted),
      inLanguage: forms.inLanguage
    })
  )
)

// A second service: the one in `Services` uses forms that are not counted.
const services = Layer.fresh(Submissions.layer).pipe(
  Layer.provide(countedForms),
  Layer.provideMerge(Services.layer),
  Layer.provideMerge(Memory.layer())
)

/** Runs a change and counts its evaluations and the firings that it adds. */
const during = <A, E, R>(change: Effect.Effect<A, E, R>, firings: ReadonlyArray<unknown>) =>
  Effect.gen(function* () {
    const [evaluated, fired] = [evaluations, firings.length]
    const result = yield* change
    return { result, evaluations: evaluations - evaluated, firings: firings.length - fired }
  })

layer(services)("a change that fires two effects", (it) => {
  it.effect("a change evaluates once: saving, saving again, filing a draft, a transition, and filing at once", () =>
    Effect.gen(function* () {
      const { organisation, owner } = yield* Organisations.use((organisations) =>
        organisations.found("Ashworth", { email: "edith@ashworth.example", name: "Edith" })
      )
      const caller = Caller.operator(organisation.id, owner.id)
      yield* FiringFixture.signing(caller)
      const forms = yield* Forms
      const form = yield* forms.create(caller, definition)
      yield* forms.publish(caller, form.id)
      const firings = (yield* Tables).tenants.get(organisation.id)?.firings ?? assert.fail("no tenant")
      const submissions = yield* Submissions
      const once = { evaluations: 1, firings: 2 }

      const created = (draft: boolean) =>
        submissions.create(caller, form.id, { data: { area: 2 }, draft, idempotencyKey: undefined })
      const { result: saved, ...saving } = yield* during(created(true), firings)
      assert.deepStrictEqual(saving, once)
      const { id } = saved.submission
      const { result: again, ...savingAgain } = yield* during(
        submissions.save(caller, id, { revision: 1, data: { area: 3 } }),
        firings
      )
      assert.deepStrictEqual(savingAgain, once)
      const { result: filed, ...filing } = yield* during(
        submissions.file(caller, id, { revision: again.revision, data: undefined }),
        firings
      )
      assert.deepStrictEqual(filing, once)
      const { result: _, ...moving } = yield* during(
        submissions.transition(caller, id, { revision: filed.revision, name: "win", comment: undefined }),
        firings
      )
      assert.deepStrictEqual(moving, once)
      const { result: __, ...filingAtOnce } = yield* during(created(false), firings)
      assert.deepStrictEqual(filingAtOnce, once)
    })
  )
})
