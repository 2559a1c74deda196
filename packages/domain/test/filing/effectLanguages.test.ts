/** Effects in the language that a submission says: what is stored to be sent, by filing, by a saved draft and by a transition. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Caller from "@formwork/domain/callers/Caller"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Services from "@formwork/domain/Services"
import type { JsonObject } from "@formwork/rules/Json"
import * as Memory from "@formwork/memory/Memory"
import { Tables } from "@formwork/memory/Tables"

const mail = (id: string, on: string): JsonObject => ({
  id,
  kind: "notification",
  on,
  language: "preferredLanguage",
  to: "{email}",
  subject: { en: "{$formTitle} {$reference}", de: "{$formTitle} {$reference}" },
  text: { en: "{plan}: {price} from {start}", de: "{plan}: {price} ab {start}" },
  ...(on === "filed" ? { attach: ["offer", "terms"] } : {})
})

const definition: JsonObject = {
  languages: ["en", "de"],
  title: { en: "Membership", de: "Mitgliedschaft" },
  code: "MEM",
  fields: [
    { slug: "preferredLanguage", type: "choice", options: [{ value: "en" }, { value: "de" }] },
    { slug: "email", type: "email" },
    { slug: "start", type: "date", label: { en: "Start", de: "Beginn" } },
    {
      slug: "plan",
      type: "choice",
      label: { en: "Plan", de: "Tarif" },
      options: [{ value: "year", label: { en: "A year", de: "Ein Jahr" } }]
    },
    { slug: "price", type: "money", currency: "EUR", label: { en: "Price", de: "Preis" }, formula: "1234.5" },
    { slug: "line", type: "text", formula: "label(plan)" }
  ],
  outcomes: [
    { id: "dear", severity: "info", when: "price > 1000", message: { en: "Dear: {price}", de: "Teuer: {price}" } }
  ],
  workflow: {
    initial: "submitted",
    states: ["submitted", "accepted"],
    transitions: [{ name: "accept", from: "submitted", to: "accepted" }]
  },
  effects: [
    mail("thank", "filed"),
    mail("kept", "draft_saved"),
    mail("welcome", "state:accepted"),
    {
      id: "offer",
      kind: "document",
      language: "preferredLanguage",
      title: { en: "Offer", de: "Angebot" },
      blocks: [{ fields: ["plan", "price", "start"] }]
    },
    { id: "terms", kind: "document", title: "Terms", blocks: [{ fields: ["plan", "price", "start"] }] },
    { id: "event", kind: "delivery", url: "https://hooks.example", secret: "signing" }
  ]
}

const setting = Effect.gen(function* () {
  const { organisation, owner } = yield* Organisations.use((organisations) =>
    organisations.found("Ashworth", { email: "edith@ashworth.example", name: "Edith" })
  )
  const caller = Caller.operator(organisation.id, owner.id)
  yield* FiringFixture.signing(caller)
  const forms = yield* Forms
  const form = yield* forms.create(caller, definition)
  yield* forms.publish(caller, form.id)
  const tenant = (yield* Tables).tenants.get(organisation.id)
  if (tenant === undefined) return assert.fail("no tenant")
  return { caller, form, tenant }
})

const data = (preferredLanguage?: string): JsonObject => ({
  email: "edith@example.org",
  start: "2027-02-01",
  plan: "year",
  ...(preferredLanguage === undefined ? {} : { preferredLanguage })
})

const fieldsIn = (labels: ReadonlyArray<string>, values: ReadonlyArray<string>) => ({
  fields: labels.map((label, index) => ({ label, value: values[index] ?? "" }))
})
const english = fieldsIn(["Plan", "Price", "Start"], ["A year", "EUR 1234.50", "2027-02-01"])
const german = fieldsIn(["Tarif", "Preis", "Beginn"], ["Ein Jahr", "EUR 1.234,50", "01.02.2027"])

layer(Services.layer.pipe(Layer.provideMerge(Memory.layer())))("effects in a language", (it) => {
  it.effect("each submission's e-mail and document are in its language, and a document beside them in its own", () =>
    Effect.gen(function* () {
      const { caller, form, tenant } = yield* setting
      const submissions = yield* Submissions
      const filed = Effect.fnUntraced(function* (tongue?: string, accepts: ReadonlyArray<string> = []) {
        const from = tenant.firings.length
        const given = { data: data(tongue), draft: false, idempotencyKey: undefined, accepts }
        const { submission } = yield* submissions.create(caller, form.id, given)
        const contents = new Map(tenant.firings.slice(from).map(({ content, effectId }) => [effectId, content]))
        const { id: _, ...event } = Object(contents.get("event")).event.data
        const thank = Object(contents.get("thank"))
        const offer = Object(contents.get("offer"))
        return {
          said: [thank.language, thank.subject.replace(/ .*/u, ""), thank.text],
          offered: [offer.language, offer.title, offer.blocks],
          terms: contents.get("terms"),
          stored: [event.calculatedData, event.outcomes, submission.outcomes]
        }
      })
      const inEnglish = yield* filed("en", ["de"])
      const inGerman = yield* filed("de", ["en"])
      const inNone = yield* filed()
      assert.deepStrictEqual(inEnglish.said, ["en", "Membership", "A year: 1234.50 from 2027-02-01"])
      assert.deepStrictEqual(inEnglish.offered, ["en", "Offer", [english]])
      assert.deepStrictEqual(inGerman.said, ["de", "Mitgliedschaft", "Ein Jahr: 1.234,50 ab 01.02.2027"])
      assert.deepStrictEqual(inGerman.offered, ["de", "Angebot", [german]])
      assert.deepStrictEqual([inNone.said, inNone.offered], [inEnglish.said, inEnglish.offered])
      for (const { stored, terms } of [inEnglish, inGerman]) {
        assert.deepStrictEqual(terms, { kind: "document", title: "Terms", fileName: "terms.pdf", blocks: [english] })
        assert.deepStrictEqual(stored, inNone.stored)
      }
      assert.include(JSON.stringify(inGerman.stored), "Dear: 1234.50")
    })
  )

  it.effect("so are those of a draft that is saved and then filed, and of a transition", () =>
    Effect.gen(function* () {
      const { caller, form, tenant } = yield* setting
      const submissions = yield* Submissions
      const { submission } = yield* submissions.create(caller, form.id, {
        data: data("en"),
        draft: true,
        idempotencyKey: undefined
      })
      const { id } = submission
      const { revision } = yield* submissions.save(caller, id, { revision: submission.revision, data: data("de") })
      const filed = yield* submissions.file(caller, id, { revision, data: undefined })
      yield* submissions.transition(caller, id, { revision: filed.revision, name: "accept", comment: undefined })
      assert.deepStrictEqual(
        tenant.firings.flatMap(({ content, effectId, on }) =>
          content?.kind === "notification" ? [[on, effectId, content.language, content.text]] : []
        ),
        [
          ["draft_saved", "kept", "en", "A year: 1234.50 from 2027-02-01"],
          ["draft_saved", "kept", "de", "Ein Jahr: 1.234,50 ab 01.02.2027"],
          ["filed", "thank", "de", "Ein Jahr: 1.234,50 ab 01.02.2027"],
          ["state:accepted", "welcome", "de", "Ein Jahr: 1.234,50 ab 01.02.2027"]
        ]
      )
    })
  )

  it.effect("an e-mail knows the firings of its documents, whatever their languages", () =>
    Effect.gen(function* () {
      const { caller, form, tenant } = yield* setting
      const submissions = yield* Submissions
      yield* submissions.create(caller, form.id, { data: data("de"), draft: false, idempotencyKey: undefined })
      const [thank, ...others] = tenant.firings
      assert.deepStrictEqual(
        [...(thank?.attachments ?? [])],
        others.flatMap(({ id, kind }) => (kind === "document" ? [id] : []))
      )
      assert.lengthOf(thank?.attachments ?? [], 2)
    })
  )
})
