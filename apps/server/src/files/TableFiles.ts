/** `--table areas=areas.csv`: tables of an organisation as files, so that a form that names them is checked without a server. */
import { Effect } from "effect"
import { Flag } from "effect/cli"
import { inSlices } from "@formwork/domain/limits/inSlices"
import { type KnownTables, knownTables } from "@formwork/domain/tables/KnownTables"
import { readTableFile, type TableFile } from "@formwork/domain/tables/readTableFile"
import { TableLimits } from "@formwork/domain/tables/Table"
import { type TableText, type TableTexts, tablesOf } from "@formwork/domain/tables/TableText"
import { mergeFaults } from "@formwork/rules/check"
import type { Fault } from "@formwork/rules/Fault"
import type { Json } from "@formwork/rules/Json"
import { below } from "@formwork/rules/pointer"
import type { TableFault } from "@formwork/rules/readTableText"
import { type TableReference, tableReferences } from "@formwork/rules/tableReferences"
import { Faulty, StartupFailure } from "../StartupFailure.ts"
import { readText } from "./TextFile.ts"

export const tableFlag = Flag.KeyValuePair("table").pipe(
  Flag.withMetavar("name=file"),
  Flag.withDescription(
    "A table of the organisation that the form names, from a .csv or .ndjson file, e.g. areas=areas.csv; once for each table. It also " +
      "stands for every version whose number the form gives"
  ),
  Flag.withDefault<Record<string, string>>({})
)

export interface TablesOfFiles {
  readonly known: KnownTables
  /** The same for an analysis. */
  readonly texts: TableTexts
  /** A fault for each table that the form names and that no file was given for. */
  readonly missing: ReadonlyArray<Fault>
  /** The tables of files that the form does not name. */
  readonly unnamed: ReadonlyArray<string>
}

const formatOf = (file: string): TableFile["format"] | undefined => {
  if (/\.csv$/iu.test(file)) return "csv"
  return /\.(?:ndjson|jsonl)$/iu.test(file) ? "ndjson" : undefined
}

type Report = (file: string, faults: ReadonlyArray<TableFault>) => Effect.Effect<void>

/** The faults of a file for a person, a line each. */
export const faultLines = (file: string, faults: ReadonlyArray<TableFault>): string =>
  [
    ...faults.map(
      ({ column, line, message }) => `${file}, line ${line}${column === undefined ? "" : `, ${column}`}: ${message}`
    ),
    `\n${file}: ${faults.length} ${faults.length === 1 ? "fault" : "faults"}.`
  ].join("\n")

/** The lines of a table's file. Fails with `Faulty` where it has faults, once they are reported. */
const linesOf = Effect.fnUntraced(function* (file: string, report: Report) {
  const format = formatOf(file)
  if (format === undefined)
    return yield* new StartupFailure({
      message: `${file} is no file of a table: its name has to end in .csv or .ndjson.`
    })
  const { rows } = yield* TableLimits
  const read = yield* inSlices(readTableFile({ file: { format, text: yield* readText(file) }, mostRows: rows }))
  if ("content" in read) return read.content.text
  yield* report(file, read.faults)
  return yield* new Faulty()
})

/** A version that the form names; the first one where it leaves the number open. */
const versionOf = ({ version = 1 }: TableReference): number => version

/** @param unnamed tables that files were given for and that the form does not name: one of them may be meant. */
const lacks =
  (unnamed: ReadonlyArray<string>) =>
  ({ name, table }: TableReference): Fault => {
    const others = unnamed.map((one) => `\`${one}\``).join(", ")
    const slip = unnamed.length === 0 ? "" : ` A file was given for ${others}, which the form does not name.`
    return {
      pointer: below("/tables", name),
      message: `\`${table}\` is a table of the organisation. Give its rows as a file: \`--table ${table}=${table}.csv\`.${slip}`
    }
  }

/** The faults of a check with such tables: for one without a file, that it has none. */
export const faultsWith = (
  definition: Json,
  { missing }: Pick<TablesOfFiles, "missing">,
  checked: ReadonlyArray<Fault>
): ReadonlyArray<Fault> => {
  const isMissing = ({ pointer }: Fault) => missing.some((table) => `${pointer}/`.startsWith(`${table.pointer}/`))
  return mergeFaults(
    definition,
    missing,
    checked.filter((fault) => !isMissing(fault))
  )
}

/** Fails with a sentence where a file was given for a table that the form does not name: its name is a slip. */
export const noneUnnamed = (form: string, { unnamed }: Pick<TablesOfFiles, "unnamed">) =>
  unnamed.length === 0
    ? Effect.void
    : Effect.fail(
        new StartupFailure({
          message: unnamed.map((name) => `${form} names no table \`${name}\` of the organisation.`).join("\n")
        })
      )

/**
 * The tables that a definition names, from files by the table's name. Files of other tables are not read.
 */
export const tablesFrom = Effect.fnUntraced(function* (
  definition: Json,
  files: Readonly<Record<string, string>>,
  report: Report
) {
  const references = tableReferences(definition)
  const given = (table: string): string | undefined => (Object.hasOwn(files, table) ? files[table] : undefined)
  const lines = new Map<string, string>()
  const texts: Array<TableText> = []
  for (const reference of references) {
    const file = given(reference.table)
    if (file === undefined) continue
    const text = lines.get(file) ?? (yield* linesOf(file, report))
    lines.set(file, text)
    const version = versionOf(reference)
    texts.push({ id: `${file} ${version}`, table: reference.table, version, text })
  }
  const unnamed = Object.keys(files).filter((name) => !references.some(({ table }) => table === name))
  const missing = references.filter(({ table }) => given(table) === undefined).map(lacks(unnamed))
  return {
    known: knownTables(yield* inSlices(tablesOf(texts))),
    texts: { texts },
    missing,
    unnamed
  } satisfies TablesOfFiles
})
