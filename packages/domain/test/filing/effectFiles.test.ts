/** Files in effects: what is stored to be sent says their names, by filing, by a saved draft and by a transition. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Uploads } from "@formwork/domain/filing/Uploads"
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
  language: "'de'",
  to: "desk@example.org",
  subject: "{receipt}",
  text: "{receipt} / {home.deed}",
  ...(on === "filed" ? { attach: ["{receipt}", "paper", "{home.deed}"] } : {})
})

const definition: JsonObject = {
  languages: ["en", "de"],
  title: "Claim",
  code: "CLAIM",
  fields: [
    { slug: "receipt", type: "file", label: "Receipt", maxBytes: 3_000_000 },
    { slug: "home.deed", type: "file", label: "Deed", maxBytes: 1_000_000 },
    { slug: "photos", type: "list", maxItems: 3, fields: [{ slug: "photo", type: "file", label: "Photo" }] }
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
      id: "paper",
      kind: "document",
      title: "Claim",
      blocks: [{ fields: "all" }, { table: { list: "photos", columns: ["photo"] } }]
    },
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
  const uploads = yield* Uploads
  const sent = Effect.fnUntraced(function* (field: string, name: string) {
    const bytes = Uint8Array.of(1, 2, 3)
    const { id } = yield* uploads.add(caller, form.id, { field, name, contentType: "application/pdf", bytes })
    return String(id)
  })
  return { caller, form, sent, submissions: yield* Submissions, tenant }
})

const written = (tenant: Effect.Success<typeof setting>["tenant"]) =>
  tenant.firings.flatMap(({ content, effectId, on }) =>
    content?.kind === "notification" ? [[on, effectId, content.subject, content.text]] : []
  )

layer(Services.layer.pipe(Layer.provideMerge(Memory.layer())))("files in effects", (it) => {
  it.effect("people read the names of the files, and a webhook has the ids", () =>
    Effect.gen(function* () {
      const { caller, form, sent, submissions, tenant } = yield* setting
      const receipt = yield* sent("receipt", "Rechnung März.pdf")
      const photo = yield* sent("photos.photo", "dent.pdf")
      const data = { receipt, photos: [{ photo }, {}] }
      yield* submissions.create(caller, form.id, { data, draft: false, idempotencyKey: undefined })
      assert.deepStrictEqual(written(tenant), [["filed", "thank", "Rechnung März.pdf", "Rechnung März.pdf / —"]])
      const contents = new Map(tenant.firings.map(({ content, effectId }) => [effectId, content]))
      assert.deepStrictEqual(contents.get("paper"), {
        kind: "document",
        title: "Claim",
        fileName: "paper.pdf",
        blocks: [
          { fields: [{ label: "Receipt", value: "Rechnung März.pdf" }] },
          { table: { columns: [{ label: "Photo" }], rows: [["dent.pdf"], [""]] } }
        ]
      })
      assert.deepStrictEqual(Object(contents.get("event")).event.data.data, data)
    })
  )

  it.effect("an e-mail attaches the files that are there, beside its documents", () =>
    Effect.gen(function* () {
      const { caller, form, sent, submissions, tenant } = yield* setting
      const deed = yield* sent("home.deed", "deed.pdf")
      yield* submissions.create(caller, form.id, { data: { home: { deed } }, draft: false, idempotencyKey: undefined })
      const [thank, paper] = tenant.firings
      const { attach, files } = Object(thank?.content)
      assert.deepStrictEqual([attach, files], [["paper"], [{ id: deed, name: "deed.pdf" }]])
      assert.deepStrictEqual(thank?.attachments?.length === 1 && thank.attachments[0], paper?.id)
    })
  )

  it.effect("one file may stand in several fields and rows of a submission, and in no other one", () =>
    Effect.gen(function* () {
      const { caller, form, sent, submissions, tenant } = yield* setting
      const both = yield* sent("receipt", "contract.pdf")
      const data = { receipt: both, home: { deed: both }, photos: [{ photo: both }, { photo: both }] }
      const file = (values: JsonObject) =>
        submissions.create(caller, form.id, { data: values, draft: false, idempotencyKey: undefined })
      const { submission } = yield* file(data)
      assert.deepStrictEqual(submission.data, data)
      assert.deepStrictEqual(written(tenant), [["filed", "thank", "contract.pdf", "contract.pdf / contract.pdf"]])
      const refused = yield* Effect.flip(file({ home: { deed: both } }))
      assert.deepStrictEqual(
        refused._tag === "SubmissionInvalid" && refused.problems.map(({ code, pointer }) => [code, pointer]),
        [["unique", "/data/home/deed"]]
      )
      assert.lengthOf(yield* (yield* Uploads).list(caller, submission.id), 1)
    })
  )

  it.effect("people read names in what a draft fires that is saved and then filed, and of a transition", () =>
    Effect.gen(function* () {
      const { caller, form, sent, submissions, tenant } = yield* setting
      const [receipt, other] = [yield* sent("receipt", "a.pdf"), yield* sent("receipt", "b.pdf")]
      const deed = yield* sent("home.deed", "deed.pdf")
      const { submission } = yield* submissions.create(caller, form.id, {
        data: { receipt },
        draft: true,
        idempotencyKey: undefined
      })
      const { id } = submission
      const values = { receipt: other, home: { deed } }
      const { revision } = yield* submissions.save(caller, id, { revision: submission.revision, data: values })
      const filed = yield* submissions.file(caller, id, { revision, data: undefined })
      yield* submissions.transition(caller, id, { revision: filed.revision, name: "accept", comment: undefined })
      assert.deepStrictEqual(written(tenant), [
        ["draft_saved", "kept", "a.pdf", "a.pdf / —"],
        ["draft_saved", "kept", "b.pdf", "b.pdf / deed.pdf"],
        ["filed", "thank", "b.pdf", "b.pdf / deed.pdf"],
        ["state:accepted", "welcome", "b.pdf", "b.pdf / deed.pdf"]
      ])
    })
  )
})
