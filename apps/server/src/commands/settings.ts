/** `formwork settings`: every setting, with its value and where that comes from. */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { found } from "../settings/Settings.ts"
import type { Complaint } from "../settings/Complaint.ts"
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
  /** What is wrong with it. */
  readonly wrong?: string
}

const sourceOf = (origin: Origin | undefined) => {
  if (origin === undefined) return { source: "default" } as const
  return origin._tag === "File"
    ? ({ source: "file", file: origin.path } as const)
    : ({ source: "environment" } as const)
}

const rowOf = (
  { fallback, isSecret = false, name }: About,
  { origins, values }: Sources,
  complaints: ReadonlyArray<Complaint>
): Row => {
  const wrong = complaints.filter(({ names }) => names.includes(name)).map(({ message }) => message)
  return {
    name,
    value: isSecret ? null : (values[name] ?? null),
    ...sourceOf(origins.get(name)),
    default: fallback,
    isSecret,
    ...(wrong.length === 0 ? {} : { wrong: wrong.join(" ") })
  }
}

const shown = ({ default: fallback, file, isSecret, name, source, value, wrong }: Row, width: number): string => {
  const said = source === "default" ? fallback : isSecret ? "set, not shown" : (value ?? "")
  const origin = source === "file" ? `file ${file}` : source
  return `${name.padEnd(width)}  ${said}  (${origin}${source === "default" ? "" : `; default: ${fallback}`})${wrong === undefined ? "" : "  WRONG"}`
}

export const settingsCommand = Command.make(
  "settings",
  { json: Flag.Boolean("json").pipe(Flag.withDescription("One JSON array"), Flag.withDefault(false)) },
  Effect.fn(function* ({ json }) {
    const { settings, sources, complaints: read } = yield* found
    const { complaints: ofStart } = yield* Effect.promise(() => import("../start/complaints.ts"))
    const complaints = settings === undefined ? read : [...read, ...(yield* ofStart(settings))]
    const rows = Object.values(table).map((about) => rowOf(about, sources, complaints))
    const width = Math.max(...rows.map(({ name }) => name.length))
    yield* Console.log(json ? JSON.stringify(rows, null, 2) : rows.map((row) => shown(row, width)).join("\n"))
    for (const sentence of unknownSettings(process.env, known)) yield* Console.error(`Warning: ${sentence}`)
    for (const { message } of complaints) yield* Console.error(message)
    if (complaints.length > 0) return yield* new Faulty()
  })
).pipe(
  Command.withDescription(
    "List every setting with its value, where that comes from (the environment, a file named by <NAME>_FILE, or the default), and its default. Secrets are not shown. What `serve` would refuse is marked, with exit code 1; no database, port or folder is looked at."
  ),
  Command.withShortDescription("List every setting and where its value comes from")
)
