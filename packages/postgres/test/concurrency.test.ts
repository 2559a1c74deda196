/** Concurrent filings, on a real server: numbers, repeats and the end of a credential. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Ref } from "effect"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import * as Fixture from "@formwork/contract/Fixture"
import { Raw, superuser } from "./Databases.ts"
import { each, processes, times, unbounded, waiting, waitingForCredential, Watcher } from "./Processes.ts"

layer(processes, { excludeTestServices: true })("filing at once", (it) => {
  it.effect("of 64 equal requests at once, one is filed and the others get its answer", () =>
    Effect.gen(function* () {
      const stores = yield* each(SubmissionStore)
      const owner = yield* Fixture.owner
      const { caller } = yield* Fixture.machine(owner)
      const { form, version } = yield* Fixture.liveForm(owner)
      const idempotency = { key: "once", bodyHash: new Uint8Array(32) }
      // Opens every connection, so that none of the 64 waits for one while the first of them is already done.
      const earlier = yield* Effect.all(times(32, () => Fixture.filing(version)))
      yield* Effect.forEach(earlier, (filing, index) => stores[index % 2 === 0 ? 0 : 1].file(caller, filing), unbounded)
      const filings = yield* Effect.all(times(64, () => Fixture.filing(version, { idempotency })))
      const results = yield* Effect.forEach(
        filings,
        (filing, index) => stores[index % 2 === 0 ? 0 : 1].file(caller, filing),
        unbounded
      )
      assert.strictEqual(results.filter(({ _tag }) => _tag === "Filed").length, 1)
      assert.strictEqual(results.filter(({ _tag }) => _tag === "Replayed").length, 63)
      const references = results.map((result) =>
        "submission" in result ? result.submission.referenceNumber : result._tag
      )
      assert.deepStrictEqual([...new Set(references)], ["ENQ-0033-X"])
      const rows = yield* superuser(
        `
        select (select count(*)::integer from formwork.submissions where form_id = $1) as submissions,
               (select count(*)::integer from formwork.firings where organisation_id = $2) as firings,
               (select count(*)::integer from formwork.idempotency_records where form_id = $1) as records,
               (select count(*)::integer from formwork.audit_events where organisation_id = $2 and action = 'submission.created') as audited`,
        [form.id, owner.organisationId]
      )
      assert.deepStrictEqual({ ...rows[0] }, { submissions: 33, firings: 33, records: 1, audited: 33 })
    })
  )

  it.effect("a repeat of a request that is still running is refused, and is filed once that request was undone", () =>
    Effect.gen(function* () {
      const [store] = yield* each(SubmissionStore)
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const { caller } = yield* Fixture.machine(owner)
      const { form, version } = yield* Fixture.liveForm(owner)
      const filing = yield* Fixture.filing(version, { idempotency: { key: "slow", bodyHash: new Uint8Array(32) } })
      const refusal = yield* sql
        .withTransaction(
          Effect.gen(function* () {
            yield* sql`
          insert into formwork.idempotency_records
            (organisation_id, credential_id, form_id, idempotency_key, body_hash, submission_id, expires_at)
          values (${owner.organisationId}, ${caller.credential.id}, ${form.id}, 'slow', ${new Uint8Array(32)},
            ${filing.submission.id}, now() + interval '1 day')`
            return yield* Effect.fail(yield* Effect.flip(store.file(caller, filing)))
          })
        )
        .pipe(Effect.flip)
      assert.strictEqual(refusal._tag, "IdempotencyInProgress")
      assert.strictEqual((yield* store.file(caller, filing))._tag, "Filed")
    })
  )

  it.effect("a repeat that waits for the first request gets the first answer; with another body it is a mismatch", () =>
    Effect.gen(function* () {
      const [store] = yield* each(SubmissionStore)
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const { caller } = yield* Fixture.machine(owner)
      const { form, version } = yield* Fixture.liveForm(owner)
      for (const [key, tag] of [
        ["same", "Replayed"],
        ["other", "IdempotencyMismatch"]
      ] as const) {
        const first = yield* Fixture.filing(version)
        yield* store.file(caller, first)
        const bodyHash = new Uint8Array(32).fill(tag === "Replayed" ? 0 : 1)
        const second = yield* Fixture.filing(version, { idempotency: { key, bodyHash } })
        const fiber = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`
            insert into formwork.idempotency_records
              (organisation_id, credential_id, form_id, idempotency_key, body_hash, submission_id, expires_at)
            values (${owner.organisationId}, ${caller.credential.id}, ${form.id}, ${key}, ${new Uint8Array(32)},
              ${first.submission.id}, now() + interval '1 day')`
            const fiber = yield* Effect.forkDetach(Effect.result(store.file(caller, second)))
            yield* waiting(1, fiber)
            return fiber
          })
        )
        const result = yield* Fiber.join(fiber)
        assert.strictEqual(result._tag === "Success" ? result.success._tag : result.failure._tag, tag)
        assert.strictEqual((yield* Effect.flip(store.get(caller, second.submission.id)))._tag, "SubmissionNotFound")
      }
    })
  )

  it.effect("an idempotency key is forgotten after 24 hours, and can be used again", () =>
    Effect.gen(function* () {
      const [store] = yield* each(SubmissionStore)
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const { caller } = yield* Fixture.machine(owner)
      const { form, version } = yield* Fixture.liveForm(owner)
      const idempotency = { key: "old", bodyHash: new Uint8Array(32) }
      yield* store.file(caller, yield* Fixture.filing(version, { idempotency }))
      const [kept] = yield* sql`
        select expires_at between now() + interval '23 hours 59 minutes' and now() + interval '24 hours' as a_day
          from formwork.idempotency_records where form_id = ${form.id}`
      assert.deepStrictEqual(kept, { a_day: true })
      yield* sql`update formwork.idempotency_records set expires_at = now() where form_id = ${form.id}`
      assert.isUndefined(yield* store.replay(caller, form.id, idempotency))
      const again = yield* Fixture.filing(version, {
        idempotency: { key: "old", bodyHash: new Uint8Array(32).fill(1) }
      })
      assert.strictEqual((yield* store.file(caller, again))._tag, "Filed")
    })
  )

  it.effect(
    "filings at once from two processes get each number once, and refused filings between them leave no gap",
    () =>
      Effect.gen(function* () {
        const stores = yield* each(SubmissionStore)
        const owner = yield* Fixture.owner
        const { caller } = yield* Fixture.machine(owner)
        const { form, version } = yield* Fixture.liveForm(owner)
        yield* stores[0].file(
          caller,
          yield* Fixture.filing(version, {
            reference: { prefix: "TAKEN", suffix: "", sequenceWidth: null }
          })
        )
        const filings = yield* Effect.all(
          times(300, (index) =>
            Fixture.filing(
              version,
              index % 3 === 0 ? { reference: { prefix: "TAKEN", suffix: "", sequenceWidth: null } } : {}
            )
          )
        )
        const results = yield* Effect.forEach(
          filings,
          (filing, index) => stores[index % 2 === 0 ? 0 : 1].file(caller, filing),
          unbounded
        )
        assert.strictEqual(results.filter(({ _tag }) => _tag === "ReferenceTaken").length, 100)
        const references = yield* superuser(
          "select reference_number as number from formwork.submissions where form_id = $1 and reference_number <> 'TAKEN' order by 1",
          [form.id]
        )
        assert.deepStrictEqual(
          references.map(({ number }) => number),
          times(200, (index) => `ENQ-${String(index + 1).padStart(4, "0")}-X`)
        )
      })
  )

  it.effect("a number that has outgrown its width is written in full", () =>
    Effect.gen(function* () {
      const [store] = yield* each(SubmissionStore)
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const { version } = yield* Fixture.liveForm(owner)
      yield* store.file(owner, yield* Fixture.filing(version))
      yield* sql`update formwork.reference_counters set last_number = 9999 where organisation_id = ${owner.organisationId}`
      const filed = yield* store.file(owner, yield* Fixture.filing(version))
      assert.strictEqual(filed._tag === "Filed" && filed.submission.referenceNumber, "ENQ-10000-X")
    })
  )

  it.effect("a revocation returns while filings keep coming, and no filing commits after it has returned", () =>
    Effect.gen(function* () {
      const stores = yield* each(SubmissionStore)
      const [, keys] = yield* each(ApiKeyStore)
      for (let round = 0; round < 5; round++) {
        const owner = yield* Fixture.owner
        const { caller, key } = yield* Fixture.machine(owner)
        const { form, version } = yield* Fixture.liveForm(owner)
        const filed = yield* Ref.make(0)
        const busy = yield* Deferred.make<void>()
        const client = Effect.fnUntraced(function* (index: number) {
          const store = stores[index % 2 === 0 ? 0 : 1]
          while (true) {
            yield* store.file(caller, yield* Fixture.filing(version))
            if ((yield* Ref.updateAndGet(filed, (n) => n + 1)) === 60) yield* Deferred.succeed(busy, undefined)
          }
        })
        const clients = yield* Effect.forEach(
          times(16, (index) => index),
          (index) => Effect.forkChild(Effect.flip(client(index)))
        )
        const count = Effect.map(
          superuser("select count(*)::integer as n from formwork.submissions where form_id = $1", [form.id]),
          ([row]) => row?.["n"]
        )
        yield* Deferred.await(busy)
        yield* keys.revoke(owner, key.id, "manual")
        const atReturn = yield* count
        const endings = yield* Effect.forEach(clients, Fiber.join)
        assert.deepStrictEqual([...new Set(endings.map(({ _tag }) => _tag))], ["Unauthenticated"])
        assert.strictEqual(yield* count, atReturn)
      }
    })
  )

  it.effect("a revocation waits for earlier filings, and later filings wait for the revocation", () =>
    Effect.gen(function* () {
      const [first, second] = yield* each(SubmissionStore)
      const [keys] = yield* each(ApiKeyStore)
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const { caller, key } = yield* Fixture.machine(owner)
      const { form, version } = yield* Fixture.liveForm(owner)
      yield* first.file(caller, yield* Fixture.filing(version))
      const [filing, laterFiling] = yield* Effect.all([Fixture.filing(version), Fixture.filing(version)])
      const count = Effect.gen(function* () {
        const watcher = yield* Watcher
        return yield* watcher`select count(*)::integer as n from formwork.submissions where form_id = ${form.id}`
      })
      const fibers = yield* sql.withTransaction(
        Effect.gen(function* () {
          // The last lock of a filing: a filing that waits for it has checked its credential and has not committed.
          yield* sql`select from formwork.reference_counters where form_id = ${form.id} for update`
          const before = yield* Effect.forkDetach(first.file(caller, filing))
          yield* waiting(1, before)
          const revocation = yield* Effect.forkDetach(Effect.andThen(keys.revoke(owner, key.id, "manual"), count))
          yield* waitingForCredential(1, revocation)
          const after = yield* Effect.forkDetach(Effect.flip(second.file(caller, laterFiling)))
          yield* waitingForCredential(2, after)
          return { before, revocation, after }
        })
      )
      assert.strictEqual((yield* Fiber.join(fibers.before))._tag, "Filed")
      const atReturn = yield* Fiber.join(fibers.revocation)
      assert.strictEqual((yield* Fiber.join(fibers.after))._tag, "Unauthenticated")
      assert.deepStrictEqual(yield* count, atReturn)
    })
  )

  it.effect("plain SQL too can end a credential only after its running filing has committed", () =>
    Effect.gen(function* () {
      const [store] = yield* each(SubmissionStore)
      const sql = yield* Raw
      const watcher = yield* Watcher
      const owner = yield* Fixture.owner
      const { caller } = yield* Fixture.machine(owner)
      const { form, version } = yield* Fixture.liveForm(owner)
      yield* store.file(caller, yield* Fixture.filing(version))
      const endings = [
        {
          by: caller,
          end: watcher`update formwork.api_keys set revoked_at = now(), revoked_by = created_by, revoked_reason = 'manual'
          where key_id = ${caller.credential.id}`
        },
        { by: owner, end: watcher`update formwork.users set deactivated_at = now() where user_id = ${owner.userId}` }
      ]
      for (const { by, end } of endings) {
        const filing = yield* Fixture.filing(version)
        const fibers = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select from formwork.reference_counters where form_id = ${form.id} for update`
            const filed = yield* Effect.forkDetach(store.file(by, filing))
            yield* waiting(1, filed)
            const ended = yield* Effect.forkDetach(end)
            yield* waiting(2, ended)
            assert.isUndefined(ended.pollUnsafe())
            return { filed, ended }
          })
        )
        assert.strictEqual((yield* Fiber.join(fibers.filed))._tag, "Filed")
        yield* Fiber.join(fibers.ended)
        assert.strictEqual((yield* Effect.flip(store.file(by, yield* Fixture.filing(version))))._tag, "Unauthenticated")
      }
    })
  )
})
