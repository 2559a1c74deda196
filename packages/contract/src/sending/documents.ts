/** Laws of the documents' two ports: stored once a firing, with every byte, and read by nobody else. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { DocumentArchive } from "@formwork/domain/sending/DocumentArchive"
import { DocumentStore } from "@formwork/domain/sending/DocumentStore"
import type { StoredFile } from "@formwork/domain/sending/DocumentStore"
import { FiringId } from "@formwork/domain/filing/Firing"
import * as FiringFixture from "../FiringFixture.ts"
import * as Fixture from "../Fixture.ts"
import type { Subject } from "../Subject.ts"

const file = (fileName: string, bytes: Uint8Array): StoredFile => ({ fileName, mediaType: "application/pdf", bytes })

export const contract = <E>(name: string, subject: Subject<E>): void =>
  layer(subject.layer({ limit: 100_000, windowMillis: 60_000 }), { excludeTestServices: subject.clock === "real" })(
    `documents: ${name}`,
    (it) => {
      it.effect.prop(
        "what was stored is what is read back, and storing it again replaces it",
        [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))],
        ([numbers]) =>
          Effect.gen(function* () {
            const { owner, version } = yield* FiringFixture.setting
            const store = yield* DocumentStore
            const archive = yield* DocumentArchive
            const { ids, submission } = yield* FiringFixture.file(owner, version, [FiringFixture.note])
            const [id] = ids
            if (id === undefined) assert.fail()
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

      it.effect("another organisation, or another submission, does not have it; a firing that is none gets none", () =>
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
          assert.strictEqual(yield* Fixture.tagOf(archive.get(stranger, submission.id, id)), "DocumentNotFound")
          assert.strictEqual(yield* Fixture.tagOf(archive.get(owner, other.submission.id, id)), "DocumentNotFound")
          assert.deepStrictEqual(yield* archive.list(stranger, submission.id), [])
          assert.deepStrictEqual(yield* archive.list(owner, other.submission.id), [])
          const nothing = FiringId.make(yield* Fixture.uuid)
          for (const [organisationId, firing] of [
            [owner.organisationId, nothing],
            [stranger.organisationId, id]
          ] as const)
            assert.strictEqual(yield* Fixture.tagOf(store.put(organisationId, firing, pdf)), "DocumentNotStored")
        })
      )
    }
  )
