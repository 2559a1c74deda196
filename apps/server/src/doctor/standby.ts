/** What `serve` would find of the standby of DATABASE_READ_URL: it reads there, or logs why it does not. */
import { Effect, Logger, Option, Schedule, Schema } from "effect"
import { row } from "@formwork/postgres/database/TenantDatabase"
import type { TenantDatabase } from "@formwork/postgres/database/TenantDatabase"
import { ok, warn } from "./Finding.ts"
import type { Finding } from "./Finding.ts"

/** Longer than a server that does not answer is waited for. */
const patience = "20 seconds"

const where = row(Schema.Struct({ isStandby: Schema.Boolean }))

/** What is logged of it meanwhile, and nowhere else. */
export const listening = () => {
  const said: Array<string> = []
  const logger = Logger.make<unknown, void>(({ message }) => {
    const text = [message].flat().map(String).join(" ")
    if (text.includes("standby")) said.push(text)
  })
  return { said, layer: Logger.layer([logger]) }
}

/** Of the sentence of a log, which begins with what happens. */
const sentenceOf = (said: string): string => {
  const why = said.replace(/^no standby is read: /u, "")
  return `${why.charAt(0).toUpperCase()}${why.slice(1).replace(/\.?$/u, ".")}`
}

/**
 * Reads as lists do until the standby answers, or a log line says why it does not.
 * @param said what has been logged.
 */
export const standby = Effect.fnUntraced(function* (
  { isDistributed, lately }: TenantDatabase["Service"],
  said: ReadonlyArray<string>
) {
  if (isDistributed)
    return warn("standby", "It is not read: a database that is divided among nodes is read on its nodes.")
  const read = lately(({ common }) =>
    common("read", (sql) => sql`select pg_is_in_recovery() as "isStandby"`).pipe(where)
  ).pipe(
    Effect.map((found): Finding | undefined => {
      const [why] = said
      if (found?.isStandby === true) return ok("standby", "It answers lists, exports and reports.")
      return why === undefined ? undefined : warn("standby", `${sentenceOf(why)} The primary is read instead.`)
    })
  )
  const found = yield* read.pipe(
    Effect.repeat({ until: (finding) => finding !== undefined, schedule: Schedule.spaced("50 millis") }),
    Effect.timeoutOption(patience)
  )
  return Option.getOrElse(Option.flatMap(found, Option.fromNullishOr), () =>
    warn("standby", "No read was answered by it within 20 seconds: see DATABASE_READ_LAG. The primary is read instead.")
  )
})
