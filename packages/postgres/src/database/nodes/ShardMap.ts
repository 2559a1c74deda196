/** Which node of a distributed database has which organisation, as Citus' catalogue says. */
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Place } from "../Address.ts"
import { row, rows } from "../TenantDatabase.ts"
import { organisationHash } from "./organisationHash.ts"

/** The organisations whose hash is between two numbers, both included, and the server that has them. */
export interface Shard extends Place {
  readonly least: number
  readonly most: number
}

/** In the order of their hashes, without a gap. */
export type ShardMap = ReadonlyArray<Shard>

const isDistributedRow = row(Schema.Struct({ isDistributed: Schema.Boolean }))
const shards = rows(Schema.Struct({ least: Schema.Int, most: Schema.Int, host: Schema.String, port: Schema.Int }))

/** The map of the database, or undefined where Citus has not divided its organisations. @param sql a connection of any role. */
export const read = Effect.fn("ShardMap.read")(function* (
  sql: SqlClient.SqlClient
): Effect.fn.Return<ShardMap | undefined, SqlError.SqlError> {
  const hasCitus = yield* sql`select exists (select from pg_extension where extname = 'citus') as "isDistributed"`.pipe(
    isDistributedRow
  )
  if (hasCitus?.isDistributed !== true) return undefined
  const found = yield* sql`
    select s.shardminvalue::integer as least, s.shardmaxvalue::integer as most, n.nodename as host, n.nodeport as port
      from pg_dist_shard s
      join pg_dist_placement p on p.shardid = s.shardid
      join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
     where s.logicalrelid = to_regclass('formwork.organisations')
     order by s.shardminvalue::integer`.pipe(shards)
  return found.length === 0 ? undefined : found
})

/** The shard that has the rows of an organisation. */
export const shardOf = (map: ShardMap, organisationId: string): Shard => {
  const hash = organisationHash(organisationId)
  let [first, last] = [0, map.length - 1]
  while (first < last) {
    const middle = (first + last) >>> 1
    if ((map[middle]?.most ?? 0) < hash) first = middle + 1
    else last = middle
  }
  const found = map[first]
  if (found === undefined) throw new Error("a distributed database has no shard")
  return found
}
