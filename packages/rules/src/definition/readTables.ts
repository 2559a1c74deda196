/** Reading the tables of a form: those that stand in it, and those of its organisation that it names. */
import type { Json } from "../Json.ts"
import { reservedWords, SLUG } from "../language/reservedWords.ts"
import {
  addTypeFault,
  fault,
  isObject,
  object,
  type ObjectOf,
  type ReadContext,
  required,
  text,
  whole
} from "../reading/Reader.ts"
import { versionKey } from "../tables/references.ts"
import type { TableDefinition } from "../TableDefinition.ts"
import { didYouMean } from "../values/nearest.ts"
import { below } from "../values/pointer.ts"
import type { Slices } from "../values/Slices.ts"
import { readTable } from "./readTable.ts"

/** Tables that a form has or names. */
const MAX_TABLES = 20

const named = {
  table: required(text(1, 63), `"areas"`),
  version: required(whole(1, 2_147_483_647), "3")
}

/** A table of the organisation, by its name or with the number of a version. */
const readNamed = (reading: ReadContext, name: string, value: Json, at: string): TableDefinition | undefined => {
  const given: ObjectOf<typeof named> | undefined =
    typeof value === "string" ? { table: value } : object(named, "a table of the organisation")(reading, value, at)
  const { table, version } = given ?? {}
  if (table === undefined || (version === undefined && typeof value !== "string")) return undefined
  const { tables } = reading
  if (tables === undefined)
    return fault(reading, at, "A table of the organisation is known to the service alone. Check the form there.")
  const known = tables.get(versionKey(table, version))
  return known === undefined ? addMissing(reading, table, version, at) : { ...known, name }
}

/** Where the caller cannot be told which there are. */
const unread = " Who has no `table:read` names only those that the live version of the form names."

const addMissing = (reading: ReadContext, table: string, version: number | undefined, at: string): undefined => {
  const { publishedTables } = reading
  if (version === undefined || (publishedTables !== undefined && !publishedTables.has(table))) {
    const hint =
      didYouMean(table, publishedTables?.keys() ?? []) ||
      ` Publish it first, or write the table here.${publishedTables === undefined ? unread : ""}`
    const where = version === undefined ? at : below(at, "table")
    return fault(reading, where, `The organisation has no published table \`${table}\`.${hint}`, "a published table")
  }
  const newest = publishedTables?.get(table)
  const fact = newest === undefined ? "" : ` Its newest is ${newest}.`
  return fault(reading, below(at, "version"), `There is no version ${version} of a table \`${table}\`.${fact}`)
}

const isNamed = (value: Json): boolean =>
  typeof value === "string" || (isObject(value) && Object.hasOwn(value, "table"))

const checkName = (reading: ReadContext, name: string, fields: ReadonlySet<string>, at: string): boolean => {
  if (!SLUG.test(name))
    fault(reading, at, "A table's name is a small letter, then letters, digits or `_`, 63 characters at most.")
  else if (reservedWords.has(name))
    fault(
      reading,
      at,
      `A table cannot be called \`${name}\`: the rule language uses the word for itself.`,
      "another name"
    )
  else if (fields.has(name))
    fault(
      reading,
      at,
      `There is a field or a group \`${name}\`, and a rule could not tell the two apart.`,
      "another name"
    )
  else return true
  return false
}

export interface ReadTables {
  /** Those that could be read. */
  readonly tables: ReadonlyArray<TableDefinition>
  /** Names of the others: rules that use them get no fault for that. */
  readonly broken: ReadonlySet<string>
}

/** The tables of a form. @param fields names of the form's fields and of those of rows. */
export function* readTables(
  reading: ReadContext,
  value: Json,
  at: string,
  fields: ReadonlySet<string>
): Slices<ReadTables> {
  if (!isObject(value)) {
    addTypeFault(reading, value, at, 'tables by their names, in braces: `{ "area": { … } }`')
    return { tables: [], broken: new Set() }
  }
  const entries = Object.entries(value)
  if (entries.length > MAX_TABLES)
    fault(reading, at, `There are ${entries.length} tables; at most ${MAX_TABLES} are allowed.`)
  const tables: Array<TableDefinition> = []
  const broken = new Set<string>()
  let left = reading.limits.tableRows
  for (const [name, table] of entries.slice(0, MAX_TABLES)) {
    const isSound = checkName(reading, name, fields, below(at, name))
    const read = isNamed(table)
      ? readNamed(reading, name, table, below(at, name))
      : yield* readTable(reading, name, table, below(at, name), left)
    if (!isNamed(table)) left -= read?.rows.length ?? 0
    if (isSound && read !== undefined) tables.push(read)
    else broken.add(name)
  }
  return { tables, broken }
}
