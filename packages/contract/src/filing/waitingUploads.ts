/** Laws of UploadStore: how many files wait, which make room for others, and who takes one back. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import type { UploadId } from "@formwork/domain/filing/Upload"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"
import { add, file, idsOf, limits, setting } from "./uploadFixture.ts"

const bounding = (it: It): void => {
  it.effect("a credential has so many files waiting and no more, and one that is taken counts no longer", () =>
    Effect.gen(function* () {
      const { form, owner, version } = yield* setting
      const { caller } = yield* Fixture.machine(owner)
      const two = { waiting: 2 }
      const first = yield* add(caller, form.id, undefined, two)
      yield* add(caller, form.id, undefined, two)
      const { limit, limitBytes, retryAfterSeconds } = yield* refuses(
        add(caller, form.id, undefined, two),
        "UploadsWaiting"
      )
      assert.deepStrictEqual([limit, limitBytes], [2, limits.waitingBytes])
      assert.isTrue(retryAfterSeconds >= 1 && retryAfterSeconds * 1000 <= limits.sureMillis, String(retryAfterSeconds))
      yield* add(owner, form.id, undefined, two)
      yield* file(caller, version, { uploads: [first.id] })
      yield* add(caller, form.id, undefined, two)
    })
  )

  it.effect("a credential has so many bytes waiting and no more", () =>
    Effect.gen(function* () {
      const { form, owner } = yield* setting
      const { caller } = yield* Fixture.machine(owner)
      const five = { waitingBytes: 5 }
      yield* add(caller, form.id, new Uint8Array(3), five)
      const { limit, limitBytes } = yield* refuses(add(caller, form.id, new Uint8Array(3), five), "UploadsWaiting")
      assert.deepStrictEqual([limit, limitBytes], [limits.waiting, 5])
      yield* add(caller, form.id, new Uint8Array(2), five)
      yield* add(owner, form.id, new Uint8Array(3), five)
    })
  )

  it.effect("an organisation keeps so many bytes and no more; what is deleted or over makes room", () =>
    Effect.gen(function* () {
      const { form, owner, version } = yield* setting
      const stranger = yield* setting
      const ten = { keptBytes: 10 }
      const first = yield* add(owner, form.id, new Uint8Array(6), ten)
      const { limit } = yield* refuses(add(owner, form.id, new Uint8Array(5), ten), "UploadLimitReached")
      assert.strictEqual(limit, 10)
      yield* add(owner, form.id, new Uint8Array(4), { ...ten, waitingMillis: -1 })
      yield* add(owner, form.id, new Uint8Array(4), { ...ten, waitingMillis: -1 })
      yield* add(stranger.owner, stranger.form.id, new Uint8Array(10), ten)
      const { id } = yield* file(owner, version, { uploads: [first.id] })
      yield* (yield* SubmissionDeletionStore).remove(owner, id, "Asked for.")
      yield* add(owner, form.id, new Uint8Array(10), ten)
    })
  )
}

const makingRoom = (it: It): void => {
  it.effect(
    "files that wait longer than is sure make room for others of their credential, the oldest first, and no more than it takes",
    () =>
      Effect.gen(function* () {
        const { form, owner, uploads, version } = yield* setting
        const { caller } = yield* Fixture.machine(owner)
        const free = { waiting: 4, waitingBytes: 10, sureMillis: 0 }
        const others = yield* add(owner, form.id, new Uint8Array(9), free)
        const sent: Array<UploadId> = []
        for (const size of [4, 3, 2, 1]) sent.push((yield* add(caller, form.id, new Uint8Array(size), free)).id)
        const left = Effect.gen(function* () {
          const found = yield* uploads.find(owner, form.id, [others.id, ...sent])
          return [others.id, ...sent].map((id) => found.some((one) => one.id === id))
        })
        assert.deepStrictEqual(yield* left, [true, true, true, true, true])
        sent.push((yield* add(caller, form.id, new Uint8Array(1), free)).id)
        assert.deepStrictEqual(yield* left, [true, false, true, true, true, true])
        yield* file(caller, version, { uploads: [sent[1] ?? assert.fail()] })
        sent.push((yield* add(caller, form.id, new Uint8Array(7), free)).id)
        assert.deepStrictEqual(yield* left, [true, false, true, false, true, true, true])
        // What is refused makes none go.
        yield* refuses(add(caller, form.id, new Uint8Array(11), free), "UploadsWaiting")
        yield* refuses(add(caller, form.id, new Uint8Array(7), { ...free, keptBytes: 9 }), "UploadLimitReached")
        assert.deepStrictEqual(yield* left, [true, false, true, false, true, true, true])
      })
  )

  it.effect("of an organisation whose bytes are spent, the oldest files make room that wait longer than is sure", () =>
    Effect.gen(function* () {
      const { form, owner, uploads } = yield* setting
      const { caller } = yield* Fixture.machine(owner)
      const first = yield* add(owner, form.id, new Uint8Array(6))
      const second = yield* add(caller, form.id, new Uint8Array(4))
      yield* refuses(add(caller, form.id, new Uint8Array(5), { keptBytes: 10 }), "UploadLimitReached")
      const third = yield* add(caller, form.id, new Uint8Array(5), { keptBytes: 10, sureMillis: 0 })
      const found = yield* uploads.find(owner, form.id, [first.id, second.id, third.id])
      assert.deepStrictEqual(
        found.map(({ id }) => id),
        [second.id, third.id]
      )
    })
  )
}

const removing = (it: It): void => {
  it.effect("the credential that sent a file takes it back, once, and its room is free", () =>
    Effect.gen(function* () {
      const { form, owner, uploads, version } = yield* setting
      const one = { waiting: 1, keptBytes: 3 }
      const sent = yield* add(owner, form.id, undefined, one)
      yield* uploads.remove(owner, form.id, sent.id)
      yield* refuses(uploads.remove(owner, form.id, sent.id), "UploadNotFound")
      assert.deepStrictEqual(yield* uploads.find(owner, form.id, [sent.id]), [])
      assert.deepStrictEqual((yield* file(owner, version, { uploads: [sent.id] })).filed, { _tag: "UploadsTaken" })
      const line = (yield* Fixture.log(owner)).find(({ action }) => action === "file.removed")
      assert.deepInclude(line, { subject: sent.id, detail: "Pass.pdf", userId: owner.userId })
      yield* add(owner, form.id, undefined, one)
    })
  )

  it.effect(
    "nobody else takes it back, nor by another form, and not once a submission has it or its time is over",
    () =>
      Effect.gen(function* () {
        const { form, owner, uploads, version } = yield* setting
        const stranger = yield* setting
        const { caller, key } = yield* Fixture.machine(owner)
        const { form: otherForm } = yield* Fixture.liveForm(owner, "OTH")
        const sent = yield* add(caller, form.id)
        const late = yield* add(caller, form.id, undefined, { waitingMillis: -1 })
        yield* refuses(uploads.remove(owner, form.id, sent.id), "UploadNotFound")
        yield* refuses(uploads.remove(stranger.owner, form.id, sent.id), "UploadNotFound")
        yield* refuses(uploads.remove(caller, otherForm.id, sent.id), "UploadNotFound")
        yield* refuses(uploads.remove(caller, form.id, late.id), "UploadNotFound")
        const { id } = yield* file(caller, version, { uploads: [sent.id] })
        yield* refuses(uploads.remove(caller, form.id, sent.id), "UploadNotFound")
        assert.deepStrictEqual(yield* idsOf(owner, id), [sent.id])
        const other = yield* add(caller, form.id)
        yield* (yield* ApiKeyStore).revoke(owner, key.id, "manual")
        yield* refuses(uploads.remove(caller, form.id, other.id), "Unauthenticated")
        assert.strictEqual((yield* uploads.find(owner, form.id, [other.id])).length, 1)
      })
  )
}

const ofAChain = (it: It): void => {
  it.effect("a key that replaced another takes its files back, and has no more room than it", () =>
    Effect.gen(function* () {
      const { form, owner, uploads } = yield* setting
      const { caller, key } = yield* Fixture.machine(owner)
      const two = { waiting: 2 }
      const [first, second] = [yield* add(caller, form.id, undefined, two), yield* add(caller, form.id, undefined, two)]
      const replacement = yield* Fixture.rotate(owner, key.id, { overlapMillis: 3_600_000 })
      const next = (yield* (yield* Admissions).admit(replacement.token)).caller
      yield* refuses(add(next, form.id, undefined, two), "UploadsWaiting")
      yield* uploads.remove(next, form.id, first.id)
      const third = yield* add(next, form.id, undefined, two)
      yield* refuses(add(caller, form.id, undefined, two), "UploadsWaiting")
      yield* uploads.remove(caller, form.id, third.id)
      const last = yield* Fixture.rotate(owner, replacement.key.id)
      yield* uploads.remove((yield* (yield* Admissions).admit(last.token)).caller, form.id, second.id)
      const { caller: other } = yield* Fixture.machine(owner)
      const fourth = yield* add(caller, form.id)
      yield* refuses(uploads.remove(other, form.id, fourth.id), "UploadNotFound")
    })
  )
}

export const contract = suite("waiting uploads", (it) => {
  bounding(it)
  makingRoom(it)
  removing(it)
  ofAChain(it)
})
