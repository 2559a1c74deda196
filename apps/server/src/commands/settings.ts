/** `formwork settings`: every setting, with its value and where that comes from. */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { complaintsOf, sources } from "../settings/Settings.ts"
import type { Origin, Sources } from "../settings/Sources.ts"
import { known } from "../settings/known.ts"
import { table } from "../settings/SettingsTable.ts"
import type { About } from "../settings/SettingsTable.ts"
import { unknownSettings } from "../settings/unknownSettings.ts"
import { Faulty } from "../StartupFailure.ts"

interface Row {
  readonly name: string
  /** As text; null where it is not set or not shown. */
  readonly value: string | null
  readonly source: "default" | "environment" | "file"
  readonly file?: string
  readonly default: string
  readonly isSecret: boolean
}

const sourceOf = (origin: Origin | undefined) => {
  if (origin === undefined) return { source: "default" } as const
  return origin._tag === "File"
    ? ({ source: "file", file: origin.path } as const)
    : ({ source: "environment" } as const)
}

const rowOf = ({ fallback, isSecret = false, name }: About, { origins, values }: Sources): Row => ({
  name,
  value: isSecret ? null : (values[name] ?? null),
  ...sourceOf(origins.get(name)),
  default: fallback,
  isSecret
})

const shown = ({ default: fallback, file, isSecret, name, source, value }: Row, width: number): string => {
  const said = source === "default" ? fallback : isSecret ? "set, not shown" : (value ?? "")
  const origin = source === "file" ? `file ${file}` : source
  return `${name.padEnd(width)}  ${said}  (${origin}${source === "default" ? "" : `; default: ${fallback}`})`
}

export const settingsCommand = Command.make(
  "settings",
  { json: Flag.Boolean("json").pipe(Flag.withDescription("One JSON array"), Flag.withDefault(false)) },
  Effect.fn(function* ({ json }) {
    const found = yield* sources
    const rows = Object.values(table).map((about) => rowOf(about, found))
    const width = Math.max(...rows.map(({ name }) => name.length))
    yield* Console.log(json ? JSON.stringify(rows, null, 2) : rows.map((row) => shown(row, width)).join("\n"))
    for (const sentence of unknownSettings(process.env, known)) yield* Console.error(`Warning: ${sentence}`)
    const complaints = yield* complaintsOf(found)
    for (const sentence of complaints) yield* Console.error(sentence)
    if (complaints.length > 0) return yield* new Faulty()
  })
).pipe(
  Command.withDescription(
    "List every setting with its value, where that comes from (the environment, a file named by <NAME>_FILE, or the default), and its default. Secrets are not shown. Exit code 1 if a value is wrong."
  ),
  Command.withShortDescription("List every setting and where its value comes from")
)
