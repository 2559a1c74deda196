/** A request about a record: refused for a missing privilege, then for a missing record, then for its shape (docs/decisions/0111). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { UserId } from "@formwork/domain/callers/Ids"
import { RequestInvalid } from "@formwork/domain/callers/Refusal"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { FolderId } from "@formwork/domain/folders/Folder"
import { Folders } from "@formwork/domain/folders/Folders"
import { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import { FormDescriptions } from "@formwork/domain/forms/FormDescriptions"
import { Forms } from "@formwork/domain/forms/Forms"
import { ImpactRunId } from "@formwork/domain/impact/Impact"
import { Impacts } from "@formwork/domain/impact/Impacts"
import { ApiKeyId } from "@formwork/domain/keys/ApiKey"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Users } from "@formwork/domain/people/Users"
import { Reports } from "@formwork/domain/reports/Reports"
import { before as definition } from "../forms/enquiryForm.ts"
import { request, services, setting, tag } from "../people/ownerFixture.ts"

const invalid = Effect.fail(new RequestInvalid({ problems: [] }))
const nowhere = "01890000-0000-7000-8000-000000000000"

/** One record of each kind. */
const records = Effect.gen(function* () {
  const { operator, owner } = yield* setting
  const { key } = yield* ApiKeys.use((keys) => keys.create(operator, request))
  const folder = yield* Folders.use((folders) => folders.create(operator, { name: "Roofs", parentId: null }))
  const form = yield* Forms.use((forms) => forms.create(operator, definition))
  const version = yield* Forms.use((forms) => forms.publish(operator, form.id))
  const { submission } = yield* Submissions.use((submissions) =>
    submissions.create(operator, form.id, { data: {}, draft: true, idempotencyKey: undefined })
  )
  const run = yield* Impacts.use((impacts) => impacts.start(operator, form.id, { limit: 1 }))
  const ids = {
    key: key.id,
    user: owner.id,
    folder: folder.id,
    form: form.id,
    version: version.id,
    submission: submission.id,
    run: run.id
  }
  return { ids, operator }
})

type Ids = Effect.Success<typeof records>["ids"]

const unknown: Ids = {
  key: ApiKeyId.make(nowhere),
  user: UserId.make(nowhere),
  folder: FolderId.make(nowhere),
  form: FormId.make(nowhere),
  version: FormVersionId.make(nowhere),
  submission: SubmissionId.make(nowhere),
  run: ImpactRunId.make(nowhere)
}

/** Every method that takes a request about a record, asked with one that cannot be decoded, and what it refuses without the record. */
const methods = Effect.gen(function* () {
  const evaluations = yield* Evaluations
  const submissions = yield* Submissions
  const folders = yield* Folders
  const forms = yield* Forms
  const descriptions = yield* FormDescriptions
  const impacts = yield* Impacts
  const keys = yield* ApiKeys
  const users = yield* Users
  const reports = yield* Reports
  type Refused = Effect.Effect<unknown, { readonly _tag: string }>
  const all: ReadonlyArray<readonly [absent: string, ask: (caller: Caller, ids: Ids) => Refused]> = [
    ["FormNotFound", (caller, { form }) => evaluations.evaluate(caller, form, invalid)],
    ["FormNotFound", (caller, { form }) => evaluations.explain(caller, form, invalid)],
    ["FormNotFound", (caller, { form }) => submissions.create(caller, form, invalid)],
    ["SubmissionNotFound", (caller, { submission }) => submissions.save(caller, submission, invalid)],
    ["SubmissionNotFound", (caller, { submission }) => submissions.file(caller, submission, invalid)],
    ["SubmissionNotFound", (caller, { submission }) => submissions.transition(caller, submission, invalid)],
    ["SubmissionNotFound", (caller, { submission }) => submissions.remove(caller, submission, invalid)],
    ["FolderNotFound", (caller, { folder }) => folders.change(caller, folder, invalid)],
    ["FormNotFound", (caller, { form }) => forms.change(caller, form, invalid)],
    ["FormNotFound", (caller, { form }) => forms.saveDraft(caller, form, invalid, 1)],
    ["FormNotFound", (caller, { form }) => forms.saveDraft(caller, form, {}, invalid)],
    ["FormNotFound", (caller, { form }) => forms.checkDraft(caller, form, invalid)],
    ["FormNotFound", (caller, { form }) => forms.publish(caller, form, invalid)],
    ["FormNotFound", (caller, { form }) => forms.versions(caller, form, invalid)],
    ["FormVersionNotFound", (caller, { form, version }) => descriptions.compare(caller, form, version, invalid)],
    ["FormNotFound", (caller, { form }) => impacts.start(caller, form, invalid)],
    ["ImpactRunNotFound", (caller, { form, run }) => impacts.get(caller, form, run, invalid)],
    ["ApiKeyNotFound", (caller, { key }) => keys.rotate(caller, key, invalid)],
    ["ApiKeyNotFound", (caller, { key }) => reports.usageOfKey(caller, key, invalid)],
    ["UserNotFound", (caller, { user }) => users.change(caller, user, invalid)]
  ]
  return all
})

layer(services)("a request about a record", (it) => {
  it.effect("is decoded after the privilege was checked and the record found", () =>
    Effect.gen(function* () {
      const { ids, operator } = yield* records
      for (const [absent, ask] of yield* methods) {
        assert.strictEqual(yield* tag(ask({ ...operator, privileges: [] }, ids)), "PrivilegeMissing")
        assert.strictEqual(yield* tag(ask(operator, unknown)), absent)
        assert.strictEqual(yield* tag(ask(operator, ids)), "RequestInvalid", ask.toString())
      }
    })
  )
})
