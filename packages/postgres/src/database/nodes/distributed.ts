/** The ways to a database that is distributed: what is for one organisation goes to its node, all else to the coordinator. */
import { Effect } from "effect"
import type { RoleDatabase } from "../RoleDatabase.ts"
import { TenantDatabase } from "../TenantDatabase.ts"
import type { Common, Database } from "../TenantDatabase.ts"
import type { Nodes } from "./Nodes.ts"

/** @param coordinator the way to the server that knows all nodes. */
export const tenantDatabase = (coordinator: Database, { at, nameOf, names }: Nodes<Database>): Database => {
  const on = (node: string): Common => ({
    common: (lane, statement) => Effect.flatMap(at(node), ({ common }) => common(lane, statement)),
    commonUntimed: (statement) => Effect.flatMap(at(node), ({ commonUntimed }) => commonUntimed(statement))
  })
  const database: Database = TenantDatabase.of({
    lately: (use) => use(database),
    common: coordinator.common,
    commonUntimed: coordinator.commonUntimed,
    isDistributed: true,
    nodeOf: nameOf,
    nodes: names,
    on,
    call: (lane, tenancy, statement, turn) =>
      Effect.flatMap(at(nameOf(tenancy.organisationId)), ({ call }) => call(lane, tenancy, statement, turn)),
    transaction: (tenancy, body) =>
      Effect.flatMap(at(nameOf(tenancy.organisationId)), ({ transaction }) => transaction(tenancy, body))
  })
  return database
}

/** The same for a role that works for the whole installation. */
export const roleDatabase = (coordinator: RoleDatabase, { at, nameOf, names }: Nodes<RoleDatabase>): RoleDatabase => ({
  across: coordinator.across,
  within: (organisationId, body) =>
    Effect.flatMap(at(nameOf(organisationId)), ({ within }) => within(organisationId, body)),
  nodes: {
    names,
    nameOf,
    across: (node) => (statement) => Effect.flatMap(at(node), ({ across }) => across(statement))
  }
})
