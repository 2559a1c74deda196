/** Laws of Outbox and FiringStore: an e-mail waits for the documents that it attaches, is never tried without one, and has the files of its submission. */
import { assert } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { FiringId } from "@formwork/domain/filing/Firing"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import { UploadId, UploadLimits } from "@formwork/domain/filing/Upload"
import { UploadStore } from "@formwork/domain/filing/UploadStore"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { Outbox } from "@formwork/domain/sending/Outbox"
import type { Claim, Settlement } from "@formwork/domain/sending/Outbox"
import { at, only } from "../assertions.ts"
import * as FiringFixture from "../FiringFixture.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const idsOf = (claims: ReadonlyArray<Claim>) => claims.map(({ id }) => id).sort()

const idOf = (claims: ReadonlyArray<Claim>, id: FiringId): Claim =>
  claims.find((claim) => claim.id === id) ?? assert.fail("it was not claimed")

/** What people see of the e-mail. */
const seen = (owner: Caller, mail: FiringId) =>
  FiringStore.use((store) =>
    Effect.map(store.get(owner, mail), ({ attachments, lastAttempt, nextAttemptAt, state }) => ({
      state,
      isToCome: nextAttemptAt !== null,
      reason: lastAttempt?.reason ?? null,
      documents: attachments.map((one) => one.state)
    }))
  )

const offer = Effect.fnUntraced(function* (count: number) {
  const { owner, version } = yield* FiringFixture.setting
  return { owner, ...(yield* FiringFixture.fileAttaching(owner, version, count)) }
})

const waiting = (it: It): void => {
  it.effect("an e-mail waits for its documents, and is claimed with them once the last is delivered", () =>
    Effect.gen(function* () {
      const { documents, mail, owner } = yield* offer(2)
      const claims = yield* FiringFixture.claim([owner])
      assert.deepStrictEqual(idsOf(claims), [...documents].sort())
      assert.deepStrictEqual(yield* seen(owner, mail), {
        state: "pending",
        isToCome: false,
        reason: null,
        documents: ["pending", "pending"]
      })
      yield* FiringFixture.settle(idOf(claims, at(documents, 1)), "delivered")
      assert.deepStrictEqual(yield* FiringFixture.claim([owner]), [])
      yield* FiringFixture.settle(idOf(claims, at(documents, 0)), "delivered")
      const claim = yield* FiringFixture.claimOne(owner)
      assert.deepStrictEqual([claim.id, claim.attempt, [...(claim.attachments ?? [])]], [mail, 1, documents])
      assert.notProperty(claim.content, "attachments")
      yield* FiringFixture.settle(claim, "delivered")
      assert.deepInclude(yield* seen(owner, mail), { state: "delivered", documents: ["delivered", "delivered"] })
    })
  )

  it.effect("documents that are recorded together, or by two workers at once, make it due", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const ended = (claim: Claim) => ({ claim, settlement: FiringFixture.settlement("delivered") })
      const together = yield* offer(3)
      yield* outbox.settle((yield* FiringFixture.claim([together.owner])).map(ended))
      assert.strictEqual((yield* FiringFixture.claimOne(together.owner)).id, together.mail)
      for (let times = 0; times < 8; times++) {
        const { mail, owner } = yield* offer(3)
        const claims = yield* FiringFixture.claim([owner])
        yield* Effect.forEach(claims, (claim) => outbox.settle([ended(claim)]), { concurrency: "unbounded" })
        assert.strictEqual((yield* FiringFixture.claimOne(owner)).id, mail)
      }
    })
  )

  it.effect("an e-mail that attaches nothing waits for nothing, and others of the submission neither", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      yield* FiringFixture.file(owner, version, [FiringFixture.note, FiringFixture.ofEachKind.document])
      assert.lengthOf(yield* FiringFixture.claim([owner]), 2)
    })
  )

  it.effect("while one waits, it is pending in the backlog and not overdue", () =>
    Effect.gen(function* () {
      yield* FiringFixture.emptied
      const { owner } = yield* offer(1)
      yield* FiringFixture.claim([owner])
      const { pending } = yield* Outbox.use((outbox) => outbox.backlog)
      assert.isAtLeast(pending, 2)
    })
  )
}

const dying = (it: It): void => {
  it.effect("where a document is dead the e-mail is dead, says why, and was never claimed", () =>
    Effect.gen(function* () {
      const { documents, mail, owner } = yield* offer(2)
      const claims = yield* FiringFixture.claim([owner])
      yield* FiringFixture.settle(idOf(claims, at(documents, 0)), "dead", { reason: "Too long." })
      assert.deepInclude(yield* seen(owner, mail), { state: "pending" })
      yield* FiringFixture.settle(idOf(claims, at(documents, 1)), "delivered")
      assert.deepStrictEqual(yield* seen(owner, mail), {
        state: "dead",
        isToCome: false,
        reason: "Not sent, because it attaches what could not be made: document0.",
        documents: ["dead", "delivered"]
      })
      assert.deepStrictEqual(yield* FiringFixture.claim([owner]), [])
      const { attempts } = yield* FiringStore.use((store) => store.get(owner, mail))
      const { durationMillis, number, result, status } = only(attempts)
      assert.deepStrictEqual([number, result, durationMillis, status], [1, "dead", 0, null])
    })
  )

  it.effect("trying the e-mail again makes its document again, and then sends it", () =>
    Effect.gen(function* () {
      const store = yield* FiringStore
      const { documents, mail, owner } = yield* offer(1)
      yield* FiringFixture.settle(yield* FiringFixture.claimOne(owner), "dead")
      const { nextAttemptAt, state } = yield* store.retry(owner, mail)
      assert.deepStrictEqual([state, nextAttemptAt], ["pending", null])
      const again = yield* FiringFixture.claimOne(owner)
      assert.deepStrictEqual([again.id, again.attempt, again.failures], [only(documents), 2, 0])
      yield* FiringFixture.settle(again, "delivered")
      const sent = yield* FiringFixture.claimOne(owner)
      assert.deepStrictEqual([sent.id, sent.attempt], [mail, 2])
    })
  )

  it.effect("trying the document again sends the e-mail after it", () =>
    Effect.gen(function* () {
      const store = yield* FiringStore
      const { documents, mail, owner } = yield* offer(2)
      const claims = yield* FiringFixture.claim([owner])
      for (const claim of claims)
        yield* FiringFixture.settle(claim, claim.id === at(documents, 1) ? "dead" : "delivered")
      yield* store.retry(owner, at(documents, 1))
      assert.deepInclude(yield* seen(owner, mail), { state: "pending", isToCome: false })
      yield* FiringFixture.settle(yield* FiringFixture.claimOne(owner), "delivered")
      assert.strictEqual((yield* FiringFixture.claimOne(owner)).id, mail)
    })
  )

  it.effect("a selection that names the e-mail alone makes its documents again too", () =>
    Effect.gen(function* () {
      const store = yield* FiringStore
      const { documents, mail, owner } = yield* offer(2)
      for (const claim of yield* FiringFixture.claim([owner])) yield* FiringFixture.settle(claim, "dead")
      assert.strictEqual(yield* store.retryMany(owner, { ids: [mail] }, 10), 1)
      assert.deepStrictEqual(idsOf(yield* FiringFixture.claim([owner])), [...documents].sort())
      assert.strictEqual(yield* store.retryMany(owner, { filter: { state: "dead" } }, 10), 0)
    })
  )
}

const results = ["delivered", "retry", "dead", "lost"] as const satisfies ReadonlyArray<Settlement["result"]>
const Step = Schema.Struct({
  result: Schema.Literals(results),
  retries: Schema.Literals(["none", "mail", "first", "last"])
})

const anyOrder = (it: It, { pass }: Time): void => {
  it.effect.prop(
    "however its documents end and are tried again, an e-mail is claimed with all of them delivered, and sent in the end",
    [Schema.Array(Step).check(Schema.isMaxLength(12)), Schema.Literals([1, 2, 3])],
    ([steps, count]) =>
      Effect.gen(function* () {
        const store = yield* FiringStore
        const { documents, mail, owner } = yield* offer(count)
        const targets = { mail, first: at(documents, 0), last: at(documents, -1) }
        const round = Effect.fnUntraced(function* (result: Settlement["result"]) {
          for (const claim of yield* FiringFixture.claim([owner])) {
            if (claim.id === mail) {
              const { attachments } = yield* store.get(owner, mail)
              assert.isTrue(attachments.every(({ state }) => state === "delivered"))
              assert.deepStrictEqual([...(claim.attachments ?? [])], documents)
            }
            yield* FiringFixture.settle(claim, result)
          }
        })
        for (const { result, retries } of steps) {
          yield* round(result)
          if (retries !== "none") yield* Effect.ignore(store.retry(owner, targets[retries]))
          yield* pass("2 millis")
        }
        yield* Effect.ignore(store.retry(owner, mail))
        yield* round("delivered")
        yield* round("delivered")
        assert.deepInclude(yield* seen(owner, mail), { state: "delivered" })
      }),
    { arbitrary: { runs: 25 } }
  )
}

const uploads = (it: It): void => {
  it.effect("an e-mail with a file is due at once, and the file is read byte for byte as it was uploaded", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251)
      const { mail, upload, uploadId } = yield* FiringFixture.fileWithUpload(owner, version, bytes)
      const claim = yield* FiringFixture.claimOne(owner)
      assert.strictEqual(claim.id, mail)
      assert.deepStrictEqual(yield* (yield* Outbox).upload(claim, uploadId), Option.some(upload))
    })
  )

  it.effect("no other submission's file is read, of whatever organisation, and none that waits", () =>
    Effect.gen(function* () {
      const { form, owner, version } = yield* FiringFixture.setting
      const stranger = yield* FiringFixture.setting
      const outbox = yield* Outbox
      const one = yield* FiringFixture.fileWithUpload(owner, version, Uint8Array.of(1))
      const other = yield* FiringFixture.fileWithUpload(owner, version, Uint8Array.of(2))
      const { organisationId } = owner
      const found = (submissionId: SubmissionId, id: UploadId, of = organisationId) =>
        Effect.map(outbox.upload({ organisationId: of, submissionId }, id), Option.isSome)
      assert.isTrue(yield* found(one.submission.id, one.uploadId))
      assert.isFalse(yield* found(one.submission.id, other.uploadId))
      assert.isFalse(yield* found(one.submission.id, one.uploadId, stranger.owner.organisationId))
      const waits = UploadId.make(yield* Fixture.uuid)
      const { bytes: _, ...limits } = UploadLimits.defaultValue()
      const sent = { id: waits, formId: form.id, ...one.upload }
      yield* Effect.orDie((yield* UploadStore).add(owner, sent, limits))
      assert.isFalse(yield* found(one.submission.id, waits))
    })
  )
}

export const contract = suite("documents and files of e-mails", (it, time) => {
  waiting(it)
  dying(it)
  anyOrder(it, time)
  uploads(it)
})
