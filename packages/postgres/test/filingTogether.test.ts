/** Filings that come together, on a real server: each gets the answer that it would get by itself. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { FiringId } from "@formwork/domain/filing/Firing"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { Filing } from "@formwork/domain/filing/SubmissionStore"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import * as Fixture from "@formwork/contract/Fixture"
import { Raw, superuser } from "./Databases.ts"
import { each, processes, times, unbounded } from "./Processes.ts"

const hash = (byte: number) => new Uint8Array(32).fill(byte)
const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`
const numbered = { prefix: "N-", suffix: "", sequenceWidth: 4 }
const drawn = (prefix: string) => ({ prefix, suffix: "", sequenceWidth: null })

/** A filing's answer, or the tag of its refusal; a defect is `Defect`. */
const answerOf = <E extends { readonly _tag: string }, R>(self: Effect.Effect<{ readonly _tag: string }, E, R>) =>
  Effect.matchCause(self, {
    onSuccess: ({ _tag }) => _tag,
    onFailure: ({ reasons: [reason] }) => (reason !== undefined && "error" in reason ? reason.error._tag : "Defect")
  })

layer(processes, { excludeTestServices: true })("filings that come together", (it) => {
  it.effect("each is answered as it would be by itself, and the numbers have no gap", () =>
    Effect.gen(function* () {
      const stores = yield* each(SubmissionStore)
      const [, keys] = yield* each(ApiKeyStore)
      const owner = yield* Fixture.owner
      const { caller } = yield* Fixture.machine(owner)
      const ended = yield* Fixture.machine(owner)
      yield* keys.revoke(owner, ended.key.id, "manual")
      const { form, version: older } = yield* Fixture.liveForm(owner)
      const version = yield* Fixture.publish(owner, form)
      const once = { key: "once", bodyHash: hash(1) }
      yield* stores[0].file(caller, yield* Fixture.filing(version, { reference: numbered, idempotency: once }))
      yield* stores[0].file(caller, yield* Fixture.filing(version, { reference: drawn("TAKEN") }))
      const foreign = yield* Fixture.liveForm(yield* Fixture.owner)

      const kinds: ReadonlyArray<readonly [wanted: string, Partial<Filing>, by?: typeof caller, of?: typeof version]> =
        [
          ["Filed", { reference: numbered }],
          ["Superseded", { reference: numbered }, caller, older],
          ["Replayed", { reference: numbered, idempotency: once }],
          ["IdempotencyMismatch", { reference: numbered, idempotency: { ...once, bodyHash: hash(2) } }],
          ["ReferenceTaken", { reference: drawn("TAKEN") }],
          ["FormNotFound", { reference: numbered }, caller, foreign.version],
          ["Unauthenticated", { reference: numbered }, ended.caller],
          ["Filed", { reference: numbered }, owner]
        ]
      const asked = yield* Effect.forEach(
        times(30, () => kinds).flat(),
        ([wanted, change, by = caller, of = version], index) =>
          Effect.map(Fixture.filing(of, change), (filing) => ({
            wanted,
            by,
            filing,
            store: stores[index % 3 === 0 ? 1 : 0]
          }))
      )
      const answers = yield* Effect.forEach(
        asked,
        ({ by, filing, store }) => answerOf(store.file(by, filing)),
        unbounded
      )
      assert.deepStrictEqual(
        answers,
        asked.map(({ wanted }) => wanted)
      )
      const rows = yield* superuser(
        "select reference_number as number from formwork.submissions where form_id = $1 and reference_number <> 'TAKEN' order by 1",
        [form.id]
      )
      assert.deepStrictEqual(
        rows.map(({ number }) => number),
        times(61, (index) => `N-${String(index + 1).padStart(4, "0")}`)
      )
      const counts = yield* superuser(
        `select (select count(*)::integer from formwork.firings where organisation_id = $1) as firings,
                (select count(*)::integer from formwork.audit_events where organisation_id = $1 and action = 'submission.created') as audited,
                (select count(*)::integer from formwork.audit_events e join formwork.submissions s on s.submission_id = e.subject_id
                  where e.organisation_id = $1 and e.user_id = s.created_by and e.credential_id = s.credential_id) as matching`,
        [owner.organisationId]
      )
      assert.deepStrictEqual({ ...counts[0] }, { firings: 62, audited: 62, matching: 62 })
    })
  )

  it.effect("what is stored of each is its own, and what it was given comes back", () =>
    Effect.gen(function* () {
      const [store] = yield* each(SubmissionStore)
      const owner = yield* Fixture.owner
      const { caller } = yield* Fixture.machine(owner)
      const { version } = yield* Fixture.liveForm(owner)
      yield* store.file(caller, yield* Fixture.filing(version, { reference: numbered }))
      const filings = yield* Effect.forEach(
        times(40, (index) => index),
        Effect.fnUntraced(function* (index) {
          const { submission } = yield* Fixture.filing(version)
          const ids = yield* Effect.all(times(index % 4, () => Fixture.uuid))
          return {
            submission: {
              ...submission,
              data: { subject: `“${index}” {a,b} \\ "c" 🏠` },
              calculatedData: { score: index },
              hiddenFields: times(index % 3, (place) => `hidden_${place}`),
              outcomes: [],
              workflowState: `state_${index % 2}`
            },
            reference: numbered,
            firings: ids.map((id, place) => ({
              id: FiringId.make(id),
              effectId: `effect_${place}`,
              kind: "notification" as const,
              on: "filed",
              // One without content, one in a trace.
              ...(place === 0
                ? {}
                : {
                    content: {
                      kind: "notification" as const,
                      to: [`${index}@formwork.test`] as const,
                      subject: "",
                      text: ""
                    }
                  }),
              ...(place === 2 ? { traceparent } : {})
            })),
            idempotency: undefined,
            uploads: []
          } satisfies Filing
        })
      )
      const filed = yield* Effect.forEach(filings, (filing) => store.file(caller, filing), unbounded)
      for (const [index, { firings, submission }] of filings.entries()) {
        const answer = filed[index]
        if (answer?._tag !== "Filed") return assert.fail(answer?._tag)
        const { createdAt } = answer.submission
        const whole = {
          ...submission,
          createdAt,
          referenceNumber: `N-${String(index + 2).padStart(4, "0")}`,
          revision: 1
        }
        assert.deepStrictEqual(answer.submission, whole)
        assert.deepStrictEqual(yield* store.get(caller, submission.id), whole)
        const fired = yield* superuser(
          `select firing_id as id, effect_id as "effectId", kind, fires_on as "on", content, destination
             from formwork.firings where organisation_id = $1 and submission_id = $2 order by effect_id`,
          [owner.organisationId, submission.id]
        )
        assert.deepStrictEqual(
          fired.map((row) => ({ ...row })),
          firings.map(({ content, traceparent: trace, ...firing }) => ({
            ...firing,
            content: content === undefined ? null : trace === undefined ? content : { ...content, traceparent: trace },
            destination: content === undefined ? "none" : "mail"
          }))
        )
      }
    })
  )

  it.effect("one that the database cannot store takes no other with it", () =>
    Effect.gen(function* () {
      const [store] = yield* each(SubmissionStore)
      const owner = yield* Fixture.owner
      const { caller } = yield* Fixture.machine(owner)
      const { form, version } = yield* Fixture.liveForm(owner)
      yield* store.file(caller, yield* Fixture.filing(version, { reference: numbered }))
      // Longer than an entry of an index may be, however well it is packed.
      const random = times(20_000, () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000))).join("")
      const filings = yield* Effect.forEach(
        times(7, (index) => index),
        (index) => Fixture.filing(version, { reference: index === 3 ? drawn(random) : numbered })
      )
      const answers = yield* Effect.forEach(filings, (filing) => answerOf(store.file(caller, filing)), unbounded)
      assert.deepStrictEqual(answers, ["Filed", "Filed", "Filed", "Defect", "Filed", "Filed", "Filed"])
      const rows = yield* superuser(
        "select reference_number as number from formwork.submissions where form_id = $1 order by 1",
        [form.id]
      )
      assert.deepStrictEqual(
        rows.map(({ number }) => number),
        times(7, (index) => `N-000${index + 1}`)
      )
    })
  )

  it.effect("where another process holds the counter of one form, the filings of the other forms do not wait", () =>
    Effect.gen(function* () {
      const [store] = yield* each(SubmissionStore)
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const { caller } = yield* Fixture.machine(owner)
      const [held, free] = [yield* Fixture.liveForm(owner, "HLD"), yield* Fixture.liveForm(owner, "FRE")]
      const filing = ({ version }: typeof held) =>
        Fixture.filing(version, { reference: { ...numbered, prefix: version.id } })
      for (const form of [held, free]) yield* store.file(caller, yield* filing(form))
      const stuck = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select from formwork.reference_counters where form_id = ${held.form.id} for update`
          const filings = yield* Effect.forEach(times(12, () => [held, free]).flat(), (form) =>
            Effect.map(filing(form), (made) => ({ form, made }))
          )
          const fibers = yield* Effect.forEach(filings, ({ form, made }) =>
            Effect.map(Effect.forkDetach(store.file(caller, made)), (fiber) => ({ fiber, form }))
          )
          for (const { fiber, form } of fibers)
            if (form === free) assert.strictEqual((yield* Fiber.join(fiber))._tag, "Filed")
          return fibers.filter(({ form }) => form === held)
        })
      )
      for (const { fiber } of stuck) assert.strictEqual((yield* Fiber.join(fiber))._tag, "Filed")
    })
  )

  it.effect("the plans of a connection that files into small tables read no table from end to end", () =>
    Effect.gen(function* () {
      const [store] = yield* each(SubmissionStore)
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const { caller } = yield* Fixture.machine(owner)
      const { form, version } = yield* Fixture.liveForm(owner)
      yield* store.file(caller, yield* Fixture.filing(version, { reference: numbered }))
      yield* sql`analyze`
      // With those of the connection's transactions of the last second.
      const scanned = sql`
        select relname as name, seq_scan::integer as scans from pg_stat_xact_user_tables
         where schemaname = 'formwork' and seq_scan > 0 order by relname`
      const [before, after] = yield* sql.withTransaction(
        Effect.gen(function* () {
          const before = yield* scanned
          for (const place of times(16, (index) => index)) {
            const [id, firing] = [yield* Fixture.uuid, yield* Fixture.uuid]
            // From the sixth time on a plan is kept for all values.
            yield* place < 8
              ? sql`
                  select status from formwork.file(
                    ${owner.organisationId}, ${caller.userId}, 'api_key', ${caller.credential.id}, null, null, ${id}, ${form.id},
                    ${version.id}, 'submitted', '{}', '{}', '{}', '[]', 'N-', '', 4,
                    ${JSON.stringify([{ id: firing, effectId: "thank", kind: "notification", on: "filed" }])}, ${`key ${place}`},
                    ${hash(1)})`
              : sql`
                  select place from formwork.file_together(
                    ${owner.organisationId}, ${[caller.userId]}::uuid[], ${[caller.credential.id]}::uuid[], '{null}', '{null}',
                    ${[id]}::uuid[], ${[form.id]}::uuid[], ${[version.id]}::uuid[], '{submitted}', '{"{}"}', '{"{}"}', '{"{}"}',
                    '{"[]"}', '{N-}', '{""}', '{4}', ${[`key ${place}`]}::text[], ${[hash(1)]}::bytea[], '{1}',
                    ${[firing]}::uuid[], '{thank}', '{notification}', '{filed}', '{null}')`
            yield* sql`set constraints all immediate`
            yield* sql`set constraints all deferred`
          }
          return [before, yield* scanned]
        })
      )
      assert.deepStrictEqual(after, before)
    })
  )
})
