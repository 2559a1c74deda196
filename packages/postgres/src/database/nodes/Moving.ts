/** Moves an organisation to another node of Citus, by its own moves of parts (docs/decisions/0323). */
import { Effect, Schedule, Schema } from "effect"
import type { Redacted } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { alone } from "../alone.ts"
import { row, rows } from "../TenantDatabase.ts"
import * as Distribution from "./Distribution.ts"
import { DistributionRefused } from "./Distribution.ts"
import * as NodeRoles from "./NodeRoles.ts"
import * as Owners from "./Owners.ts"
import * as ShardMap from "./ShardMap.ts"

export interface Move {
  /** The organisation's name or id. */
  readonly organisation: string
  /** The node that it goes to, as Citus knows it. */
  readonly host: string
  readonly port: number
}

const organisations = rows(Schema.Struct({ id: Schema.String, name: Schema.String }))
const nodes = rows(Schema.Struct({ host: Schema.String, port: Schema.Int }))
const made = row(Schema.Struct({ shard: Schema.String }))

const refuse = (message: string) => Effect.fail(new DistributionRefused({ message }))

const find = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, organisation: string) {
  const [found, ...others] = yield* sql`
    select organisation_id::text as id, name from formwork.organisations
     where organisation_id::text = lower(${organisation}) or lower(name) = lower(${organisation})
     order by organisation_id::text = lower(${organisation}) desc`.pipe(organisations)
  if (found !== undefined && found.id !== organisation.toLowerCase() && others.length > 0) {
    const ids = [found, ...others].map(({ id }) => id).join(", ")
    return yield* refuse(
      `Several organisations are called ${JSON.stringify(organisation)}; name one by its id: ${ids}.`
    )
  }
  return found ?? (yield* refuse(`There is no organisation ${JSON.stringify(organisation)}.`))
})

const node = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { host, port }: Move) {
  const all = yield* sql`
    select nodename as host, nodeport as port from pg_dist_node
     where noderole = 'primary' and isactive and shouldhaveshards order by groupid`.pipe(nodes)
  const found = all.find((one) => one.host === host && one.port === port)
  if (found !== undefined) return found
  const known = all.map((one) => `${one.host}:${one.port}`).join(", ")
  return yield* refuse(`${host}:${port} is no node that has organisations; there are ${known}.`)
})

/** Citus can copy by logical replication while there are writes, but not counters of admissions, whose table is unlogged. */
const mode = "block_writes"

/**
 * Does nothing where the organisation is there already. An organisation that shares its part of the tables gets one of its own first.
 * @param sql a superuser's connection to the coordinator.
 * @param announce is given a sentence for each step, before it.
 * @returns whether it was moved.
 */
const move = Effect.fn("Moving.move")(function* (
  sql: SqlClient.SqlClient,
  wanted: Move,
  announce: (step: string) => Effect.Effect<void>
): Effect.fn.Return<boolean, DistributionRefused | SqlError.SqlError> {
  const state = yield* Distribution.state(sql)
  if (state?.isDivided !== true)
    return yield* refuse("The database is not divided among nodes: there is nowhere to move an organisation to.")
  if (!state.isSuperuser)
    return yield* refuse(
      "Only a superuser may move an organisation: give DATABASE_URL a superuser's login for this command."
    )
  const { id, name } = yield* find(sql, wanted.organisation)
  const to = yield* node(sql, wanted)
  const place = ShardMap.shardOf((yield* ShardMap.read(sql)) ?? [], id)
  if (place.host === to.host && place.port === to.port) return false
  yield* Effect.gen(function* () {
    yield* Owners.take(sql)
    if (place.least !== place.most) {
      yield* announce(
        `Give ${name} a part of its own on ${place.host}:${place.port}. Whoever writes to it, or to one that shared its part, waits.`
      )
      yield* sql`
        select isolate_tenant_to_new_shard('formwork.organisations', ${id}::uuid, 'CASCADE', shard_transfer_mode => ${mode}::citus.shard_transfer_mode)::text as shard`.pipe(
        made
      )
    }
    yield* announce(`Copy it to ${to.host}:${to.port}. Whoever writes to it waits.`)
    yield* sql`
      select citus_move_shard_placement(
               get_shard_id_for_distribution_column('formwork.organisations', ${id}::uuid),
               ${place.host}, ${place.port}::integer, ${to.host}, ${to.port}::integer, ${mode}::citus.shard_transfer_mode)::text`
  }).pipe(
    // Whatever happened: a database whose tables have another owner is refused by servers that start.
    Effect.ensuring(Effect.ignore(Owners.giveBack(sql)))
  )
  const strays = yield* Owners.strays(sql)
  if (strays.length > 0)
    return yield* refuse(
      `${name} was moved, and ${strays.join(", ")} still belong to the superuser: run \`formwork migrate\`.`
    )
  yield* announce("Take back what Citus grants there and the migrations do not, and what is left on the old node.")
  const differing = yield* Effect.gen(function* () {
    yield* sql`call citus_cleanup_orphaned_resources()`.unprepared
    yield* NodeRoles.guard(sql)
    return yield* NodeRoles.differing(sql)
  }).pipe(Effect.repeat({ until: (nodes) => nodes.length === 0, schedule: Schedule.spaced("1 second"), times: 60 }))
  if (differing.length > 0)
    return yield* refuse(
      `${name} was moved, and owners, row security or grants on ${differing.join(", ")} are not as on the coordinator: run \`formwork migrate --distribute\`.`
    )
  return true
})

/** The same for the database at `url`. */
export const moveAt = (url: Redacted.Redacted<string>, wanted: Move, announce: (step: string) => Effect.Effect<void>) =>
  alone(url, (sql) => move(sql, wanted, announce))
