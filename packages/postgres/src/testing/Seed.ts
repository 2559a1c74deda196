/** Inserts submissions by the million, without the stores and without row security: for plans and benchmarks alone. */
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
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
const definition = JSON.stringify({
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
})

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
  for (let number = 0; number <= others; number++) {
    const [organisation, user] = [id(1, number), id(2, number)]
    yield* sql`insert into formwork.organisations (organisation_id, name) values (${organisation}, 'Ashworth')`
    yield* sql`
      insert into formwork.users (organisation_id, user_id, email, name, role)
      values (${organisation}, ${user}, 'owner@ashworth.example', 'Edith', 'owner')`
    for (const form of [2 * number, 2 * number + 1]) {
      yield* sql`
        insert into formwork.forms (organisation_id, form_id, code, title, title_key, draft)
        values (${organisation}, ${id(3, form)}, ${`MQ${form}`}, 'Motor quote', 'motor quote', ${definition})`
      yield* sql`
        insert into formwork.form_versions (organisation_id, form_id, version_id, number, definition, published_by)
        values (${organisation}, ${id(3, form)}, ${id(4, form)}, 1, ${definition}, ${user})`
      yield* sql`
        update formwork.forms set live_version_id = ${id(4, form)}
         where organisation_id = ${organisation} and form_id = ${id(3, form)}`
    }
    if (number > 0) yield* fill(sql, number, 0, 5)
  }
  const batch = 20_000
  for (let from = 0; from < rows; from += batch) {
    yield* fill(sql, 0, from, Math.min(batch, rows - from), rows)
    done(Math.min(from + batch, rows))
  }
  yield* sql`vacuum analyze formwork.submissions`.unprepared
  const owner = Caller.operator(OrganisationId.make(id(1, 0)), UserId.make(id(2, 0)))
  return { owner, forms: [FormId.make(id(3, 0)), FormId.make(id(3, 1))] }
})

/** Inserts the submissions from the number `from` on, of an organisation that gets `of` in all. */
const fill = (sql: SqlClient.SqlClient, organisation: number, from: number, count: number, of = 5) => {
  const [large, small] = [2 * organisation, 2 * organisation + 1]
  return sql`
    insert into formwork.submissions
      (organisation_id, submission_id, form_id, form_version_id, reference_number, workflow_state, data, calculated_data,
       hidden_fields, outcomes, created_at, created_by, credential_kind, credential_id)
    select ${id(1, organisation)}::uuid,
           ('01' || lpad(to_hex(n), 6, '0') || '-0000-7000-8000-' || lpad(to_hex(${organisation}::integer), 12, '0'))::uuid,
           case when n % 10 = 0 then ${id(3, small)} else ${id(3, large)} end::uuid,
           case when n % 10 = 0 then ${id(4, small)} else ${id(4, large)} end::uuid,
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
           at, ${id(2, organisation)}::uuid, 'operator', ${id(2, organisation)}::uuid
      from generate_series(${from}::bigint, ${from + count - 1}::bigint) n,
           lateral (select timestamptz '2025-11-01 00:00:00Z' + (n::double precision / ${of}) * interval '365 days' as at) t`
}
