/** Concurrent changes of submissions, on a real server: one change wins, no change is lost, and none deadlock. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Ref } from "effect"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { FormVersion } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import type { Caller } from "@formwork/domain/callers/Caller"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import * as Fixture from "@formwork/contract/Fixture"
import { Raw, superuser } from "./Databases.ts"
import { each, processes, times, unbounded, waiting, waitingForCredential, Watcher } from "./Processes.ts"

/** Files one submission and gives its id. */
const filed = Effect.fnUntraced(function* (caller: Caller, version: FormVersion) {
  const store = yield* SubmissionStore
  const filing = yield* Fixture.filing(version)
  yield* store.file(caller, filing)
  return filing.submission.id
})

const count = (organisationId: string) =>
  Effect.map(
    superuser(
      `select (select count(*)::integer from formwork.submission_revisions where organisation_id = $1) as kept,
              (select sum(revision)::integer from formwork.submissions where organisation_id = $1) as revisions,
              (select count(*)::integer from formwork.submissions where organisation_id = $1) as submissions,
              (select count(*)::integer from formwork.firings where organisation_id = $1) as firings,
              (select count(*)::integer from formwork.audit_events
                where organisation_id = $1 and action like 'submission.%') as audited`,
      [organisationId]
    ),
    ([row]) => ({ ...row })
  )

layer(processes, { excludeTestServices: true })("changing at once", (it) => {
  it.effect(
    "of 64 changes at once from two processes, all based on one revision, exactly one is made, with all its rows",
    () =>
      Effect.gen(function* () {
        const stores = yield* each(SubmissionStore)
        const owner = yield* Fixture.owner
        const { caller } = yield* Fixture.machine(owner)
        const { version } = yield* Fixture.liveForm(owner)
        const id = yield* filed(caller, version)
        for (let revision = 1; revision <= 5; revision++) {
          const changes = yield* Effect.all(
            times(64, (index) =>
              Fixture.change(
                { id, revision },
                index % 2 === 0 ? { content: Fixture.content(version, { subject: String(index) }) } : {}
              )
            )
          )
          const tags = yield* Effect.forEach(
            changes,
            (change, index) => Fixture.tagOf(stores[index % 2 === 0 ? 0 : 1].change(caller, change)),
            unbounded
          )
          assert.strictEqual(tags.filter((tag) => tag === "Success").length, 1)
          assert.strictEqual(tags.filter((tag) => tag === "RevisionStale").length, 63)
        }
        assert.deepStrictEqual(yield* count(owner.organisationId), {
          kept: 5,
          revisions: 6,
          submissions: 1,
          firings: 6,
          audited: 6
        })
      })
  )

  it.effect("a change that waited for another is refused with the state and the revision that the other made", () =>
    Effect.gen(function* () {
      const [store] = yield* each(SubmissionStore)
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const { version } = yield* Fixture.liveForm(owner)
      const id = yield* filed(owner, version)
      const change = yield* Fixture.change({ id, revision: 1 })
      const fiber = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`
            update formwork.submissions
               set revision = 2, workflow_state = 'approved', changed_at = now(), changed_by = created_by,
                   changed_credential_kind = credential_kind, changed_credential_id = credential_id
             where submission_id = ${id}`
          const waiter = yield* Effect.forkDetach(Effect.flip(store.change(owner, change)))
          yield* waiting(1, waiter)
          return waiter
        })
      )
      const refusal = yield* Fiber.join(fiber)
      if (refusal._tag !== "RevisionStale") return assert.fail(refusal._tag)
      assert.deepStrictEqual([refusal.workflowState, refusal.revision], ["approved", 2])
    })
  )

  it.effect("a revocation returns while changes keep coming, and no change commits after it has returned", () =>
    Effect.gen(function* () {
      const stores = yield* each(SubmissionStore)
      const [, keys] = yield* each(ApiKeyStore)
      for (let round = 0; round < 5; round++) {
        const owner = yield* Fixture.owner
        const { caller, key } = yield* Fixture.machine(owner)
        const { version } = yield* Fixture.liveForm(owner)
        const made = yield* Ref.make(0)
        const busy = yield* Deferred.make<void>()
        const ids = yield* Effect.all(times(16, () => filed(caller, version)))
        const client = Effect.fnUntraced(function* (id: SubmissionId, index: number) {
          const store = stores[index % 2 === 0 ? 0 : 1]
          for (let revision = 1; ; revision++) {
            const content = index % 3 === 0 ? Fixture.content(version) : undefined
            yield* store.change(caller, yield* Fixture.change({ id, revision }, { content }))
            if ((yield* Ref.updateAndGet(made, (n) => n + 1)) === 60) yield* Deferred.succeed(busy, undefined)
          }
        })
        const clients = yield* Effect.forEach(ids, (id, index) => Effect.forkChild(Effect.flip(client(id, index))))
        yield* Deferred.await(busy)
        yield* keys.revoke(owner, key.id, "manual")
        const atReturn = yield* count(owner.organisationId)
        const endings = yield* Effect.forEach(clients, Fiber.join)
        assert.deepStrictEqual([...new Set(endings.map(({ _tag }) => _tag))], ["Unauthenticated"])
        assert.deepStrictEqual(yield* count(owner.organisationId), atReturn)
        assert.strictEqual(atReturn["kept"], yield* Ref.get(made))
        assert.strictEqual(atReturn["firings"], 16 + (yield* Ref.get(made)))
      }
    })
  )

  it.effect("a revocation waits for an earlier change; a later change waits for it and is refused", () =>
    Effect.gen(function* () {
      const [first, second] = yield* each(SubmissionStore)
      const [keys] = yield* each(ApiKeyStore)
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const { caller, key } = yield* Fixture.machine(owner)
      const { version } = yield* Fixture.liveForm(owner)
      const [id, laterId] = yield* Effect.all([filed(caller, version), filed(caller, version)])
      const change = yield* Fixture.change({ id, revision: 1 })
      const laterChange = yield* Fixture.change({ id: laterId, revision: 1 })
      const kept = Effect.gen(function* () {
        const watcher = yield* Watcher
        return yield* watcher`
          select count(*)::integer as n from formwork.submission_revisions where organisation_id = ${owner.organisationId}`
      })
      const fibers = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select from formwork.submissions where submission_id = ${id} for update`
          const before = yield* Effect.forkDetach(first.change(caller, change))
          yield* waiting(1, before)
          const revocation = yield* Effect.forkDetach(Effect.andThen(keys.revoke(owner, key.id, "manual"), kept))
          yield* waitingForCredential(1, revocation)
          const after = yield* Effect.forkDetach(Effect.flip(second.change(caller, laterChange)))
          yield* waitingForCredential(2, after)
          return { before, revocation, after }
        })
      )
      assert.strictEqual((yield* Fiber.join(fibers.before))._tag, "Changed")
      assert.deepStrictEqual(yield* Fiber.join(fibers.revocation), [{ n: 1 }])
      assert.strictEqual((yield* Fiber.join(fibers.after))._tag, "Unauthenticated")
      assert.deepStrictEqual(yield* kept, [{ n: 1 }])
    })
  )

  it.effect("filing, repeating, changing, publishing and revoking at once do not deadlock, and no change is lost", () =>
    Effect.gen(function* () {
      const stores = yield* each(SubmissionStore)
      const [, forms] = yield* each(FormStore)
      const [keys] = yield* each(ApiKeyStore)
      const owner = yield* Fixture.owner
      const machines = yield* Effect.all(times(6, () => Fixture.machine(owner)))
      const { form, version } = yield* Fixture.liveForm(owner)
      const ids = yield* Effect.all(times(8, () => filed(owner, version)))
      const allowed = ["Success", "RevisionStale", "Unauthenticated"]
      const act = Effect.fnUntraced(function* (index: number) {
        const store = stores[index % 2 === 0 ? 0 : 1]
        const { caller, key } = machines[index % machines.length] ?? assert.fail()
        const id = ids[(index * 7) % ids.length] ?? assert.fail()
        const { revision } = yield* store.get(caller, id)
        const idempotency = { key: `k${index % 40}`, bodyHash: new Uint8Array(32) }
        const live = yield* forms.findLive(caller, form.id)
        const current = live._tag === "Some" ? live.value : version
        switch (index % 8) {
          case 0:
          case 1:
            return yield* Fixture.tagOf(store.file(caller, yield* Fixture.filing(current, { idempotency })))
          case 2:
            return index === 202 ? yield* Fixture.tagOf(keys.revoke(owner, key.id, "manual")) : "Success"
          case 3:
            return index % 40 === 3 ? yield* Fixture.tagOf(Fixture.publish(owner, form)) : "Success"
          case 4: {
            const content = Fixture.content(current)
            return yield* Fixture.tagOf(store.change(caller, yield* Fixture.change({ id, revision }, { content })))
          }
          default:
            return yield* Fixture.tagOf(store.change(caller, yield* Fixture.change({ id, revision })))
        }
      })
      const tags = yield* Effect.forEach(
        times(480, (index) => index),
        act,
        { concurrency: 48 }
      )
      assert.deepStrictEqual(
        tags.filter((tag) => !allowed.includes(tag)),
        []
      )
      const { audited, firings, kept, revisions, submissions } = yield* count(owner.organisationId)
      assert.strictEqual(Number(kept), Number(revisions) - Number(submissions))
      assert.strictEqual(audited, revisions)
      assert.strictEqual(firings, revisions)
      const references = yield* superuser(
        "select reference_number as number from formwork.submissions where form_id = $1 order by 1",
        [form.id]
      )
      assert.deepStrictEqual(
        references.map(({ number }) => number),
        times(Number(submissions), (index) => `ENQ-${String(index + 1).padStart(4, "0")}-X`)
      )
    })
  )

  it.effect("a filing that waits for the deletion of its number finds the number taken", () =>
    Effect.gen(function* () {
      const [store] = yield* each(SubmissionStore)
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const { version } = yield* Fixture.liveForm(owner)
      const reference = { prefix: "ENQ-7K3M9Q", suffix: "", sequenceWidth: null }
      const gone = yield* Fixture.filing(version, { reference })
      yield* store.file(owner, gone)
      const again = yield* Fixture.filing(version, { reference })
      const fiber = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`
            select formwork.delete_submission(${owner.organisationId}, ${owner.userId}, ${owner.credential.kind},
              ${owner.credential.id}, null, null, ${gone.submission.id}, 'Asked for.')`
          const waiter = yield* Effect.forkDetach(store.file(owner, again))
          yield* waiting(1, waiter)
          return waiter
        })
      )
      assert.deepStrictEqual(yield* Fiber.join(fiber), { _tag: "ReferenceTaken" })
    })
  )

  it.effect("each new idempotency record removes a few expired ones, and no others", () =>
    Effect.gen(function* () {
      const [store] = yield* each(SubmissionStore)
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const { version } = yield* Fixture.liveForm(owner)
      const file = Effect.fnUntraced(function* (key: string) {
        const idempotency = { key, bodyHash: new Uint8Array(32) }
        yield* store.file(owner, yield* Fixture.filing(version, { idempotency }))
      })
      yield* Effect.forEach(
        times(10, (index) => `old-${index}`),
        file,
        { discard: true }
      )
      yield* sql`
        update formwork.idempotency_records set expires_at = clock_timestamp() - interval '1 second' -- rounded to the millisecond, now could be still to come
         where organisation_id = ${owner.organisationId}`
      const keys = Effect.map(
        superuser(
          "select idempotency_key as key from formwork.idempotency_records where organisation_id = $1 order by 1",
          [owner.organisationId]
        ),
        (rows) => rows.map(({ key }) => String(key))
      )
      const left: Array<number> = []
      for (let index = 0; index < 4; index++) {
        yield* file(`new-${index}`)
        left.push((yield* keys).filter((key) => key.startsWith("old")).length)
      }
      assert.deepStrictEqual(left, [6, 2, 0, 0])
      assert.deepStrictEqual(yield* keys, ["new-0", "new-1", "new-2", "new-3"])
    })
  )
})
