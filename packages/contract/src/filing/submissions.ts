/** Laws of SubmissionStore: a submission is filed once, whole and with the next number, or not at all. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { Filed, Filing, Idempotency } from "@formwork/domain/filing/SubmissionStore"
import type { Caller } from "@formwork/domain/callers/Caller"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { StorableJson } from "../Storable.ts"
import { suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const setting = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  return {
    owner,
    ...(yield* Fixture.machine(owner)),
    ...(yield* Fixture.liveForm(owner)),
    store: yield* SubmissionStore
  }
})

/** Files a submission, and asserts that it is stored. */
const filed = Effect.fnUntraced(function* (caller: Caller, filing: Filing) {
  const store = yield* SubmissionStore
  const result = yield* store.file(caller, filing)
  return result._tag === "Filed" ? result.submission : assert.fail(result._tag)
})

const idempotency = (key: string, body = 1): Idempotency => ({ key, bodyHash: new Uint8Array(32).fill(body) })

export const example = (it: It): void => {
  it.effect("a submission is filed under its form's next number, and is read back as it was filed", () =>
    Effect.gen(function* () {
      const { caller, store, version } = yield* setting
      const filing = yield* Fixture.filing(version)

      const submission = yield* filed(caller, filing)

      assert.deepInclude(submission, { ...filing.submission, referenceNumber: "ENQ-0001-X", revision: 1 })
      assert.deepStrictEqual(yield* store.get(caller, submission.id), submission)
    })
  )
}

const records = (it: It): void => {
  it.effect.prop(
    "a submission is read back as it was filed",
    [Schema.Record(Schema.String, StorableJson)],
    ([data]) =>
      Effect.gen(function* () {
        const { caller, store, version } = yield* setting
        const filing = yield* Fixture.filing(version)
        const submission = yield* filed(caller, {
          ...filing,
          submission: { ...filing.submission, data, calculatedData: data }
        })
        assert.strictEqual(submission.referenceNumber, "ENQ-0001-X")
        const read = yield* store.get(caller, submission.id)
        assert.deepStrictEqual(read, submission)
        assert.deepStrictEqual(read.data, data)
        assert.deepStrictEqual(read.outcomes, filing.submission.outcomes)
      }),
    { arbitrary: { runs: 25 } }
  )

  it.effect("a submission of another organisation is missing, and so is its form", () =>
    Effect.gen(function* () {
      const { caller, store, version } = yield* setting
      const submission = yield* filed(caller, yield* Fixture.filing(version))
      const stranger = yield* setting
      yield* refuses(store.get(stranger.caller, submission.id), "SubmissionNotFound")
      yield* refuses(store.get(caller, SubmissionId.make(yield* Fixture.uuid)), "SubmissionNotFound")
      const foreign = yield* Fixture.filing(version)
      yield* refuses(store.file(stranger.caller, foreign), "FormNotFound")
    })
  )

  it.effect("a caller whose credential has ended files nothing", () =>
    Effect.gen(function* () {
      const { caller, key, owner, store, version } = yield* setting
      const keys = yield* ApiKeyStore
      yield* filed(caller, yield* Fixture.filing(version))
      yield* keys.revoke(owner, key.id, "manual")
      const late = yield* Fixture.filing(version)
      yield* refuses(store.file(caller, late), "Unauthenticated")
      yield* refuses(store.get(owner, late.submission.id), "SubmissionNotFound")
    })
  )

  it.effect("a form that was never published is not found", () =>
    Effect.gen(function* () {
      const { caller, owner, store, version } = yield* setting
      const form = yield* Fixture.newForm(owner, "NEW")
      const filing = yield* Fixture.filing({ ...version, formId: form.id })
      yield* refuses(store.file(caller, filing), "FormNotFound")
    })
  )

  it.effect("an evaluation by a version that is no longer live is not stored", () =>
    Effect.gen(function* () {
      const { caller, form, owner, store, version } = yield* setting
      const filing = yield* Fixture.filing(version)
      const next = yield* Fixture.publish(owner, form)
      assert.deepStrictEqual(yield* store.file(caller, filing), { _tag: "Superseded" })
      yield* refuses(store.get(caller, filing.submission.id), "SubmissionNotFound")
      const again = { ...filing, submission: { ...filing.submission, formVersionId: next.id } }
      assert.strictEqual((yield* filed(caller, again)).referenceNumber, "ENQ-0001-X")
    })
  )
}

const references = (it: It): void => {
  it.effect("filings at once get the numbers from one upwards, each once and without a gap", () =>
    Effect.gen(function* () {
      const { caller, version } = yield* setting
      const filings = yield* Effect.all(Array.from({ length: 30 }, () => Fixture.filing(version)))
      const submissions = yield* Effect.forEach(filings, (filing) => filed(caller, filing), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        submissions.map(({ referenceNumber }) => referenceNumber).sort(),
        Array.from({ length: 30 }, (_, index) => `ENQ-${String(index + 1).padStart(4, "0")}-X`)
      )
    })
  )

  it.effect("refused filings use no number, and each form has its own numbers", () =>
    Effect.gen(function* () {
      const { caller, form, owner, store, version } = yield* setting
      const second = yield* Fixture.liveForm(owner, "TWO")
      const stale = yield* Fixture.filing(version)
      const live = yield* Fixture.publish(owner, form)
      yield* store.file(caller, stale)
      assert.strictEqual((yield* filed(caller, yield* Fixture.filing(live))).referenceNumber, "ENQ-0001-X")
      const other = { prefix: "TWO-", suffix: "", sequenceWidth: 1 }
      for (let number = 1; number <= 12; number++) {
        const submission = yield* filed(caller, yield* Fixture.filing(second.version, { reference: other }))
        assert.strictEqual(submission.referenceNumber, `TWO-${number}`)
      }
      assert.strictEqual((yield* filed(caller, yield* Fixture.filing(live))).referenceNumber, "ENQ-0002-X")
    })
  )

  it.effect("a reference number is unique in its organisation; another organisation may use the same", () =>
    Effect.gen(function* () {
      const { caller, owner, store, version } = yield* setting
      const reference = { prefix: "ENQ-7K3M9Q", suffix: "", sequenceWidth: null }
      assert.strictEqual(
        (yield* filed(caller, yield* Fixture.filing(version, { reference }))).referenceNumber,
        "ENQ-7K3M9Q"
      )
      const second = yield* Fixture.liveForm(owner, "TWO")
      for (const taken of [version, second.version]) {
        assert.deepStrictEqual(yield* store.file(caller, yield* Fixture.filing(taken, { reference })), {
          _tag: "ReferenceTaken"
        })
      }
      const stranger = yield* setting
      yield* filed(stranger.caller, yield* Fixture.filing(stranger.version, { reference }))
    })
  )
}

const meeting = (it: It): void => {
  it.effect(
    "a sequence whose numbers another form has given out passes them and goes on, and leaves no other gap",
    () =>
      Effect.gen(function* () {
        const { caller, owner, store, version } = yield* setting
        const second = yield* Fixture.liveForm(owner, "TWO")
        const reference = { prefix: "A1 B1 ", suffix: "", sequenceWidth: 2 }
        const file = (of: typeof version, more: object = {}) =>
          Effect.flatMap(Fixture.filing(of, { reference, ...more }), (filing) => store.file(caller, filing))
        const numberOf = (answer: Filed) => ("submission" in answer ? answer.submission.referenceNumber : answer._tag)
        const given: Array<string> = []
        for (const of of [version, version, version, second.version, second.version, second.version, version, version])
          given.push(numberOf(yield* file(of)))
        assert.deepStrictEqual(given, [
          "A1 B1 01",
          "A1 B1 02",
          "A1 B1 03",
          "ReferenceTaken",
          "A1 B1 04",
          "A1 B1 05",
          "ReferenceTaken",
          "A1 B1 06"
        ])
        const other = { reference: { prefix: "B1-", suffix: "", sequenceWidth: 1 } }
        assert.strictEqual(numberOf(yield* file(second.version, other)), "B1-6")
        const once = { idempotency: idempotency("a") }
        assert.strictEqual(numberOf(yield* file(second.version, once)), "A1 B1 07")
        assert.strictEqual(numberOf(yield* file(version, once)), "ReferenceTaken")
        assert.strictEqual(numberOf(yield* file(version, once)), "A1 B1 08")
      })
  )
}

const repeats = (it: It, pass: Time["pass"]): void => {
  it.effect("a repeat with the same idempotency key and body gets the first answer, and stores nothing", () =>
    Effect.gen(function* () {
      const { caller, store, version } = yield* setting
      const first = yield* filed(caller, yield* Fixture.filing(version, { idempotency: idempotency("a") }))
      yield* pass("5 millis")
      const repeat = yield* Fixture.filing(version, { idempotency: idempotency("a") })
      assert.deepStrictEqual(yield* store.file(caller, repeat), { _tag: "Replayed", submission: first })
      yield* refuses(store.get(caller, repeat.submission.id), "SubmissionNotFound")
      assert.deepStrictEqual(yield* store.replay(caller, version.formId, idempotency("a")), first)
      assert.isUndefined(yield* store.replay(caller, version.formId, idempotency("b")))
    })
  )

  it.effect("a repeat gets the first answer even when another version is live since", () =>
    Effect.gen(function* () {
      const { caller, form, owner, store, version } = yield* setting
      const first = yield* filed(caller, yield* Fixture.filing(version, { idempotency: idempotency("a") }))
      yield* Fixture.publish(owner, form)
      const repeat = yield* Fixture.filing(version, { idempotency: idempotency("a") })
      assert.deepStrictEqual(yield* store.file(caller, repeat), { _tag: "Replayed", submission: first })
    })
  )

  it.effect("another body under the same key is a mismatch", () =>
    Effect.gen(function* () {
      const { caller, store, version } = yield* setting
      yield* filed(caller, yield* Fixture.filing(version, { idempotency: idempotency("a", 1) }))
      const other = yield* Fixture.filing(version, { idempotency: idempotency("a", 2) })
      yield* refuses(store.file(caller, other), "IdempotencyMismatch")
      yield* refuses(store.replay(caller, version.formId, idempotency("a", 2)), "IdempotencyMismatch")
    })
  )

  it.effect("an idempotency key belongs to its credential and its form", () =>
    Effect.gen(function* () {
      const { caller, owner, version } = yield* setting
      const same = { idempotency: idempotency("a") }
      yield* filed(caller, yield* Fixture.filing(version, same))
      const colleague = yield* Fixture.machine(owner)
      yield* filed(colleague.caller, yield* Fixture.filing(version, same))
      const second = yield* Fixture.liveForm(owner, "TWO")
      const reference = { prefix: "TWO-", suffix: "", sequenceWidth: 1 }
      yield* filed(caller, yield* Fixture.filing(second.version, { ...same, reference }))
    })
  )

  it.effect("equal requests at once store one submission, and get the same answer", () =>
    Effect.gen(function* () {
      const { caller, store, version } = yield* setting
      const filings = yield* Effect.all(
        Array.from({ length: 16 }, () => Fixture.filing(version, { idempotency: idempotency("a") }))
      )
      const results = yield* Effect.forEach(filings, (filing) => Effect.result(store.file(caller, filing)), {
        concurrency: "unbounded"
      })
      const tags = results.map((result) => (result._tag === "Success" ? result.success._tag : result.failure._tag))
      assert.strictEqual(tags.filter((tag) => tag === "Filed").length, 1)
      assert.isTrue(tags.every((tag) => tag === "Filed" || tag === "Replayed" || tag === "IdempotencyInProgress"))
      const answers = results.flatMap((result) =>
        result._tag === "Success" && "submission" in result.success ? [result.success.submission.id] : []
      )
      assert.strictEqual(new Set(answers).size, 1)
      assert.strictEqual((yield* filed(caller, yield* Fixture.filing(version))).referenceNumber, "ENQ-0002-X")
    })
  )
}

export const contract = suite("submissions", (it, time) => {
  example(it)
  records(it)
  references(it)
  meeting(it)
  repeats(it, time.pass)
})
