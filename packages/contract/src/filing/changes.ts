/** Laws of SubmissionStore about changes: what they change, what they keep, and the history. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { draft, SubmissionId } from "@formwork/domain/filing/Submission"
import type { Revision, Submission } from "@formwork/domain/filing/Submission"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { Change, Idempotency } from "@formwork/domain/filing/SubmissionStore"
import type { Caller } from "@formwork/domain/callers/Caller"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { refuses } from "../assertions.ts"
import { firedFor } from "./firedFor.ts"
import * as Fixture from "../Fixture.ts"
import { StorableJson } from "../Storable.ts"
import { suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const idempotency: Idempotency = { key: "a", bodyHash: new Uint8Array(32) }

/** A new draft with its form and its owner. */
export const setting = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const machine = yield* Fixture.machine(owner)
  const live = yield* Fixture.liveForm(owner)
  const store = yield* SubmissionStore
  const filing = yield* Fixture.filing(live.version, { idempotency })
  const filed = yield* store.file(machine.caller, {
    ...filing,
    submission: { ...filing.submission, workflowState: draft }
  })
  if (filed._tag !== "Filed") return assert.fail(filed._tag)
  return { owner, ...machine, ...live, store, first: filed.submission }
})

export const saved = (change: Partial<Change> = {}): Partial<Change> => ({
  action: "submission.saved",
  workflowState: draft,
  transition: null,
  ...change
})

/** Everything that a change could have changed. */
const whole = Effect.fnUntraced(function* (owner: Caller, { id }: Submission) {
  const store = yield* SubmissionStore
  const lines = (yield* Fixture.log(owner)).filter(({ action }) => action.startsWith("submission."))
  const fired = yield* firedFor(owner, id)
  return { now: yield* store.get(owner, id), history: yield* store.history(owner, id), lines, fired }
})

const values = (it: It): void => {
  it.effect.prop(
    "new content replaces the old; number, creation, id and the first answer stay",
    [Schema.Record(Schema.String, StorableJson), Schema.Record(Schema.String, StorableJson)],
    ([second, third]) =>
      Effect.gen(function* () {
        const { caller, first, form, store, version } = yield* setting
        let now: Submission = first
        for (const [index, data] of [second, third].entries()) {
          const content = Fixture.content(version, data)
          const changed = yield* store.change(caller, yield* Fixture.change(now, saved({ content })))
          assert.deepStrictEqual(changed, { _tag: "Changed", revision: index + 2 })
          now = { ...now, ...content, revision: index + 2 }
          assert.deepStrictEqual(yield* store.get(caller, first.id), now)
        }
        const again = yield* store.replay(caller, form.id, idempotency)
        assert.deepStrictEqual(again, first)
        assert.strictEqual(JSON.stringify(again?.data), JSON.stringify(first.data))
      }),
    { arbitrary: { runs: 15 } }
  )

  it.effect(
    "a transition changes only the state, and a repeat gets the first answer after any number of transitions",
    () =>
      Effect.gen(function* () {
        const { caller, first, form, store, version } = yield* setting
        yield* store.change(caller, yield* Fixture.change(first))
        const moved = { ...first, workflowState: "in_review", revision: 2 }
        assert.deepStrictEqual(yield* store.get(caller, first.id), moved)
        assert.deepStrictEqual(yield* store.replay(caller, form.id, idempotency), first)
        const content = Fixture.content(version)
        yield* store.change(caller, yield* Fixture.change(moved, saved({ content })))
        yield* store.change(caller, yield* Fixture.change({ ...first, revision: 3 }, { workflowState: "approved" }))
        const last = { ...first, ...content, workflowState: "approved", revision: 4 }
        assert.deepStrictEqual(yield* store.get(caller, first.id), last)
        assert.deepStrictEqual(yield* store.replay(caller, form.id, idempotency), first)
        const repeat = yield* store.file(caller, yield* Fixture.filing(version, { idempotency }))
        assert.deepStrictEqual(repeat, { _tag: "Replayed", submission: first })
      })
  )

  it.effect("a change takes no reference number: the next submission has the next one", () =>
    Effect.gen(function* () {
      const { caller, first, store, version } = yield* setting
      const content = Fixture.content(version)
      yield* store.change(caller, yield* Fixture.change(first, saved({ content, action: "submission.filed" })))
      const next = yield* store.file(caller, yield* Fixture.filing(version))
      assert.strictEqual(next._tag === "Filed" && next.submission.referenceNumber, "ENQ-0002-X")
    })
  )
}

const revisions = (it: It): void => {
  it.effect.prop(
    "each revision is there as it left the submission, and no other is",
    [Schema.Array(Schema.NullOr(StorableJson)).check(Schema.isMaxLength(5))],
    ([values]) =>
      Effect.gen(function* () {
        const { caller, first, store, version } = yield* setting
        const all: Array<Submission> = [first]
        let now: Submission = first
        for (const [index, value] of values.entries()) {
          const content = value === null ? undefined : Fixture.content(version, { value })
          const workflowState = content === undefined ? `state_${index}` : now.workflowState
          yield* store.change(caller, yield* Fixture.change(now, { ...saved({ content }), workflowState }))
          now = { ...now, ...content, workflowState, revision: now.revision + 1 }
          all.push(now)
        }
        for (const then of all) assert.deepStrictEqual(yield* store.revision(caller, first.id, then.revision), then)
        for (const none of [0, -1, all.length + 1, 2_147_483_647])
          yield* refuses(store.revision(caller, first.id, none), "SubmissionNotFound")
      }),
    { arbitrary: { runs: 20 } }
  )
}

const history = (it: It, pass: Time["pass"]): void => {
  it.effect(
    "the history has every revision, with its state, version, transition, comment, person, credential and time",
    () =>
      Effect.gen(function* () {
        const { caller, first, form, owner, store, version } = yield* setting
        const person = yield* Fixture.signedIn((yield* Fixture.person(owner, "reviewer")).operator)
        const next = yield* Fixture.publish(owner, form)
        yield* pass("5 millis")
        const content = Fixture.content(next)
        const filing = yield* Fixture.change(
          first,
          saved({ action: "submission.filed", workflowState: "submitted", content })
        )
        yield* store.change(owner, filing)
        yield* pass("5 millis")
        const comment = "Looks right.\nSee the photographs — ü 🏠"
        yield* store.change(person.caller, yield* Fixture.change({ ...first, revision: 2 }, { comment }))
        const history = yield* store.history(caller, first.id)
        const by = ({ credential, userId }: Caller) => ({ userId, credential })
        const made = { transition: null, comment: null, formVersionId: next.id }
        assert.deepStrictEqual(history.map(withoutTime), [
          { revision: 1, workflowState: draft, ...made, formVersionId: version.id, ...by(caller) },
          { revision: 2, workflowState: "submitted", ...made, ...by(owner) },
          { revision: 3, workflowState: "in_review", ...made, transition: "review", comment, ...by(person.caller) }
        ])
        assert.deepStrictEqual(
          history.map(({ by }) => by),
          [
            { kind: "key", id: caller.credential.id, name: "Quote engine" },
            { kind: "user", id: owner.userId, name: "Edith Ashworth" },
            { kind: "user", id: person.caller.userId, name: "Olive Ashworth" }
          ]
        )
        const times = history.map(({ at }) => DateTime.toEpochMillis(at))
        assert.strictEqual(times[0], DateTime.toEpochMillis(first.createdAt))
        assert.deepStrictEqual(
          [...new Set(times)].toSorted((a, b) => a - b),
          times
        )
      })
  )

  it.effect("each change adds one line to the audit log, with its request", () =>
    Effect.gen(function* () {
      const { caller, first, owner, store, version } = yield* setting
      const content = Fixture.content(version)
      const changes = [
        yield* Fixture.change(first, saved({ content })),
        yield* Fixture.change({ ...first, revision: 2 }, saved({ content, action: "submission.filed" })),
        yield* Fixture.change({ ...first, revision: 3 })
      ]
      const request = { requestId: "request-7", address: "203.0.113.9" }
      for (const change of changes) yield* Effect.provideService(store.change(caller, change), CurrentRequest, request)
      const { lines } = yield* whole(owner, first)
      const line = { subject: first.id, userId: caller.userId, credential: caller.credential, times: 1, ...request }
      const added = lines
        .filter(({ action }) => action !== "submission.created")
        .map(({ about: _about, at: _at, by: _by, id: _id, person: _person, ...rest }) => rest)
        .toSorted((a, b) => (a.action < b.action ? -1 : 1))
      assert.deepStrictEqual(added, [
        { action: "submission.filed", detail: null, ...line },
        { action: "submission.saved", detail: null, ...line },
        { action: "submission.transitioned", detail: "review", ...line }
      ])
    })
  )
}

const withoutTime = ({ at: _at, by: _by, ...rest }: Revision) => rest

const refusals = (it: It): void => {
  it.effect("a change based on an old revision is refused with the submission's state and revision", () =>
    Effect.gen(function* () {
      const { caller, first, owner, store, version } = yield* setting
      yield* store.change(caller, yield* Fixture.change(first))
      const before = yield* whole(owner, first)
      for (const revision of [1, 3, 2_000_000_000]) {
        for (const content of [undefined, Fixture.content(version)]) {
          const late = yield* Fixture.change({ ...first, revision }, { content, workflowState: "approved" })
          const refusal = yield* refuses(store.change(caller, late), "RevisionStale")
          assert.deepStrictEqual([refusal.workflowState, refusal.revision], ["in_review", 2])
        }
      }
      assert.deepStrictEqual(yield* whole(owner, first), before)
    })
  )

  it.effect(
    "content evaluated by a version that is no longer live is refused; a transition is made with any version",
    () =>
      Effect.gen(function* () {
        const { caller, first, form, owner, store, version } = yield* setting
        yield* Fixture.publish(owner, form)
        const before = yield* whole(owner, first)
        const late = yield* Fixture.change(first, saved({ content: Fixture.content(version) }))
        assert.deepStrictEqual(yield* store.change(caller, late), { _tag: "Superseded" })
        assert.deepStrictEqual(yield* whole(owner, first), before)
        assert.strictEqual((yield* store.change(caller, yield* Fixture.change(first)))._tag, "Changed")
      })
  )

  it.effect("a submission of another organisation is missing, like an unknown one", () =>
    Effect.gen(function* () {
      const { first, owner } = yield* setting
      const stranger = yield* setting
      const { store } = stranger
      const before = yield* whole(owner, first)
      for (const id of [first.id, SubmissionId.make(yield* Fixture.uuid)]) {
        const change = yield* Fixture.change({ id, revision: 1 })
        yield* refuses(store.change(stranger.caller, change), "SubmissionNotFound")
        yield* refuses(store.history(stranger.caller, id), "SubmissionNotFound")
        yield* refuses(store.get(stranger.caller, id), "SubmissionNotFound")
        yield* refuses(store.revision(stranger.caller, id, 1), "SubmissionNotFound")
      }
      assert.deepStrictEqual(yield* whole(owner, first), before)
    })
  )

  it.effect("a caller whose credential has ended changes nothing", () =>
    Effect.gen(function* () {
      const { caller, first, key, owner, store } = yield* setting
      const keys = yield* ApiKeyStore
      yield* keys.revoke(owner, key.id, "manual")
      const before = yield* whole(owner, first)
      const changes = [yield* Fixture.change(first), yield* Fixture.change({ ...first, revision: 7 })]
      for (const change of changes) yield* refuses(store.change(caller, change), "Unauthenticated")
      assert.deepStrictEqual(yield* whole(owner, first), before)
    })
  )
}

const races = (it: It): void => {
  it.effect("of changes at once on the same revision exactly one is made", () =>
    Effect.gen(function* () {
      const { caller, first, owner, store, version } = yield* setting
      for (let round = 1; round <= 4; round++) {
        const changes = yield* Effect.forEach(Array.from({ length: 16 }), (_, index) =>
          Fixture.change(
            { ...first, revision: round },
            saved({ content: index % 2 === 0 ? Fixture.content(version, { subject: `${round}.${index}` }) : undefined })
          )
        )
        const tags = yield* Effect.forEach(changes, (change) => Fixture.tagOf(store.change(caller, change)), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(tags.toSorted(), [...Array.from({ length: 15 }, () => "RevisionStale"), "Success"])
      }
      const { history, now } = yield* whole(owner, first)
      assert.strictEqual(now.revision, 5)
      assert.deepStrictEqual(
        history.map(({ revision }) => revision),
        [1, 2, 3, 4, 5]
      )
    })
  )
}

export const contract = suite("changes", (it, time) => {
  values(it)
  revisions(it)
  history(it, time.pass)
  refusals(it)
  races(it)
})
