/** The same requests on a database that is almost empty and on large ones: what a request costs must not depend on what others stored. */
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { Callers } from "@formwork/domain/credentials/Callers"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { SubmissionListStore } from "@formwork/domain/filing/SubmissionListStore"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Forms } from "@formwork/domain/forms/Forms"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { payload, seed } from "@formwork/postgres/testing/Seed"
import type { Seeded } from "@formwork/postgres/testing/Seed"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import * as Cpu from "../http/cpu.ts"
import * as World from "../lists/World.ts"
import { median, quantile, worked } from "../measure.ts"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"

/** Keys of each organisation: as many as it may have. */
const keysOfOne = 100

/** Submissions and forms of the smallest database: a page of them, since a page of fewer costs less wherever it is. */
const fewest = 50

/** What a database of so many submissions has beside them. */
const sizeOf = (submissions: number) => ({
  submissions,
  forms: Math.max(fewest, Math.round(submissions / 100)),
  keys: Math.max(1, Math.round(submissions / 1_000)) * keysOfOne,
  organisations: Math.max(1, Math.round(submissions / 1_000))
})
type Size = ReturnType<typeof sizeOf>

/** Requests of one measurement: enough for the clock of the operating system, which counts in hundredths of a second. */
const requests = 200

/** Adds forms to the large organisation, which already has two, and to every organisation all keys but the one that the bench makes. */
const add = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { forms: [form], owner }: Seeded, { forms }: Size) {
  yield* sql`
    insert into formwork.forms (organisation_id, form_id, code, title, title_key, draft)
    select f.organisation_id, ('01900005-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'G' || n, 'Motor quote ' || n,
           'motor quote ' || n, f.draft
      from formwork.forms f, generate_series(3, ${forms}::integer) n
     where f.organisation_id = ${owner.organisationId} and f.form_id = ${form}`
  yield* sql`
    insert into formwork.form_versions (organisation_id, form_id, version_id, number, definition, published_by)
    select f.organisation_id, f.form_id, ('01900006' || substr(f.form_id::text, 9))::uuid, 1, f.draft, ${owner.userId}
      from formwork.forms f where f.form_id::text like '01900005-%'`
  yield* sql`
    update formwork.forms f set live_version_id = ('01900006' || substr(f.form_id::text, 9))::uuid where f.form_id::text like '01900005-%'`
  yield* sql`
    insert into formwork.api_keys (organisation_id, key_id, name, privileges, created_by, hint, token_hash, pepper_id)
    select u.organisation_id, formwork.uuidv7(), 'Key ' || n, '{submission:write}', u.user_id, 'abcd',
           sha256((u.user_id::text || n)::bytea), 'current'
      from formwork.users u, generate_series(2, ${keysOfOne}::integer) n`
  yield* sql`vacuum analyze`.unprepared
})

interface Sample {
  readonly node: number
  readonly postgres: number
}

const kindNames = ["evaluate", "create", "page/submissions", "page/form", "page/forms"] as const
type Kind = (typeof kindNames)[number]

/** The requests that are measured. All come from a key that the server has to look up, as over HTTP. */
const kindsOf = Effect.fnUntraced(function* ({ forms: [form], owner }: Seeded) {
  const callers = yield* Callers
  const evaluations = yield* Evaluations
  const submissions = yield* Submissions
  const lists = yield* SubmissionListStore
  const forms = yield* Forms
  const { token } = yield* ApiKeys.use((keys) =>
    keys.create(owner, { name: "Bench", privileges: ["submission:write"] })
  )
  const admitted = Effect.map(callers.authenticate(token.text), ({ caller }) => caller)
  const page = { limit: 50, bytes: 8 * 1024 * 1024 }
  const create = Effect.succeed({ data: payload, draft: false, idempotencyKey: undefined })
  const kinds: Readonly<Record<Kind, Effect.Effect<unknown>>> = {
    evaluate: Effect.orDie(
      Effect.flatMap(admitted, (caller) => evaluations.evaluate(caller, form, Effect.succeed(payload)))
    ),
    create: Effect.orDie(Effect.flatMap(admitted, (caller) => submissions.create(caller, form, create))),
    "page/submissions": lists.byTime(owner, {}, undefined, page),
    "page/form": lists.byTime(owner, { formId: form }, undefined, page),
    "page/forms": Effect.orDie(forms.list(owner, {}, { limit: 50 }))
  }
  return kinds
})

/** A database of one size, and how to measure what a kind of request costs there. */
const place = Effect.fnUntraced(function* (size: Size) {
  const { admin } = yield* TestServer.migrated
  const sql = yield* TestServer.connect(admin)
  const bar = progress(`putting in ${size.submissions} submissions`)
  const done = (rows: number): void => bar(rows, size.submissions)
  const seeded = yield* seed(sql, { rows: size.submissions, others: size.organisations - 1, done })
  yield* add(sql, seeded, size)
  const [backend] = yield* sql<{ readonly pid: number }>`select pg_backend_pid() as pid`
  const server = Cpu.parentOf(backend?.pid ?? NaN)
  // Services of its own: layers are shared within a memo map.
  const own = yield* Layer.buildWithMemoMap(World.layer(admin), yield* Layer.makeMemoMap, yield* Effect.scope)
  const kinds = yield* Effect.provide(kindsOf(seeded), own)
  const measure = Effect.fnUntraced(function* (kind: Kind) {
    const from = { node: worked() / 1_000, postgres: Cpu.ofFamily(server) }
    for (let number = 0; number < requests; number++) yield* kinds[kind]
    return {
      node: (worked() / 1_000 - from.node) / requests,
      postgres: (Cpu.ofFamily(server) - from.postgres) / requests
    } satisfies Sample
  })
  return { size, measure }
})

const rowOf = (name: string, size: Size, samples: ReadonlyArray<Sample>, smallest: ReadonlyArray<Sample>): Row => {
  const each = samples.map(({ node, postgres }) => node + postgres)
  const ratios = each.map((value, round) => {
    const { node, postgres } = smallest[round] ?? { node: Number.NaN, postgres: Number.NaN }
    return value / (node + postgres)
  })
  return {
    name: `${name}/${size.submissions}`,
    ratio: median(ratios),
    ratio_low: quantile(ratios, 0.1),
    ratio_high: quantile(ratios, 0.9),
    node_us: median(samples.map(({ node }) => node)),
    postgres_us: median(samples.map(({ postgres }) => postgres)),
    ...(size.submissions === fewest ? {} : { bar: "≤ 1.3 ×" }),
    notes: `forms ${size.forms}, keys ${size.keys}, organisations ${size.organisations}`
  }
}

export const growthRows = ({ rounds, rows, wanted }: Options): Promise<ReadonlyArray<Row>> =>
  World.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        // A first page is full in each: the smallest has as many submissions as a page.
        const sizes = [...new Set([fewest, Math.round(Math.sqrt(fewest * rows)), rows])].map(sizeOf)
        const places = yield* Effect.forEach(sizes, place)
        const kinds = kindNames.filter(wanted)
        const bar = progress("growth")
        const samples = new Map<string, Array<Sample>>()
        const total = (rounds + 1) * kinds.length * places.length
        let done = 0
        for (let round = -1; round < rounds; round++)
          for (const kind of kinds)
            for (const at of [...places, ...places].slice((round + 1) % places.length).slice(0, places.length)) {
              const sample = yield* at.measure(kind)
              const name = `${kind}/${at.size.submissions}`
              // The round before the first warms up.
              if (round >= 0) samples.set(name, [...(samples.get(name) ?? []), sample])
              bar((done += 1), total)
            }
        return kinds.flatMap((kind) => {
          const of = (size: Size): ReadonlyArray<Sample> => samples.get(`${kind}/${size.submissions}`) ?? []
          const [smallest] = sizes
          return smallest === undefined ? [] : sizes.map((size) => rowOf(kind, size, of(size), of(smallest)))
        })
      })
    )
  )
