/** Divides a table by months, and gives it the months to come. The whole table is read once for that, and servers use it meanwhile. */
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"
import { below, columns, constraints } from "../tableText.ts"
import { row, rows } from "../TenantDatabase.ts"
import { change, quoted, run } from "./Changes.ts"
import type { Place } from "./Changes.ts"
import type { Growing } from "./Growing.ts"
import * as Month from "./Month.ts"
import { leaving, schema, unfinished } from "./Parts.ts"
import type { Part } from "./Parts.ts"

/** So many months are made ahead, and one part for all that come after. */
const ahead = 12

/** Fewer than so many left: more are made. */
const fewest = 6

/** A table that has rows takes no more from this month on, and the parts of a month each begin. It is far enough for rows of a fast clock. */
export const margin = 2

const texts = rows(Schema.Struct({ text: Schema.String }))
const created = row(Schema.Struct({ columns: Schema.String, constraints: Schema.NullOr(Schema.String) }))

/** The statements that make a table again, divided by months; the first makes it. */
const made = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { column, table }: Growing) {
  const name = `formwork.${table}`
  const it = `(select t.*, ${quoted(name)} as name from pg_class t where t.oid = ${quoted(name)}::regclass) c`
  const text = yield* sql
    .unsafe<object>(`select (${columns}) as columns, (${constraints}) as constraints from ${it}`)
    .unprepared.pipe(created)
  const rest = yield* sql
    .unsafe<object>(`select b.text from ${it}, lateral (${below}) b order by b.place, b.turn`)
    .unprepared.pipe(texts)
  return [
    `create table ${name} (${text?.columns}${text?.constraints ?? ""}) partition by range (${column})`,
    ...rest.map((statement) => statement.text)
  ] as const
})

const suffix = (month: Month.Month): string => Month.shown(month).replace("-", "_")

/** The statements that make a part. @param from undefined: from the beginning. @param to undefined: to the end of time. */
const part = (
  { kind, table }: Growing,
  name: string,
  from: Month.Month | undefined,
  to: Month.Month | undefined
): ReadonlyArray<string> => {
  const made = `${schema}.${table}_${name}`
  return [
    `create table ${made} partition of formwork.${table} for values ${bounds(kind, from, to)}`,
    `alter table ${made} owner to formwork_owner`,
    `alter table ${made} enable row level security`
  ]
}

const bounds = (kind: Growing["kind"], from: Month.Month | undefined, to: Month.Month | undefined): string =>
  `from (${from === undefined ? "minvalue" : quoted(Month.least[kind](from))}) to (${
    to === undefined ? "maxvalue" : quoted(Month.least[kind](to))
  })`

/** The statements that make the months of a table from one on, and a part for all that come later. */
const coming = (growing: Growing, from: Month.Month, now: Month.Month): ReadonlyArray<string> => {
  const until = Math.max(from, now + ahead)
  const months = Array.from({ length: until - from }, (_, place) => from + place)
  return [
    ...months.flatMap((month) => part(growing, suffix(month), month, month + 1)),
    ...part(growing, `from_${suffix(until)}`, until, undefined)
  ]
}

/** Makes a schema for the parts. Only the owner of the tables may use it; everybody else reaches a part through its table. */
const prepare = (sql: SqlClient.SqlClient) =>
  sql`create schema if not exists ${sql(schema)} authorization formwork_owner`

/** Ends what a crash has left. */
const forget = (sql: SqlClient.SqlClient, name: string, place: Place) =>
  run(sql, place, [name], [`alter table ${name} drop constraint if exists ${unfinished}`])

/**
 * Gives a part that has rows an end, and makes the months after it.
 * @param swap the statements that put it to its place under that end, which is proven by then.
 */
const cap = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { column, kind, table }: Growing,
  name: string,
  end: Month.Month,
  swap: ReadonlyArray<string>,
  place: Place
) {
  const whole = `formwork.${table}`
  const bound = quoted(Month.least[kind](end))
  // Citus takes one change at a time. An earlier try may have added it.
  const dropped = `alter table ${name} drop constraint if exists ${unfinished}`
  const added = `alter table ${name} add constraint ${unfinished} check (${column} < ${bound}) not valid`
  // All of it is read, and neither readers nor writers wait for that.
  const validated = `alter table ${name} validate constraint ${unfinished}`
  yield* run(sql, place, [name], [dropped, added], [validated]).pipe(
    Effect.andThen(change(sql, place, name === whole ? [name] : [whole, name], swap)),
    Effect.onError(() => Effect.ignore(forget(sql, name, place)))
  )
})

const attach = ({ kind, table }: Growing, name: string, from: Month.Month | undefined, to: Month.Month): string =>
  `alter table formwork.${table} attach partition ${name} for values ${bounds(kind, from, to)}`

/** Divides a table that is not divided: what it has is the first part. */
export const divide = Effect.fn("Division.divide")(function* (
  sql: SqlClient.SqlClient,
  growing: Growing,
  now: Month.Month,
  place: Place
): Effect.fn.Return<void, SqlError.SqlError> {
  const name = `formwork.${growing.table}`
  const first = `${schema}.${growing.table}_before`
  const end = now + margin
  yield* prepare(sql)
  yield* forget(sql, name, place)
  const [create, ...rest] = yield* made(sql, growing)
  yield* cap(
    sql,
    growing,
    name,
    end,
    [
      `alter table ${name} set schema ${schema}`,
      `alter table ${schema}.${growing.table} rename to ${growing.table}_before`,
      create,
      `alter table ${name} owner to formwork_owner`,
      ...(place.isOnNodes
        ? [
            `select create_distributed_table(${quoted(name)}, 'organisation_id', colocate_with => 'formwork.organisations')`
          ]
        : []),
      ...rest,
      attach(growing, first, undefined, end),
      `alter table ${first} drop constraint ${unfinished}`,
      ...coming(growing, end, now)
    ],
    place
  )
})

/** Makes more months, where few are left. Does nothing otherwise. @returns whether it did. */
export const extend = Effect.fn("Division.extend")(function* (
  sql: SqlClient.SqlClient,
  growing: Growing,
  parts: ReadonlyArray<Part>,
  now: Month.Month,
  place: Place
): Effect.fn.Return<boolean, SqlError.SqlError> {
  const last = parts.find(({ to }) => to === undefined)
  if (last?.from === undefined || last.from >= now + fewest) return false
  const { from, name } = last
  yield* forget(sql, name, place)
  const detach = `alter table formwork.${growing.table} detach partition ${name}`
  const end = Math.max(from + 1, now + margin)
  yield* cap(
    sql,
    growing,
    name,
    end,
    [
      detach,
      attach(growing, name, from, end),
      `alter table ${name} drop constraint ${unfinished}`,
      `alter table ${name} rename to ${growing.table}_${suffix(from)}`,
      ...coming(growing, end, now)
    ],
    place
  )
  return true
})

/**
 * Takes the oldest parts of a table away. An empty one takes their place: an effect of long ago may still be sent again.
 * @param old the oldest ones, without a gap; the last of them has an end.
 */
export const shorten = Effect.fn("Division.shorten")(function* (
  sql: SqlClient.SqlClient,
  growing: Growing,
  old: ReadonlyArray<Part>,
  place: Place
): Effect.fn.Return<void, SqlError.SqlError> {
  const to = old.at(-1)?.to
  if (to === undefined) return
  const whole = `formwork.${growing.table}`
  yield* change(
    sql,
    place,
    [whole, ...old.map(({ name }) => name)],
    [
      ...old.flatMap(({ name }) => [
        // Only a part with this comment is dropped: an operator may have detached another one to keep it.
        `comment on table ${name} is ${quoted(leaving)}`,
        `alter table ${whole} detach partition ${name}`,
        // The part that takes its place may get its name.
        `alter table ${name} rename to ${growing.table}_gone_${randomUUID().slice(0, 8)}`
      ]),
      ...part(growing, `until_${suffix(to - 1)}`, undefined, to)
    ]
  )
})

/** Drops a part that was taken away. */
export const drop = (sql: SqlClient.SqlClient, name: string, place: Place): Effect.Effect<void, SqlError.SqlError> =>
  change(sql, place, [name], [`drop table ${name}`])
