/** Says what the tables have that only grow, and gives up old months of the database of `DATABASE_URL`. */
import { Console, DateTime, Effect, Option } from "effect"
import * as Month from "@formwork/postgres/database/months/Month"
import * as Retention from "@formwork/postgres/database/months/Retention"
import type { Kept, Wanted } from "@formwork/postgres/database/months/Retention"
import * as Logs from "../logs/Logs.ts"
import { databaseUrl } from "../settings/databaseUrl.ts"
import type { Settings } from "../settings/Settings.ts"
import { asStartupFailure, StartupFailure } from "../StartupFailure.ts"

export interface How {
  readonly isTrial: boolean
  readonly asJson: boolean
}

type Part = Kept["parts"][number]

const count = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 })

const size = ({ bytes, rows }: Part): string =>
  `about ${count.format(rows)} rows, ${bytes < 2 ** 20 ? "less than 1" : count.format(bytes / 2 ** 20)} MiB`

const period = ({ from, to }: Part): string => {
  const first = from === undefined ? "" : Month.shown(from)
  const last = to === undefined ? "" : Month.shown(to - 1)
  if (first === last) return first
  if (first === "") return `until ${last}`
  return last === "" ? `from ${first}` : `${first} to ${last}`
}

const columns = { period: 20 }

const tableLines = (
  { isDivided, isUnfinished, parts, subject, table }: Kept,
  months: number | undefined,
  now: Month.Month,
  isTrial: boolean
): ReadonlyArray<string> => {
  const heading = `${subject} (${table})`
  const unfinished = isUnfinished
    ? [
        `  It is being divided, or that was cut short: if no other \`formwork retention\` runs, run it with --${subject}.`
      ]
    : []
  const whole = parts.find(({ from, to }) => from === undefined && to === undefined)
  if (whole !== undefined) {
    const become = isDivided
      ? ", divided by months from now on"
      : isTrial && months !== undefined
        ? ", would be divided by months"
        : ""
    return [`${heading}: ${size(whole)}${become}`, ...unfinished]
  }
  const begun = parts.filter(({ from }) => from === undefined || from <= now)
  const coming = parts.find(({ from }) => from !== undefined && from > now)?.from
  const first = begun.find(({ from, isGivenUp }) => from === undefined && !isGivenUp)
  const given = isTrial ? "would be given up" : "given up"
  return [
    `${heading}: by months${months === undefined ? "" : `, ${months} before ${Month.shown(now)} kept`}`,
    ...unfinished,
    ...begun.map(
      (part) => `  ${period(part).padEnd(columns.period)}${size(part)}${part.isGivenUp ? `: ${given}` : ""}`
    ),
    ...(coming === undefined ? [] : [`  from ${Month.shown(coming)} on     prepared`]),
    ...(months === undefined || first?.to === undefined
      ? []
      : [`  What was there before it was divided goes as a whole, in ${Month.shown(first.to + months)}.`])
  ]
}

/** Words for what became of the tables, a line each. */
export const lines = (
  kept: ReadonlyArray<Kept>,
  wanted: Wanted,
  now: Month.Month,
  isTrial: boolean
): ReadonlyArray<string> => kept.flatMap((table) => tableLines(table, wanted[table.subject], now, isTrial))

const monthOrNull = (month: Month.Month | undefined) => (month === undefined ? null : Month.shown(month))

const asJsonText = (kept: ReadonlyArray<Kept>): string =>
  JSON.stringify(
    {
      tables: kept.map(({ isDivided, parts, subject, table }) => ({
        subject,
        table,
        isDivided,
        parts: parts.map(({ bytes, from, isGivenUp, rows, to }) => ({
          from: monthOrNull(from),
          until: monthOrNull(to === undefined ? undefined : to - 1),
          rows,
          bytes,
          isGivenUp
        }))
      }))
    },
    null,
    2
  )

export const retain = Effect.fn("retain")(function* (settings: Settings, wanted: Wanted, { asJson, isTrial }: How) {
  const url = yield* databaseUrl(settings)
  if (Option.isNone(url)) {
    return yield* new StartupFailure({
      message: "Set DATABASE_URL to a database on a server: the embedded one keeps everything."
    })
  }
  const now = Month.of(DateTime.toDateUtc(yield* DateTime.now))
  const kept = yield* Retention.retain(url.value, wanted, now, isTrial).pipe(
    Effect.provide(Logs.layer(settings.logLevel)),
    asStartupFailure
  )
  yield* Console.log(asJson ? asJsonText(kept) : lines(kept, wanted, now, isTrial).join("\n"))
})
