/** Inserts submissions by the million, without the stores and without row security: for plans and benchmarks alone. */
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { FormId } from "@formwork/domain/forms/Form"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"

export interface Seeded {
  /** The operator of the large organisation, with every privilege. */
  readonly owner: Caller.Caller
  /** Its two forms: the large one has nine of ten submissions. */
  readonly forms: readonly [large: FormId, small: FormId]
}

const id = (kind: number, number: number): string =>
  `0190000${kind}-0000-7000-8000-${number.toString(16).padStart(12, "0")}`

/** Fields of every kind that reports look at; about a kilobyte of values. */
export const definition = {
  title: "Motor quote",
  code: "MQ",
  timeZone: "Europe/London",
  fields: [
    { slug: "name", type: "text" },
    { slug: "email", type: "email" },
    { slug: "age", type: "integer" },
    { slug: "mileage", type: "integer" },
    { slug: "excess", type: "number" },
    { slug: "vehicleValue", type: "money", currency: "GBP" },
    { slug: "cover", type: "choice", options: [{ value: "comp" }, { value: "tpft" }, { value: "tpo" }] },
    { slug: "extras", type: "choices", options: [{ value: "legal" }, { value: "car" }, { value: "glass" }] },
    { slug: "garaged", type: "boolean" },
    { slug: "notes", type: "longText" },
    { slug: "premium", type: "money", currency: "GBP", formula: "round(vehicleValue * 0.04, 2)" }
  ]
}

/** A valid payload of it. */
export const payload = {
  name: "Ada Byron",
  email: "ada@example.org",
  age: 41,
  mileage: 9_000,
  excess: 250,
  vehicleValue: "12000.00",
  cover: "comp",
  extras: ["legal"],
  garaged: true,
  notes: "All as usual, nothing to tell. ".repeat(20)
}

/**
 * One organisation with `rows` submissions over a year, of two forms and in five states, one in a thousand a draft; and beside it
 * `others` organisations with five submissions each.
 * @param sql a superuser's connection.
 * @param done called with the number of rows that are stored so far.
 */
export const seed = Effect.fn("Seed.seed")(function* (
  sql: SqlClient.SqlClient,
  {
    done = () => {},
    others,
    rows
  }: { readonly rows: number; readonly others: number; readonly done?: (rows: number) => void }
): Effect.fn.Return<Seeded, SqlError.SqlError> {
  yield* sql`set role none`
  // Nothing is checked against what it refers to, which takes as long as the rest: all of that is made here.
  yield* sql`set session_replication_role = replica`
  yield* found(sql, others)
  yield* fill(sql, { organisations: [1, others], from: 0, count: 5, of: 5 })
  const batch = 20_000
  for (let from = 0; from < rows; from += batch) {
    yield* fill(sql, { organisations: [0, 0], from, count: Math.min(batch, rows - from), of: rows })
    done(Math.min(from + batch, rows))
  }
  yield* sql`set session_replication_role = origin`
  yield* sql`vacuum analyze formwork.submissions`.unprepared
  const owner = Caller.operator(OrganisationId.make(id(1, 0)), UserId.make(id(2, 0)))
  return { owner, forms: [FormId.make(id(3, 0)), FormId.make(id(3, 1))] }
})

/** The ids that begin so, of a number: an expression of SQL. */
const numbered = (sql: SqlClient.SqlClient, kind: number, number: Statement.Fragment) =>
  sql`('0190000' || ${kind}::text || '-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

/** The organisations from 0 to `last`, each with its owner and two forms, numbers 2 n and 2 n + 1, that are live. */
const found = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, last: number) {
  const draft = JSON.stringify(definition)
  const [organisation, user] = [numbered(sql, 1, sql`n`), numbered(sql, 2, sql`n`)]
  const [form, version] = [numbered(sql, 3, sql`f`), numbered(sql, 4, sql`f`)]
  const numbers = sql`generate_series(0, ${last}::integer) n`
  const forms = sql`${numbers}, generate_series(2 * n, 2 * n + 1) f`
  yield* sql`insert into formwork.organisations (organisation_id, name) select ${organisation}, 'Ashworth' from ${numbers}`
  yield* sql`
    insert into formwork.users (organisation_id, user_id, email, name, role)
    select ${organisation}, ${user}, 'owner@ashworth.example', 'Edith', 'owner' from ${numbers}`
  yield* sql`
    insert into formwork.forms (organisation_id, form_id, code, title, title_key, draft, live_version_id)
    select ${organisation}, ${form}, 'MQ' || f, 'Motor quote', 'motor quote', ${draft}::json, ${version} from ${forms}`
  yield* sql`
    insert into formwork.form_versions (organisation_id, form_id, version_id, number, definition, published_by)
    select ${organisation}, ${form}, ${version}, 1, ${draft}::json, ${user} from ${forms}`
})

/** Submissions of each organisation from the first to the last, from the number `from` on, of `of` in all. */
interface Filling {
  readonly organisations: readonly [first: number, last: number]
  readonly from: number
  readonly count: number
  readonly of: number
}

const fill = (sql: SqlClient.SqlClient, { count, from, of, organisations: [first, last] }: Filling) => {
  const form = sql`2 * o + (n % 10 = 0)::integer`
  return sql`
    insert into formwork.submissions
      (organisation_id, submission_id, form_id, form_version_id, reference_number, workflow_state, data, calculated_data,
       hidden_fields, outcomes, created_at, created_by, credential_kind, credential_id)
    select ${numbered(sql, 1, sql`o`)},
           ('01' || lpad(to_hex(n), 6, '0') || '-0000-7000-8000-' || lpad(to_hex(o), 12, '0'))::uuid,
           ${numbered(sql, 3, form)},
           ${numbered(sql, 4, form)},
           'MQ-' || to_char(at, 'YYYY') || '-' || lpad(n::text, 8, '0'),
           case when n % 1000 = 7 then 'draft' when n % 100 < 60 then 'submitted' when n % 100 < 80 then 'in_review'
                when n % 100 < 95 then 'approved' else 'rejected' end,
           json_build_object(
             'name', 'Person ' || n, 'email', 'person' || n || '@example.org', 'age', 17 + n % 70, 'mileage', (n * 7919) % 40000,
             'excess', (n % 9) * 62.5, 'vehicleValue', ((n * 104729) % 5000000 / 100.0)::numeric(12, 2)::text,
             'cover', (array['comp', 'tpft', 'tpo'])[1 + n % 3],
             'extras', case n % 4 when 0 then '[]'::json when 1 then '["legal"]' when 2 then '["legal","car"]' else '["glass"]' end,
             'garaged', n % 2 = 0, 'notes', repeat('All as usual, nothing to tell. ', 20)),
           json_build_object('premium', ((n * 104729) % 5000000 / 2500.0)::numeric(12, 2)::text),
           '{}',
           case when n % 20 = 0 then '[{"id":"refer","message":"Ask Edith","severity":"warning"}]'::json else '[]' end,
           at, ${numbered(sql, 2, sql`o`)}, 'operator', ${numbered(sql, 2, sql`o`)}
      from generate_series(${first}::integer, ${last}::integer) o, generate_series(${from}::bigint, ${from + count - 1}::bigint) n,
           lateral (select timestamptz '2025-11-01 00:00:00Z' + (n::double precision / ${of}) * interval '365 days' as at) t`
}
