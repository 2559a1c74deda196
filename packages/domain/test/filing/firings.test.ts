/** What a filing fires: each due effect with its content, rendered from the evaluation that the caller got. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { referenceMarker } from "@formwork/rules/Content"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Caller from "@formwork/domain/callers/Caller"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Services from "@formwork/domain/Services"
import type { JsonObject } from "@formwork/rules/Json"
import * as Memory from "@formwork/memory/Memory"
import { Tables } from "@formwork/memory/Tables"

const definition: JsonObject = {
  title: "Roof enquiry",
  code: "ROOF",
  fields: [
    { slug: "area", type: "number", decimals: 1, required: true },
    { slug: "email", type: "email" },
    { slug: "price", type: "money", currency: "NZD", formula: "round(area * 42.5, 2)" }
  ],
  effects: [
    { id: "desk", kind: "notification", to: "desk@roofs.example", subject: "{$reference}: {area} m²", text: "{price}" },
    { id: "thank", kind: "notification", to: "{email}", subject: "Thank you", text: "We will call you." },
    { id: "survey", kind: "integration", method: "POST", url: "https://s.example/{$submissionId}", when: "area > 100" },
    { id: "event", kind: "delivery", on: "draft_saved", url: "https://hooks.example", secret: "signing" }
  ]
}

const setting = Effect.gen(function* () {
  const { organisation, owner } = yield* Organisations.use((organisations) =>
    organisations.found("Ashworth", { email: "edith@ashworth.example", name: "Edith" })
  )
  const caller = Caller.operator(organisation.id, owner.id)
  const forms = yield* Forms
  yield* FiringFixture.signing(caller)
  const form = yield* forms.create(caller, definition)
  const version = yield* forms.publish(caller, form.id)
  const tenant = (yield* Tables).tenants.get(organisation.id)
  if (tenant === undefined) return assert.fail("no tenant")
  return { caller, form, version, tenant }
})

const filed = (data: JsonObject, draft = false) => ({ data, draft, idempotencyKey: undefined })

layer(Services.layer.pipe(Layer.provideMerge(Memory.layer())))("the firings of a filing", (it) => {
  it.effect(
    "firings carry their content, with a marker for the reference number; without a recipient there is no firing",
    () =>
      Effect.gen(function* () {
        const { caller, form, tenant } = yield* setting
        const submissions = yield* Submissions
        const { submission } = yield* submissions.create(caller, form.id, filed({ area: 120 }))
        assert.deepStrictEqual(
          tenant.firings.map(({ content, effectId }) => [effectId, content]),
          [
            [
              "desk",
              {
                kind: "notification",
                to: ["desk@roofs.example"],
                subject: `${referenceMarker(submission.id)}: 120 m²`,
                text: "5100.00"
              }
            ],
            ["survey", { kind: "integration", method: "POST", url: `https://s.example/${submission.id}`, headers: [] }]
          ]
        )
      })
  )

  it.effect("a firing of a saved draft carries the draft as stored, and when it was saved", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 21, 9, 30))
      const { caller, form, tenant, version } = yield* setting
      const submissions = yield* Submissions
      const { submission } = yield* submissions.create(caller, form.id, filed({ area: 2 }, true))
      assert.deepStrictEqual(
        tenant.firings.map(({ content }) => JSON.parse(JSON.stringify(content))),
        [
          {
            kind: "delivery",
            url: "https://hooks.example",
            secret: "signing",
            event: {
              type: "submission.draft_saved",
              timestamp: "2026-11-21T09:30:00.000Z",
              data: {
                id: submission.id,
                formId: form.id,
                formVersionId: version.id,
                referenceNumber: referenceMarker(submission.id),
                workflowState: "draft",
                data: { area: 2 },
                calculatedData: { price: "85.00" },
                hiddenFields: [],
                outcomes: [],
                createdAt: "2026-11-21T09:30:00.000Z"
              }
            }
          }
        ]
      )
    })
  )
})
