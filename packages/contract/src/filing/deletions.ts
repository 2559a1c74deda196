/** Laws of SubmissionDeletionStore: only a submission's number is left, and the line in the audit log with person and reason. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { DocumentArchive } from "@formwork/domain/sending/DocumentArchive"
import { DocumentStore } from "@formwork/domain/sending/DocumentStore"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import { SubmissionListStore } from "@formwork/domain/filing/SubmissionListStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { Idempotency } from "@formwork/domain/filing/SubmissionStore"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { only, refuses } from "../assertions.ts"
import * as FiringFixture from "../FiringFixture.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

const setting = Effect.gen(function* () {
  const { form, owner, version } = yield* FiringFixture.setting
  return { form, owner, version, store: yield* SubmissionStore, deletions: yield* SubmissionDeletionStore }
})

const pdf = { fileName: "a.pdf", mediaType: "application/pdf", bytes: Uint8Array.of(1) } as const
const url = "https://far.example/hook"

export const example = (it: It): void => {
  it.effect("a deleted submission is missing, and the log has who deleted it and why", () =>
    Effect.gen(function* () {
      const { deletions, owner, store, version } = yield* setting
      const { submission } = yield* FiringFixture.file(owner, version, [])

      yield* deletions.remove(owner, submission.id, "Asked for.")

      yield* refuses(store.get(owner, submission.id), "SubmissionNotFound")
      const lines = (yield* Fixture.log(owner)).filter(({ action }) => action === "submission.deleted")
      const detail = `${submission.referenceNumber}: Asked for.`
      assert.deepInclude(only(lines), { subject: submission.id, userId: owner.userId, detail })
    })
  )
}

const leaving = (it: It): void => {
  it.effect("a deletion removes values, revisions, firings, attempts and documents, and only of its submission", () =>
    Effect.gen(function* () {
      const { deletions, owner, store, version } = yield* setting
      const documents = yield* DocumentStore
      const firings = yield* FiringStore
      const archive = yield* DocumentArchive
      const list = yield* SubmissionListStore
      const goes = yield* FiringFixture.file(owner, version, [FiringFixture.delivery(url), undefined])
      const stays = yield* FiringFixture.file(owner, version, [FiringFixture.delivery(url)])
      for (const { submission } of [goes, stays])
        yield* store.change(owner, yield* Fixture.change(submission, { firings: [] }))
      for (const claim of yield* FiringFixture.claim([owner]))
        yield* FiringFixture.settle(claim, "retry", { delayMillis: 60_000 })
      for (const id of [goes.ids[0], stays.ids[0]]) yield* documents.put(owner.organisationId, id ?? assert.fail(), pdf)
      yield* deletions.remove(owner, goes.submission.id, "Asked for.")

      const { id } = goes.submission
      yield* refuses(store.get(owner, id), "SubmissionNotFound")
      yield* refuses(store.history(owner, id), "SubmissionNotFound")
      const change = yield* Fixture.change({ id, revision: 2 })
      yield* refuses(store.change(owner, change), "SubmissionNotFound")
      const left = yield* firings.list(owner, {}, { limit: 100 })
      assert.deepStrictEqual(
        left.map((firing) => firing.id),
        stays.ids
      )
      assert.deepStrictEqual(yield* archive.list(owner, id), [])
      const page = yield* list.byTime(owner, {}, undefined, { limit: 10, bytes: 1_000_000 })
      assert.deepStrictEqual(
        page.items.map((submission) => submission.id),
        [stays.submission.id]
      )
      assert.strictEqual((yield* store.history(owner, stays.submission.id)).length, 2)
      assert.strictEqual((yield* archive.list(owner, stays.submission.id)).length, 1)
    })
  )

  it.effect("the audit log keeps who deleted a submission, its number and the reason", () =>
    Effect.gen(function* () {
      const { deletions, owner, version } = yield* setting
      const { submission } = yield* FiringFixture.file(owner, version, [])
      yield* deletions.remove(owner, submission.id, "Asked for by “her”.")
      const [line] = yield* Fixture.log(owner)
      assert.deepStrictEqual(
        [line?.action, line?.subject, line?.detail, line?.userId, line?.credential],
        [
          "submission.deleted",
          submission.id,
          `${submission.referenceNumber}: Asked for by “her”.`,
          owner.userId,
          owner.credential
        ]
      )
    })
  )

  it.effect("firings of a deleted submission are never sent, and attempts that are running are not recorded", () =>
    Effect.gen(function* () {
      const { deletions, owner, version } = yield* setting
      const running = yield* FiringFixture.file(owner, version, [FiringFixture.delivery(url)])
      const claim = yield* FiringFixture.claimOne(owner)
      const waiting = yield* FiringFixture.file(owner, version, [FiringFixture.delivery(url)])
      yield* deletions.remove(owner, running.submission.id, "x")
      yield* deletions.remove(owner, waiting.submission.id, "x")
      assert.isFalse(yield* FiringFixture.settle(claim, "delivered"))
      assert.deepStrictEqual(yield* FiringFixture.claim([owner]), [])
      const documents = yield* DocumentStore
      yield* refuses(documents.put(owner.organisationId, claim.id, pdf), "DocumentNotStored")
    })
  )
}

const staying = (it: It): void => {
  it.effect("the reference number of a deleted submission is never given again, whether counted or drawn", () =>
    Effect.gen(function* () {
      const { deletions, owner, store, version } = yield* setting
      const drawn = { prefix: "ENQ-7K3M9Q", suffix: "", sequenceWidth: null }
      const first = yield* Fixture.filing(version, { reference: drawn })
      yield* store.file(owner, first)
      const counted = yield* Fixture.filing(version)
      yield* store.file(owner, counted)
      yield* deletions.remove(owner, first.submission.id, "x")
      yield* deletions.remove(owner, counted.submission.id, "x")
      const again = yield* Fixture.filing(version, { reference: drawn })
      assert.deepStrictEqual(yield* store.file(owner, again), { _tag: "ReferenceTaken" })
      const next = yield* store.file(owner, yield* Fixture.filing(version))
      assert.strictEqual(next._tag === "Filed" ? next.submission.referenceNumber : next._tag, "ENQ-0002-X")
      const stranger = yield* setting
      const theirs = yield* Fixture.filing(stranger.version, { reference: drawn })
      assert.strictEqual((yield* store.file(stranger.owner, theirs))._tag, "Filed")
    })
  )

  it.effect("a repeat of the filing request is refused, and shows nothing of the deleted submission", () =>
    Effect.gen(function* () {
      const { deletions, form, owner, store, version } = yield* setting
      const idempotency: Idempotency = { key: "a", bodyHash: new Uint8Array(32).fill(1) }
      const filing = yield* Fixture.filing(version, { idempotency })
      yield* store.file(owner, filing)
      yield* deletions.remove(owner, filing.submission.id, "x")
      const repeat = yield* Fixture.filing(version, { idempotency })
      yield* refuses(store.file(owner, repeat), "SubmissionDeleted")
      yield* refuses(store.replay(owner, form.id, idempotency), "SubmissionDeleted")
      const other = { ...idempotency, bodyHash: new Uint8Array(32).fill(2) }
      yield* refuses(store.replay(owner, form.id, other), "IdempotencyMismatch")
      yield* refuses(store.get(owner, repeat.submission.id), "SubmissionNotFound")
    })
  )
}

const refusing = (it: It): void => {
  it.effect("a missing, foreign or deleted submission is refused, and so is a caller whose credential has ended", () =>
    Effect.gen(function* () {
      const { deletions, owner, store, version } = yield* setting
      const { submission } = yield* FiringFixture.file(owner, version, [])
      const stranger = yield* setting
      const remove = (caller: typeof owner, id: SubmissionId) => Fixture.tagOf(deletions.remove(caller, id, "x"))
      assert.strictEqual(yield* remove(stranger.owner, submission.id), "SubmissionNotFound")
      assert.strictEqual(yield* remove(owner, SubmissionId.make(yield* Fixture.uuid)), "SubmissionNotFound")
      const { caller, key } = yield* Fixture.machine(owner)
      yield* (yield* ApiKeyStore).revoke(owner, key.id, "manual")
      assert.strictEqual(yield* remove(caller, submission.id), "Unauthenticated")
      assert.deepStrictEqual(yield* store.get(owner, submission.id), submission)
      assert.strictEqual(yield* remove(owner, submission.id), "Success")
      assert.strictEqual(yield* remove(owner, submission.id), "SubmissionNotFound")
    })
  )

  it.effect("deletions, changes and attempts at once leave the whole submission or nothing of it", () =>
    Effect.gen(function* () {
      const { deletions, owner, store, version } = yield* setting
      const firings = yield* FiringStore
      for (let round = 0; round < 8; round++) {
        const { submission } = yield* FiringFixture.file(owner, version, [
          FiringFixture.delivery(url),
          FiringFixture.delivery(url)
        ])
        const claims = yield* FiringFixture.claim([owner])
        const remove = Fixture.tagOf(deletions.remove(owner, submission.id, "x"))
        const [one, other, changed] = yield* Effect.all(
          [
            remove,
            remove,
            Fixture.tagOf(store.change(owner, yield* Fixture.change(submission))),
            ...claims.map((claim) => FiringFixture.settle(claim, "delivered"))
          ] as const,
          { concurrency: "unbounded" }
        )
        assert.sameMembers([one, other], ["Success", "SubmissionNotFound"])
        assert.include(["Success", "SubmissionNotFound"], changed)
        const left = yield* firings.list(owner, { submissionId: submission.id }, { limit: 10 })
        assert.deepStrictEqual(left, [])
        yield* refuses(store.history(owner, submission.id), "SubmissionNotFound")
      }
    })
  )
}

export const contract = suite("deletions", (it) => {
  example(it)
  leaving(it)
  staying(it)
  refusing(it)
})
