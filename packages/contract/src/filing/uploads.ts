/** Laws of UploadStore: a file waits for one submission, becomes its own, and is read with it byte for byte. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { UploadId } from "@formwork/domain/filing/Upload"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { only, refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"
import { add, file, idsOf, limits, setting } from "./uploadFixture.ts"

export const example = (it: It): void => {
  it.effect("a file is sent, and the submission that names it has it", () =>
    Effect.gen(function* () {
      const { form, owner, uploads, version } = yield* setting
      const sent = yield* add(owner, form.id, Uint8Array.of(7, 8))

      const { id } = yield* file(owner, version, { uploads: [sent.id] })

      assert.deepStrictEqual(yield* uploads.list(owner, id), [sent])
      assert.deepStrictEqual(yield* uploads.get(owner, id, sent.id), {
        name: "Pass.pdf",
        mediaType: "application/pdf",
        bytes: Uint8Array.of(7, 8)
      })
    })
  )
}

const taking = (it: It): void => {
  it.effect("one submission takes a file: another is not stored, nor one beside a file that is not there", () =>
    Effect.gen(function* () {
      const { form, owner, submissions, uploads, version } = yield* setting
      const [taken, free] = [yield* add(owner, form.id), yield* add(owner, form.id)]
      const first = yield* file(owner, version, { uploads: [taken.id] })
      const second = yield* file(owner, version, { uploads: [taken.id, free.id].toSorted() })
      assert.deepStrictEqual(second.filed, { _tag: "UploadsTaken" })
      yield* refuses(submissions.get(owner, second.id), "SubmissionNotFound")
      const nothing = UploadId.make(yield* Fixture.uuid)
      assert.deepStrictEqual((yield* file(owner, version, { uploads: [nothing] })).filed, { _tag: "UploadsTaken" })
      assert.deepStrictEqual(
        new Map((yield* uploads.find(owner, form.id, [taken.id, free.id])).map((one) => [one.id, one.submissionId])),
        new Map([taken.id, free.id].toSorted().map((id) => [id, id === taken.id ? first.id : null]))
      )
      // No number is lost.
      const third = yield* file(owner, version, { uploads: [free.id] })
      assert.strictEqual(third.filed._tag === "Filed" ? third.filed.submission.referenceNumber : "", "ENQ-0002-X")
    })
  )

  it.effect("of many filings that name one file at the same time, one is stored", () =>
    Effect.gen(function* () {
      const { form, owner, version } = yield* setting
      const sent = yield* add(owner, form.id)
      const all = yield* Effect.forEach(
        Array.from({ length: 12 }),
        () => file(owner, version, { uploads: [sent.id], firings: [] }),
        { concurrency: "unbounded" }
      )
      const stored = only(all.filter(({ filed }) => filed._tag === "Filed"))
      assert.deepStrictEqual(yield* idsOf(owner, stored.id), [sent.id])
      assert.isTrue(all.every(({ filed }) => filed._tag === "Filed" || filed._tag === "UploadsTaken"))
    })
  )

  it.effect("a repeat of the filing request gets the first answer, though its files are taken", () =>
    Effect.gen(function* () {
      const { form, owner, version } = yield* setting
      const sent = yield* add(owner, form.id)
      const idempotency = { key: "a", bodyHash: new Uint8Array(32).fill(1) }
      const first = yield* file(owner, version, { uploads: [sent.id], idempotency })
      const again = yield* file(owner, version, { uploads: [sent.id], idempotency })
      assert.strictEqual(again.filed._tag, "Replayed")
      assert.deepStrictEqual(yield* idsOf(owner, first.id), [sent.id])
      const other = { ...idempotency, bodyHash: new Uint8Array(32).fill(2) }
      const filing = yield* Fixture.filing(version, { uploads: [sent.id], idempotency: other })
      yield* refuses((yield* SubmissionStore).file(owner, filing), "IdempotencyMismatch")
    })
  )

  it.effect("a change takes files too, keeps those that the submission has, and takes none of another", () =>
    Effect.gen(function* () {
      const { form, owner, submissions, version } = yield* setting
      const [first, second, others] = [
        yield* add(owner, form.id),
        yield* add(owner, form.id),
        yield* add(owner, form.id)
      ]
      const { id } = yield* file(owner, version, { uploads: [first.id] })
      yield* file(owner, version, { uploads: [others.id] })
      const content = Fixture.content(version)
      const change = (revision: number, uploads: ReadonlyArray<UploadId>) =>
        Effect.flatMap(Fixture.change({ id, revision }, { content, uploads }), (wanted) =>
          submissions.change(owner, wanted)
        )
      assert.deepStrictEqual(yield* change(1, [others.id]), { _tag: "UploadsTaken" })
      assert.deepStrictEqual(yield* change(1, [first.id, second.id].toSorted()), { _tag: "Changed", revision: 2 })
      assert.deepStrictEqual(yield* change(2, []), { _tag: "Changed", revision: 3 })
      assert.deepStrictEqual(yield* idsOf(owner, id), [first.id, second.id].toSorted())
    })
  )
}

const ending = (it: It): void => {
  it.effect("a file goes with its submission, and others stay", () =>
    Effect.gen(function* () {
      const { form, owner, uploads, version } = yield* setting
      const [goes, stays] = [yield* add(owner, form.id), yield* add(owner, form.id)]
      const { id } = yield* file(owner, version, { uploads: [goes.id] })
      const other = yield* file(owner, version, { uploads: [stays.id] })
      yield* (yield* SubmissionDeletionStore).remove(owner, id, "Asked for.")
      assert.deepStrictEqual(yield* idsOf(owner, id), [])
      yield* refuses(uploads.get(owner, id, goes.id), "UploadNotFound")
      assert.deepStrictEqual(yield* uploads.find(owner, form.id, [goes.id]), [])
      assert.deepStrictEqual(yield* idsOf(owner, other.id), [stays.id])
    })
  )

  it.effect("a file that has waited too long is not there, and no submission takes it", () =>
    Effect.gen(function* () {
      const { form, owner, uploads, version } = yield* setting
      const late = yield* add(owner, form.id, undefined, { waitingMillis: -1 })
      assert.deepStrictEqual(yield* uploads.find(owner, form.id, [late.id]), [])
      assert.deepStrictEqual((yield* file(owner, version, { uploads: [late.id] })).filed, { _tag: "UploadsTaken" })
    })
  )
}

const belonging = (it: It): void => {
  it.effect("a file is missing in another organisation, form and submission, and while it waits", () =>
    Effect.gen(function* () {
      const { form, owner, uploads, version } = yield* setting
      const stranger = yield* setting
      const { form: otherForm, version: otherVersion } = yield* Fixture.liveForm(owner, "OTH")
      const sent = yield* add(owner, form.id)
      const theirs = yield* file(stranger.owner, stranger.version, {})
      assert.deepStrictEqual(yield* uploads.find(stranger.owner, form.id, [sent.id]), [])
      assert.deepStrictEqual(yield* uploads.find(owner, otherForm.id, [sent.id]), [])
      for (const [caller, of] of [
        [stranger.owner, stranger.version],
        [owner, otherVersion]
      ] as const)
        assert.deepStrictEqual((yield* file(caller, of, { uploads: [sent.id] })).filed, { _tag: "UploadsTaken" })
      const { id } = yield* file(owner, version, {})
      yield* refuses(uploads.get(owner, id, sent.id), "UploadNotFound")
      const has = yield* file(owner, version, { uploads: [sent.id] })
      yield* refuses(uploads.get(stranger.owner, has.id, sent.id), "UploadNotFound")
      yield* refuses(uploads.get(owner, id, sent.id), "UploadNotFound")
      yield* refuses(uploads.get(stranger.owner, theirs.id, sent.id), "UploadNotFound")
      assert.deepStrictEqual(yield* idsOf(stranger.owner, has.id), [])
    })
  )

  it.effect("a key whose limits name other forms reaches no file", () =>
    Effect.gen(function* () {
      const { form, owner, uploads, version } = yield* setting
      const { form: otherForm } = yield* Fixture.liveForm(owner, "OTH")
      const sent = yield* add(owner, form.id)
      const { id } = yield* file(owner, version, { uploads: [sent.id] })
      const limited = yield* Fixture.machine(owner, undefined, { forms: [otherForm.id] })
      yield* refuses(uploads.get(limited.caller, id, sent.id), "UploadNotFound")
      assert.deepStrictEqual(yield* idsOf(limited.caller, id), [])
      assert.deepStrictEqual(yield* uploads.find(limited.caller, form.id, [sent.id]), [])
      const reaching = yield* Fixture.machine(owner, undefined, { forms: [form.id] })
      const own = yield* add(reaching.caller, form.id)
      assert.strictEqual((yield* file(reaching.caller, version, { uploads: [own.id] })).filed._tag, "Filed")
      assert.deepStrictEqual(yield* idsOf(reaching.caller, id), [sent.id])
    })
  )
}

const sending = (it: It): void => {
  it.effect("a credential that has ended sends no file", () =>
    Effect.gen(function* () {
      const { form, owner } = yield* setting
      const { caller, key } = yield* Fixture.machine(owner)
      yield* (yield* ApiKeyStore).revoke(owner, key.id, "manual")
      yield* refuses(add(caller, form.id), "Unauthenticated")
    })
  )

  it.effect("the audit log has who sent a file", () =>
    Effect.gen(function* () {
      const { form, owner } = yield* setting
      const sent = yield* add(owner, form.id)
      const [line] = yield* Fixture.log(owner)
      assert.deepInclude(line, { action: "file.uploaded", subject: sent.id, detail: "Pass.pdf", userId: owner.userId })
    })
  )

  it.effect.prop(
    "a file is read back byte for byte, under its name",
    [
      Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))),
      Schema.Literals(["a.pdf", "Ädel – 1.png", "…"])
    ],
    ([numbers, name]) =>
      Effect.gen(function* () {
        const { form, owner, uploads, version } = yield* setting
        const bytes = Uint8Array.from(numbers)
        const upload = { id: UploadId.make(yield* Fixture.uuid), formId: form.id, name, mediaType: "image/png", bytes }
        const sent = yield* uploads.add(owner, upload, limits)
        assert.strictEqual(sent.size, numbers.length)
        const { id } = yield* file(owner, version, { uploads: [upload.id] })
        const read = yield* uploads.get(owner, id, upload.id)
        assert.deepStrictEqual([read.name, read.mediaType, [...read.bytes]], [name, "image/png", numbers])
      }),
    { arbitrary: { runs: 10 } }
  )
}

export const contract = suite("uploads", (it) => {
  example(it)
  taking(it)
  ending(it)
  belonging(it)
  sending(it)
})
