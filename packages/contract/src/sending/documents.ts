/** Laws of the two ports of documents: one document for each firing, stored whole, and read only by its organisation. */
import { assert } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { DocumentArchive } from "@formwork/domain/sending/DocumentArchive"
import { DocumentStore } from "@formwork/domain/sending/DocumentStore"
import type { StoredFile } from "@formwork/domain/sending/DocumentStore"
import { FiringId } from "@formwork/domain/filing/Firing"
import { at, only, refuses } from "../assertions.ts"
import * as FiringFixture from "../FiringFixture.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

const file = (fileName: string, bytes: Uint8Array): StoredFile => ({ fileName, mediaType: "application/pdf", bytes })

export const example = (it: It): void => {
  it.effect("the document that an effect makes is stored under the effect's id", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const documents = yield* DocumentStore
      const { ids } = yield* FiringFixture.file(owner, version, [FiringFixture.note])

      const place = yield* documents.put(owner.organisationId, only(ids), file("Policy.pdf", Uint8Array.of(1, 2)))

      assert.include(place, only(ids))
    })
  )

  it.effect("the documents of a submission are listed, and each is read back byte for byte", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const archive = yield* DocumentArchive
      const { ids, submission } = yield* FiringFixture.file(owner, version, [FiringFixture.note])
      const policy = file("Policy.pdf", Uint8Array.of(1, 2))
      yield* (yield* DocumentStore).put(owner.organisationId, only(ids), policy)

      const listed = only(yield* archive.list(owner, submission.id))

      assert.deepInclude(listed, { id: only(ids), fileName: "Policy.pdf", size: 2 })
      assert.deepStrictEqual(yield* archive.get(owner, submission.id, listed.id), policy)
    })
  )
}

const finding = (it: It): void => {
  it.effect("sending finds a document byte for byte, and none where there is none", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const stranger = yield* FiringFixture.setting
      const store = yield* DocumentStore
      const { ids } = yield* FiringFixture.file(owner, version, [FiringFixture.note, FiringFixture.note])
      const [made, other] = [at(ids, 0), at(ids, 1)]
      const offer = file(
        "Offer – Ädel.pdf",
        Uint8Array.from({ length: 70_000 }, (_, index) => index % 251)
      )
      yield* store.put(owner.organisationId, made, offer)
      assert.deepStrictEqual(yield* store.find(owner.organisationId, made), Option.some(offer))
      assert.isTrue(Option.isNone(yield* store.find(owner.organisationId, other)))
      assert.isTrue(Option.isNone(yield* store.find(stranger.owner.organisationId, made)))
    })
  )
}

const laws = (it: It): void => {
  it.effect.prop(
    "a document is read back as it was stored, and storing it again replaces it",
    [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))],
    ([numbers]) =>
      Effect.gen(function* () {
        const { owner, version } = yield* FiringFixture.setting
        const store = yield* DocumentStore
        const archive = yield* DocumentArchive
        const { ids, submission } = yield* FiringFixture.file(owner, version, [FiringFixture.note])
        const id = only(ids)
        yield* store.put(owner.organisationId, id, file("First.pdf", Uint8Array.of(1)))
        const bytes = Uint8Array.from(numbers)
        const place = yield* store.put(owner.organisationId, id, file("Policy – Ädel.pdf", bytes))
        assert.include(place, id)
        const stored = yield* archive.get(owner, submission.id, id)
        assert.deepStrictEqual([stored.fileName, stored.mediaType], ["Policy – Ädel.pdf", "application/pdf"])
        assert.deepStrictEqual([...stored.bytes], numbers)
        const listed = yield* archive.list(owner, submission.id)
        assert.deepStrictEqual(
          listed.map(({ createdAt: _, ...record }) => record),
          [
            {
              id,
              submissionId: submission.id,
              fileName: "Policy – Ädel.pdf",
              mediaType: "application/pdf",
              size: numbers.length
            }
          ]
        )
      }),
    { arbitrary: { runs: 10 } }
  )

  it.effect("a document is missing in another organisation or submission; an unknown firing gets none", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { owner: stranger } = yield* FiringFixture.setting
      const store = yield* DocumentStore
      const archive = yield* DocumentArchive
      const { ids, submission } = yield* FiringFixture.file(owner, version, [FiringFixture.note])
      const other = yield* FiringFixture.file(owner, version, [FiringFixture.note])
      const [id] = ids
      if (id === undefined) assert.fail()
      const pdf = file("a.pdf", Uint8Array.of(1))
      yield* store.put(owner.organisationId, id, pdf)
      yield* refuses(archive.get(stranger, submission.id, id), "DocumentNotFound")
      yield* refuses(archive.get(owner, other.submission.id, id), "DocumentNotFound")
      assert.deepStrictEqual(yield* archive.list(stranger, submission.id), [])
      assert.deepStrictEqual(yield* archive.list(owner, other.submission.id), [])
      const nothing = FiringId.make(yield* Fixture.uuid)
      for (const [organisationId, firing] of [
        [owner.organisationId, nothing],
        [stranger.organisationId, id]
      ] as const)
        yield* refuses(store.put(organisationId, firing, pdf), "DocumentNotStored")
    })
  )
}

export const contract = suite("documents", (it) => {
  example(it)
  finding(it)
  laws(it)
})
