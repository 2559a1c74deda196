/** How large a table is that is divided among nodes, and how fast a node reads it. */
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { row } from "../TenantDatabase.ts"

export interface ShardSize {
  /** Whether every node answered; else all is of those that did, and the parts are not to be read. */
  readonly isWhole: boolean
  readonly rows: number
  readonly bytes: number
  /** Of the node that has most of the table: all nodes read theirs at the same time. */
  readonly blocks: number
  /** The table of the largest part, which is one of its months where it is divided by months too, and that part on its node. */
  readonly table: string
  readonly part: string
}

const sizes = row(
  Schema.Struct({
    isWhole: Schema.Boolean,
    rows: Schema.Number,
    bytes: Schema.Number,
    blocks: Schema.Number,
    table: Schema.String,
    part: Schema.String
  })
)

/** What a node is asked about each part; Citus formats its name into it. */
const ofPart = `
  select json_build_object('part', '%1$s', 'rows', greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0),
           'bytes', pg_total_relation_size(c.oid), 'blocks', pg_relation_size(c.oid) / current_setting('block_size')::integer)
    from pg_class c where c.oid = '%1$s'::regclass`

/**
 * @param sql a superuser's connection to the coordinator.
 * @returns undefined where nodes have no such table.
 */
export const sizeOf = (
  sql: SqlClient.SqlClient,
  table: string
): Effect.Effect<ShardSize | undefined, SqlError.SqlError> =>
  sql`
    with parts as materialized (
      select t.name, r.success, (select min(p.groupid) from pg_dist_placement p where p.shardid = r.shardid) as node,
             case when r.success then r.result::json end as size
        from (select d.logicalrelid::text as name
                from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid and c.relkind = 'r'
               where c.oid = to_regclass(${table})
                  or c.oid in (select l.relid from pg_partition_tree(to_regclass(${table})) l where l.isleaf)) t
       cross join lateral run_command_on_shards(t.name::regclass, ${ofPart}) r)
    select bool_and(success) as "isWhole", coalesce(sum((size->>'rows')::float8), 0) as rows,
           coalesce(sum((size->>'bytes')::float8), 0) as bytes,
           (select coalesce(max(n.blocks), 0) from (select sum((o.size->>'blocks')::float8) as blocks from parts o group by o.node) n) as blocks,
           (array_agg(name order by (size->>'blocks')::float8 desc nulls last))[1] as "table",
           coalesce((array_agg(size->>'part' order by (size->>'blocks')::float8 desc nulls last))[1], '') as part
      from parts
    having count(*) > 0`.pipe(sizes)

const times = row(Schema.Struct({ seconds: Schema.NullOr(Schema.Number) }))

/** Seconds that a node took, by its own clock, for the first `blocks` of a part. */
export const secondsToRead = (
  sql: SqlClient.SqlClient,
  { part, table }: ShardSize,
  blocks: number
): Effect.Effect<number | null, SqlError.SqlError> =>
  sql`
    select max(case when r.success then nullif(r.result, '')::float8 end) as seconds
      from run_command_on_shards(${table}::regclass,
        format($ask$
          select case '%%1$s' when %L
                 then (select extract(epoch from clock_timestamp() - statement_timestamp()) + 0 * count(*) from %%1$s where ctid < '(%s,0)')
                 end$ask$, ${part}::text, ${blocks}::integer)) r`.pipe(
    times,
    Effect.map((found) => found?.seconds ?? null)
  )
