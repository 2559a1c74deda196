/** The parts of a table that is divided by months. They lie in a schema of their own, which no role of a server may use. */
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { rows } from "../TenantDatabase.ts"
import type { Growing } from "./Growing.ts"
import * as Month from "./Month.ts"

export const schema = "formwork_months"

/** While a table has it, it is being divided, or that was cut short by a crash of the server. Then the table refuses rows from its month on. */
export const unfinished = "months_end"

export interface Part {
  /** With its schema. */
  readonly name: string
  /** The first month of it. Undefined: from the beginning. */
  readonly from: Month.Month | undefined
  /** The first month after it. Undefined: to the end of time. */
  readonly to: Month.Month | undefined
  /** As Postgres estimates them. */
  readonly rows: number
  readonly bytes: number
  /** Whether it has never had a row. */
  readonly isEmpty: boolean
}

export interface Parts {
  /** Whether the table is divided by months. Otherwise it is the one part. */
  readonly isDivided: boolean
  /** Whether a division of it was begun and is not ended. */
  readonly isUnfinished: boolean
  /** The oldest first. */
  readonly parts: ReadonlyArray<Part>
  /** Names of those that were taken away from the table and not yet dropped. */
  readonly leaving: ReadonlyArray<string>
}

const found = rows(
  Schema.Struct({
    name: Schema.String,
    bound: Schema.NullOr(Schema.String),
    rows: Schema.Number,
    bytes: Schema.Number,
    isEmpty: Schema.Boolean,
    isUnfinished: Schema.Boolean,
    isLeaving: Schema.Boolean
  })
)

const bounds = /^FOR VALUES FROM \((?:MINVALUE|'([^']+)')\) TO \((?:MAXVALUE|'([^']+)')\)$/u

/** What the comment on a part says once it is to go. */
export const leaving = "given up"

/** @param isOnNodes whether nodes have the rows. */
export const read = Effect.fn("Parts.read")(function* (
  sql: SqlClient.SqlClient,
  { kind, table }: Growing,
  isOnNodes: boolean
): Effect.fn.Return<Parts, SqlError.SqlError> {
  const whole = `formwork.${table}`
  const sizes = isOnNodes
    ? sql`citus_total_relation_size(c.oid)::float8 as bytes, citus_relation_size(c.oid) = 0`
    : sql`pg_total_relation_size(c.oid)::float8 as bytes, pg_relation_size(c.oid) = 0`
  const relations = yield* sql`
    select c.oid::regclass::text as name, pg_get_expr(c.relpartbound, c.oid) as bound,
           greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)::float8 as rows, ${sizes} as "isEmpty",
           not c.relispartition and coalesce(c.relnamespace = to_regnamespace(${schema}), false) as "isLeaving",
           exists (select from pg_constraint k where k.conrelid = c.oid and k.conname = ${unfinished}) as "isUnfinished"
      from pg_class c
     where c.relkind = 'r'
       and (c.oid = to_regclass(${whole})
            or c.oid in (select i.inhrelid from pg_inherits i where i.inhparent = to_regclass(${whole}))
            or (c.relnamespace = to_regnamespace(${schema}) and not c.relispartition and starts_with(c.relname, ${`${table}_`})
                and obj_description(c.oid, 'pg_class') = ${leaving}))`.pipe(found)
  const parts = relations
    .filter(({ isLeaving }) => !isLeaving)
    .map(({ bound, bytes, isEmpty, name, rows }) => {
      const [, from, to] = bounds.exec(bound ?? "") ?? []
      return {
        name,
        rows,
        bytes,
        isEmpty,
        from: from === undefined ? undefined : Month.from[kind](from),
        to: to === undefined ? undefined : Month.from[kind](to)
      }
    })
    .sort((one, other) => (one.from ?? -1) - (other.from ?? -1))
  return {
    isDivided: relations.some(({ bound }) => bound !== null),
    isUnfinished: relations.some((relation) => relation.isUnfinished),
    parts,
    leaving: relations.filter(({ isLeaving }) => isLeaving).map(({ name }) => name)
  }
})
