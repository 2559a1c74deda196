/** Laws of every port that reads forms, or what belongs to one: what is outside of a key's forms and folders is missing (spec/http.md §3.19). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import { SubmissionListStore } from "@formwork/domain/filing/SubmissionListStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { FolderStore } from "@formwork/domain/folders/FolderStore"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { ImpactStore } from "@formwork/domain/impact/ImpactStore"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import { DocumentArchive } from "@formwork/domain/sending/DocumentArchive"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { FormVersionId } from "@formwork/domain/forms/Form"
import { only, refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import * as Impacts from "../impact/impacts.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

import { file, setting } from "./ReachFixture.ts"

export const example = (it: It): void => {
  it.effect("a key for some forms finds those, and of all others nothing", () =>
    Effect.gen(function* () {
      const forms = yield* FormStore
      const owner = yield* Fixture.owner
      const { form } = yield* Fixture.liveForm(owner, "ONE")
      const { form: other } = yield* Fixture.liveForm(owner, "TWO")
      const { caller } = yield* Fixture.machine(owner, ["form:read"], { forms: [form.id] })

      assert.strictEqual((yield* forms.get(caller, form.id)).id, form.id)
      yield* refuses(forms.get(caller, other.id), "FormNotFound")
      assert.deepStrictEqual(
        (yield* forms.list(caller, {}, { limit: 10 })).map(({ id }) => id),
        [form.id]
      )
    })
  )
}

const records = (it: It): void => {
  it.effect("a form outside is missing, and so are its versions and its folder", () =>
    Effect.gen(function* () {
      const { below, beside, caller, folder, inside, insideVersion, outside, outsideVersion } = yield* setting
      const forms = yield* FormStore
      const folders = yield* FolderStore
      const versionId = FormVersionId.make(yield* Fixture.uuid)

      yield* refuses(forms.get(caller, outside.id), "FormNotFound")
      yield* refuses(forms.record(caller, outside.id), "FormNotFound")
      yield* refuses(forms.versions(caller, outside.id, { limit: 5 }), "FormNotFound")
      yield* refuses(forms.version(caller, outside.id, outsideVersion.id), "FormVersionNotFound")
      yield* refuses(forms.update(caller, outside.id, { folderId: folder.id }), "FormNotFound")
      yield* refuses(forms.update(caller, inside.id, { folderId: beside.id }), "FolderUnknown")
      yield* refuses(forms.publish(caller, outside.id, versionId, outside.draft), "FormNotFound")
      yield* refuses(forms.archive(caller, outside.id, true), "FormNotFound")
      assert.strictEqual((yield* forms.findLive(caller, outside.id))._tag, "None")
      assert.strictEqual((yield* forms.findLive(caller, inside.id))._tag, "Some")
      assert.strictEqual((yield* forms.version(caller, inside.id, insideVersion.id)).id, insideVersion.id)
      assert.strictEqual(only(yield* forms.list(caller, {}, { limit: 10 })).id, inside.id)

      yield* refuses(folders.get(caller, beside.id), "FolderNotFound")
      assert.deepStrictEqual((yield* folders.list(caller)).map(({ id }) => id).sort(), [folder.id, below.id].sort())
    })
  )

  it.effect("the submissions of a form outside are missing, and so are their effects, documents and counts", () =>
    Effect.gen(function* () {
      const { caller, inside, mine, other, outside, outsideVersion, owner } = yield* setting
      const submissions = yield* SubmissionStore
      const lists = yield* SubmissionListStore
      const firings = yield* FiringStore
      const documents = yield* DocumentArchive

      const ofForm = yield* Fixture.machine(owner, ["submission:read"], { forms: [inside.id] })
      for (const limited of [caller, ofForm.caller]) {
        assert.strictEqual((yield* submissions.get(limited, mine.id)).id, mine.id)
        yield* refuses(submissions.get(limited, other.id), "SubmissionNotFound")
        yield* refuses(submissions.history(limited, other.id), "SubmissionNotFound")
        yield* refuses(submissions.revision(limited, other.id, 1), "SubmissionNotFound")
      }
      yield* refuses(
        Effect.flatMap(Fixture.change(other), (change) => submissions.change(caller, change)),
        "SubmissionNotFound"
      )
      yield* refuses(file(caller, outsideVersion), "FormNotFound")
      const reason = "It was a test."
      yield* refuses(
        SubmissionDeletionStore.use((store) => store.remove(caller, other.id, reason)),
        "SubmissionNotFound"
      )
      const plenty = { limit: 10, bytes: 1_000_000 }
      assert.strictEqual(only((yield* lists.byTime(caller, {}, undefined, plenty)).items).id, mine.id)
      assert.strictEqual(
        only((yield* lists.byReference(caller, { prefix: "R-" }, undefined, plenty)).items).id,
        mine.id
      )
      assert.deepStrictEqual((yield* lists.byTime(caller, { formId: outside.id }, undefined, plenty)).items, [])

      const foreign = only(yield* firings.list(owner, { formId: outside.id }, { limit: 5 }))
      const own = only(yield* firings.list(caller, {}, { limit: 5 }))
      assert.strictEqual(own.formId, inside.id)
      yield* refuses(firings.get(caller, foreign.id), "FiringNotFound")
      yield* refuses(firings.retry(caller, foreign.id), "FiringNotFound")
      assert.strictEqual((yield* firings.get(caller, own.id)).id, own.id)
      assert.deepStrictEqual(yield* documents.list(caller, other.id), [])
      yield* refuses(documents.get(caller, other.id, foreign.id), "DocumentNotFound")

      const about = { timeZone: "Europe/London", from: undefined, to: undefined, fields: [] }
      const reports = yield* ReportStore
      assert.deepStrictEqual(yield* reports.tally(caller, { ...about, formId: outside.id }), [])
      assert.isNotEmpty(yield* reports.tally(caller, { ...about, formId: inside.id }))
    })
  )
}

const changes = (it: It): void => {
  it.effect(
    "a run over a form outside is missing, and one that stopped there does not keep the next from starting",
    () =>
      Effect.gen(function* () {
        const { caller, inside, outside, owner } = yield* setting
        const impacts = yield* ImpactStore
        const abandoned = yield* impacts.begin(owner, yield* Impacts.newRun(outside.id, { leaseMillis: 0 }))
        yield* refuses(impacts.get(caller, outside.id, abandoned.id), "ImpactRunNotFound")
        assert.deepStrictEqual(yield* impacts.submissions(caller, outside.id, { limit: 5 }), [])
        assert.strictEqual((yield* impacts.begin(caller, yield* Impacts.newRun(inside.id))).total, 1)
      })
  )

  it.effect("a form that is moved, with its folder or by itself, is reached or missing from then on", () =>
    Effect.gen(function* () {
      const { below, beside, caller, folder, inside, outside, owner, token } = yield* setting
      const forms = yield* FormStore
      const folders = yield* FolderStore
      const revision = Effect.map(
        Admissions.use((admissions) => admissions.admit(token)),
        ({ caller }) => caller.liveFormsRevision
      )
      const seen = Effect.map(forms.list(caller, {}, { limit: 10 }), (found) => found.map(({ id }) => id).sort())
      const before = yield* revision

      yield* forms.update(owner, outside.id, { folderId: folder.id })
      assert.deepStrictEqual(yield* seen, [inside.id, outside.id].sort())
      yield* folders.change(owner, below.id, { parentId: beside.id }, Fixture.folderLimits)
      assert.deepStrictEqual(yield* seen, [outside.id])
      yield* forms.update(owner, outside.id, { folderId: null })
      assert.deepStrictEqual(yield* seen, [])
      assert.strictEqual(Number(yield* revision), Number(before) + 3)
    })
  )
}

export const contract = suite("reach of keys", (it) => {
  example(it)
  records(it)
  changes(it)
})
