/** The dispatcher with e-mails that attach documents and files: it sends the bytes that are kept, and nothing without them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import type { FiringId } from "@formwork/domain/filing/Firing"
import { DocumentStore } from "@formwork/domain/sending/DocumentStore"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { Outbox } from "@formwork/domain/sending/Outbox"
import type { Dispatch } from "@formwork/domain/sending/Sender"
import { alone, away, dispatcher, limits, passing, receiver, yes } from "./dispatcherFixture.ts"

const bytesOf = (id: FiringId): Uint8Array => new TextEncoder().encode(`%PDF of ${id}`)

/** A sender that keeps the documents that it makes, unless it is told to lose them, and what it was given of each e-mail. */
const making = Effect.gen(function* () {
  const store = yield* DocumentStore
  const { answers, sender } = yield* receiver
  const mails: Array<Dispatch> = []
  const state = { loses: false, fails: 0 }
  yield* answers((dispatch, content) =>
    Effect.gen(function* () {
      if (content.kind === "notification") {
        mails.push(dispatch)
        return yes
      }
      if (state.fails > 0) {
        state.fails -= 1
        return yield* away
      }
      const { id, organisationId } = dispatch
      const file = { fileName: `${id}.pdf`, mediaType: "application/pdf", bytes: bytesOf(id) } as const
      if (!state.loses) yield* Effect.orDie(store.put(organisationId, id, file))
      return yes
    })
  )
  return { mails, sender, state }
})

describe("an e-mail with files", () => {
  it.effect("has the bytes, the name and the type of each, as it was uploaded", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { mails, sender } = yield* making
      const { mail, upload } = yield* FiringFixture.fileWithUpload(owner, version, Uint8Array.of(37, 80, 68, 70))
      yield* dispatcher(sender)
      yield* passing(limits.leaseMillis)
      const { bytes, mediaType, name: fileName } = upload
      assert.deepStrictEqual(
        mails.map(({ attachments, id }) => [id, attachments]),
        [[mail, [{ bytes, fileName, mediaType }]]]
      )
    }).pipe(alone)
  )

  it.effect("is not handed to the sender where a file is not kept any more, and says so", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { mails, sender } = yield* making
      const { mail, uploadId } = yield* FiringFixture.fileWithUpload(owner, version, Uint8Array.of(1))
      const outbox = yield* Outbox
      const losing = Outbox.of({ ...outbox, upload: () => Effect.succeed(Option.none()) })
      yield* dispatcher(sender).pipe(Effect.provideService(Outbox, losing))
      yield* passing(limits.leaseMillis)
      assert.deepStrictEqual(mails, [])
      const { lastAttempt, state: now } = yield* FiringStore.use((store) => store.get(owner, mail))
      assert.deepStrictEqual([now, lastAttempt?.result], ["pending", "retry"])
      assert.include(lastAttempt?.reason, `The file “Beleg März.pdf” (${uploadId}) is attached to this e-mail`)
    }).pipe(alone)
  )
})

describe("an e-mail with documents", () => {
  it.effect("is sent once, with the bytes that are kept of each, however often a document fails before", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { mails, sender, state } = yield* making
      state.fails = 4
      const { documents, mail } = yield* FiringFixture.fileAttaching(owner, version, 3)
      yield* dispatcher(sender)
      yield* passing(3 * 3_600_000)
      assert.deepStrictEqual(
        mails.map(({ attachments, id }) => [id, attachments.map(({ bytes }) => bytes)]),
        [[mail, documents.map(bytesOf)]]
      )
      const { state: ended } = yield* FiringStore.use((store) => store.get(owner, mail))
      assert.strictEqual(ended, "delivered")
    }).pipe(alone)
  )

  it.effect("is not handed to the sender where a document is not kept any more, and says so", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { mails, sender, state } = yield* making
      state.loses = true
      const { documents, mail } = yield* FiringFixture.fileAttaching(owner, version, 1)
      yield* dispatcher(sender)
      yield* passing(limits.leaseMillis)
      assert.deepStrictEqual(mails, [])
      const { lastAttempt, state: now } = yield* FiringStore.use((store) => store.get(owner, mail))
      assert.deepStrictEqual([now, lastAttempt?.result], ["pending", "retry"])
      assert.include(lastAttempt?.reason, `The document ${documents[0]} is attached to this e-mail`)
    }).pipe(alone)
  )
})
