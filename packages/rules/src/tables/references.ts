/** How the definition of a form names tables of its organisation (spec/rules.md §1.19). */
import { type Json, memberOf } from "../Json.ts"
import { isObject } from "../LongNumber.ts"
import type { TableDefinition } from "../TableDefinition.ts"

/** A table that a form names. */
export interface TableReference {
  /** What the form calls it. */
  readonly name: string
  readonly table: string
  /** Undefined: the newest one. */
  readonly version: number | undefined
}

/** A key for `Surroundings.tables`: `areas` for the newest version of a table, and `areas/3` for one of its versions. */
export const versionKey = (table: string, version?: number): string =>
  version === undefined ? table : `${table}/${version}`

/** Tables for `Surroundings.tables`: each version by its number, and the newest of those that there are by the table's name. */
export const byVersionKey = (tables: ReadonlyArray<TableDefinition>): ReadonlyMap<string, TableDefinition> => {
  const known = new Map<string, TableDefinition>()
  for (const table of tables) {
    if (table.origin === undefined) continue
    const { table: name, version } = table.origin
    known.set(versionKey(name, version), table)
    const newest = known.get(name)?.origin?.version ?? 0
    if (version > newest) known.set(name, table)
  }
  return known
}

const referenceOf = (name: string, value: Json): ReadonlyArray<TableReference> => {
  if (typeof value === "string") return [{ name, table: value, version: undefined }]
  const table = memberOf(value, "table")
  const version = memberOf(value, "version")
  return typeof table === "string" && typeof version === "number" ? [{ name, table, version }] : []
}

/**
 * The tables of the organisation that a definition names, in its order; not those that stand in it.
 * @param definition as parsed from JSON; untrusted.
 */
export const tableReferences = (definition: Json): ReadonlyArray<TableReference> => {
  const tables = memberOf(definition, "tables")
  return tables !== undefined && isObject(tables)
    ? Object.entries(tables).flatMap(([name, value]) => referenceOf(name, value))
    : []
}

/**
 * The definition with the number of a version at each table of the organisation, so that it means the same for good.
 * @param versionOf the version to name; undefined leaves the reference as it is.
 */
export const pinTables = (definition: Json, versionOf: (reference: TableReference) => number | undefined): Json => {
  const tables = memberOf(definition, "tables")
  if (!isObject(definition) || tables === undefined || !isObject(tables)) return definition
  const pinned = Object.entries(tables).map(([name, value]) => {
    const [reference] = referenceOf(name, value)
    const version = reference && versionOf(reference)
    return [
      name,
      reference === undefined || version === undefined ? value : { table: reference.table, version }
    ] as const
  })
  return { ...definition, tables: Object.fromEntries(pinned) }
}

/** The same, with the versions that `other` names at those tables that it calls the same. */
export const pinnedAs = (definition: Json, other: Json): Json => {
  const versions = new Map(tableReferences(other).map(({ name, table, version }) => [`${name} ${table}`, version]))
  return pinTables(definition, ({ name, table, version }) => version ?? versions.get(`${name} ${table}`))
}

/** The definition with another version wherever it names one of this table; undefined where it names none. */
export const withVersion = (definition: Json, table: string, version: number): Json | undefined =>
  tableReferences(definition).some((reference) => reference.table === table)
    ? pinTables(definition, (reference) => (reference.table === table ? version : reference.version))
    : undefined
