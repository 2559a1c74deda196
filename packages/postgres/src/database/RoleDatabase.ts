/** A way to the database for a role that works for the whole installation. */
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import type { Sql } from "./TenantDatabase.ts"
import { asDefectAt, type Conflict } from "./SqlFailure.ts"

/** One statement over all that a role sees of all organisations. */
type Across = (statement: (sql: Sql) => ReturnType<Sql>) => Effect.Effect<ReadonlyArray<unknown>, Conflict>

export interface RoleDatabase {
  readonly across: Across
  /** Statements in one transaction for `organisationId`. Of other organisations it sees what `across` sees. */
  readonly within: <A, E>(
    organisationId: OrganisationId,
    body: (sql: Sql, organisationId: OrganisationId) => Effect.Effect<A, E | SqlError.SqlError>
  ) => Effect.Effect<A, Exclude<E, SqlError.SqlError> | Conflict>
  /** Where its organisations are divided among nodes: undefined, on one server. */
  readonly nodes: NodesOfRole | undefined
}

/** The nodes of a divided database, each with organisations of its own. */
export interface NodesOfRole {
  readonly names: () => ReadonlyArray<string>
  /** The name of the node that has an organisation. */
  readonly nameOf: (organisationId: OrganisationId) => string
  /** `across` on one node, for a function that reads and changes what that node has. */
  readonly across: (node: string) => Across
}

const becoming = {
  formwork_worker: (sql: Sql) => sql`set local role formwork_worker`,
  formwork_operator: (sql: Sql) => sql`set local role formwork_operator`
}

/**
 * @param role what the client becomes for each transaction: the embedded database has only one session, the server's. Undefined: it is
 * that role already.
 * @param doubt is run where the server refuses to write.
 */
export const make = (
  client: SqlClient.SqlClient,
  role: keyof typeof becoming | undefined,
  doubt: Effect.Effect<void>
): RoleDatabase => {
  const asDefect = asDefectAt(doubt)
  const sql: Sql = (strings, ...parameters) => client<object>(strings, ...parameters)
  const become = role === undefined ? Effect.void : Effect.asVoid(becoming[role](sql))
  return {
    across: (statement) =>
      asDefect(role === undefined ? statement(sql) : client.withTransaction(Effect.andThen(become, statement(sql)))),
    within: (organisationId, body) =>
      asDefect(
        client.withTransaction(
          Effect.andThen(
            // INVARIANT: local (true), as in TenantDatabase.
            Effect.andThen(become, sql`select set_config('app.organisation_id', ${organisationId}, true)`),
            body(sql, organisationId)
          )
        )
      ),
    nodes: undefined
  }
}
