/** What a report keeps on Postgres is never a different report: in parts of every size, and whatever was done to the rows. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { Layer } from "effect"
import { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import type { Tallied } from "@formwork/domain/reports/ReportStore"
import * as Fixture from "@formwork/contract/Fixture"
import type { Ports } from "@formwork/contract/Subject"
import { TalliedAtOnce } from "../src/stores/ReportStore.ts"
import { databases, Raw } from "./Databases.ts"
import { byHand, setting } from "./Reported.ts"

const suite = <E>(name: string, database: Layer.Layer<Ports | Raw, E>): void =>
  layer(database, { excludeTestServices: true })(`reports in parts: ${name}`, (it) => {
    it.effect("parts of every size count each submission once", () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const { version } = yield* Fixture.liveForm(owner)
        const submissions = yield* SubmissionStore
        for (let number = 0; number < 23; number++) {
          const { submission } = yield* Fixture.filing(version)
          const data = { age: number % 5, rate: `${number}.0${number}`, cover: number % 2 === 0 ? "comp" : "tpo" }
          yield* submissions.file(owner, yield* Fixture.filing(version, { submission: { ...submission, data } }))
        }
        const store = yield* ReportStore
        const about: Tallied = {
          formId: version.formId,
          timeZone: "UTC",
          from: undefined,
          to: undefined,
          fields: [
            { slug: "age", kind: "number", computed: false, options: [] },
            { slug: "rate", kind: "number", computed: false, options: [] },
            { slug: "cover", kind: "choice", computed: false, options: ["comp", "tpo"] }
          ]
        }
        const tallied = (atOnce: number) =>
          store.tally(owner, about).pipe(
            Effect.provideService(TalliedAtOnce, atOnce),
            Effect.map((tallies) => tallies.map((tally) => JSON.stringify(tally)).sort())
          )
        const whole = yield* tallied(1_000)
        assert.isAbove(whole.length, 10)
        for (const atOnce of [1, 4, 22, 23, 24]) assert.deepStrictEqual(yield* tallied(atOnce), whole, String(atOnce))
      })
    )

    it.effect("rows that another hand adds, replaces, restores or takes away are in the next report", () =>
      Effect.gen(function* () {
        const sql = yield* Raw
        const { about, exact, ids, owner } = yield* setting
        yield* exact
        const [first = "", second = "", third = ""] = ids
        // A clock that went back: a submission that is older than those that were counted.
        yield* byHand(sql`
          update formwork.submissions set created_at = created_at - interval '40 days' where submission_id = ${second}`)
        yield* exact
        // As many rows with as many revisions as before, and one of them is another.
        yield* byHand(
          sql`create table backup as select * from formwork.submissions where organisation_id = ${owner.organisationId}`
        )
        yield* byHand(sql`delete from formwork.firings where submission_id in (${first}, ${third})`)
        yield* byHand(sql`delete from formwork.submissions where submission_id = ${first}`)
        yield* exact
        yield* byHand(sql`
          insert into formwork.submissions
          select (jsonb_populate_record(b, jsonb_build_object('submission_id', gen_random_uuid(), 'data', '{"age": 77}'::jsonb))).*
            from backup b where b.submission_id = ${first}`)
        yield* exact
        // A restore brings back what was there before, and loses what came since.
        yield* byHand(sql`delete from formwork.submissions where submission_id = ${third}`)
        yield* exact
        yield* byHand(sql`
          delete from formwork.submissions s
           where s.organisation_id = ${owner.organisationId}
             and not exists (select from backup b where b.submission_id = s.submission_id)`)
        yield* byHand(sql`
          insert into formwork.submissions
          select b.* from backup b
           where not exists (select from formwork.submissions s where s.submission_id = b.submission_id)`)
        yield* byHand(sql`drop table backup`)
        yield* exact
        // Kept sums of another database's rows, as after a restore of this table alone.
        yield* byHand(
          sql`update formwork.report_segments set fingerprint = fingerprint + 1, counts = array[99::bigint]`
        )
        yield* exact
        yield* byHand(sql`delete from formwork.report_segments where organisation_id = ${owner.organisationId}`)
        yield* exact
        const before = yield* (yield* ReportStore).tally(owner, { ...about, to: "1999-12-31" })
        assert.deepStrictEqual(before, [])
      })
    )

    it.effect("of a deleted submission no value is kept, from the moment of its deletion", () =>
      Effect.gen(function* () {
        const sql = yield* Raw
        const { exact, ids, owner } = yield* setting
        yield* exact
        const kept = byHand(sql<{ readonly n: number }>`
          select count(*)::integer as n from formwork.report_segments
           where organisation_id = ${owner.organisationId} and (22 = any (maxes) or 22 = any (mins) or 22 = any (sums))`)
        assert.isAbove((yield* kept)[0]?.n ?? 0, 0)
        yield* (yield* SubmissionDeletionStore).remove(owner, SubmissionId.make(ids[5] ?? ""), "Asked for.")
        assert.deepStrictEqual(yield* kept, [{ n: 0 }])
        yield* exact
      })
    )

    it.effect("a segment that has grown keeps nothing while its parts are counted, so a deletion leaves no value", () =>
      Effect.gen(function* () {
        const sql = yield* Raw
        const { about, exact, ids, owner } = yield* setting
        yield* exact
        const earlier = (which: ReadonlyArray<string>, minutes: number) =>
          byHand(sql`
            update formwork.submissions set created_at = created_at - ${minutes} * interval '1 minute'
             where submission_id = any (${which}::uuid[])`)
        yield* earlier(ids.slice(0, 1), 60)
        yield* earlier(ids.slice(10, 14), 30)
        // A report that is interrupted after the first part: the first submission and two that came late.
        const [part] = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`set local role formwork_api`
            yield* sql`select set_config('app.organisation_id', ${owner.organisationId}, true)`
            return yield* sql<{ readonly next_id: string | null }>`
              select t.next_id
                from (select * from formwork.report_segments order by last_created, last_id limit 1) r, lateral formwork.tally_range(
                  ${owner.organisationId}, ${about.formId}, ${about.timeZone}, null, null, ${JSON.stringify(about.fields)},
                  r.counted, null, null, r.last_created, r.last_id, 3, 8000000, '[]') t`
          })
        )
        assert.isString(part?.next_id)
        const kept = byHand(sql<{ readonly n: number }>`
          select count(*)::integer as n from formwork.report_segments
           where organisation_id = ${owner.organisationId} and 17 = any (mins)`)
        assert.deepStrictEqual(yield* kept, [{ n: 1 }])
        yield* (yield* SubmissionDeletionStore).remove(owner, SubmissionId.make(ids[0] ?? ""), "Asked for.")
        assert.deepStrictEqual(yield* kept, [{ n: 0 }])
        yield* exact
      })
    )

    it.effect("a second report reads the values of what changed since, and of nothing else", () =>
      Effect.gen(function* () {
        const sql = yield* Raw
        const { exact, ids, owner } = yield* setting
        yield* exact
        const segments = byHand(sql<{ readonly last_id: string; readonly xmin: string }>`
          select last_id, xmin::text as xmin from formwork.report_segments
           where organisation_id = ${owner.organisationId} order by last_created, last_id`)
        const before = yield* segments
        assert.strictEqual(before.length, 7)
        yield* exact
        assert.deepStrictEqual(yield* segments, before)
        yield* byHand(sql`update formwork.submissions set revision = 2, changed_at = now(), changed_by = created_by,
            changed_credential_kind = credential_kind, changed_credential_id = credential_id where submission_id = ${ids[4] ?? ""}`)
        yield* exact
        const after = yield* segments
        assert.deepStrictEqual(
          after.map(({ xmin }, index) => xmin === before[index]?.xmin),
          [true, false, true, true, true, true, true]
        )
      })
    )
  })

suite("embedded", databases.embedded)
suite("server", databases.server)

layer(databases.server, { excludeTestServices: true })("reports and other transactions at once", (it) => {
  it.effect("a submission that commits after later ones were counted is in the next report", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      const { about, exact, ids, owner } = yield* setting
      const store = yield* ReportStore
      const counted = Effect.map(Effect.provideService(store.tally(owner, about), TalliedAtOnce, 4), (tallies) =>
        tallies.filter(({ what }) => what === "day").reduce((all, { count }) => all + count, 0)
      )
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`set local role none`
          // Between two submissions that both lie in kept segments, and visible to no other session.
          yield* sql`
            insert into formwork.submissions
            select (jsonb_populate_record(s, jsonb_build_object(
                     'submission_id', gen_random_uuid(), 'reference_number', s.reference_number || 'L',
                     'data', '{"age": 77}'::jsonb))).*
              from formwork.submissions s where s.submission_id = ${ids[5] ?? ""}`
          assert.deepStrictEqual([yield* counted, yield* counted], [23, 23])
        })
      )
      assert.strictEqual(yield* counted, 24)
      yield* exact
    })
  )

  it.effect("of a submission that is deleted while a report counts it no value is kept", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      const { about, ids, owner } = yield* setting
      const deletions = yield* SubmissionDeletionStore
      const waits = Effect.map(
        sql`select from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        (locks) => locks.length > 0
      )
      const deletion = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`set local role formwork_api`
          yield* sql`
            select next_id from formwork.tally_range(
              ${owner.organisationId}, ${about.formId}, ${about.timeZone}, null, null, ${JSON.stringify(about.fields)},
              ${new Uint8Array(32)}, null, null, null, null, 6, 8000000, '[]')`
          const removing = yield* Effect.forkChild(
            deletions.remove(owner, SubmissionId.make(ids[5] ?? ""), "Asked for.")
          )
          // Until the deletion waits for the count, or does not.
          while (!(yield* waits) && removing.pollUnsafe() === undefined) yield* Effect.sleep("5 millis")
          return removing
        })
      )
      yield* Fiber.join(deletion)
      const kept = yield* byHand(sql<{ readonly n: number }>`
        select count(*)::integer as n from formwork.report_segments where organisation_id = ${owner.organisationId}`)
      assert.deepStrictEqual(kept, [{ n: 0 }])
    })
  )
})
