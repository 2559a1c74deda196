/**
 * What a log shows of a failure. Postgres' messages quote what was sent ("invalid input syntax …: …"), and so values of a payload: in
 * their place stand the SQLSTATE, and the names of the constraint, the table and the column.
 */
import { Cause } from "effect"
import { Unavailable } from "@formwork/domain/callers/Refusal"

/** The names in an error of Postgres that say where it happened. */
const names = ["constraint", "table", "column", "routine"] as const

/** Errors have causes of their own; no chain here is longer. */
const deepest = 8

/** The error of Postgres in a chain of causes: it has a SQLSTATE and a severity. */
const databaseError = (value: unknown, depth = 0): object | undefined => {
  if (typeof value !== "object" || value === null || depth > deepest) return undefined
  const code: unknown = Reflect.get(value, "code")
  if (typeof code === "string" && /^[0-9A-Z]{5}$/u.test(code) && typeof Reflect.get(value, "severity") === "string")
    return value
  return databaseError(Reflect.get(value, "cause"), depth + 1)
}

const shown = (value: unknown): unknown => {
  const error = databaseError(value)
  if (error === undefined) return value
  const where = names.flatMap((name) => {
    const text: unknown = Reflect.get(error, name)
    return typeof text === "string" ? [`${name} ${text}`] : []
  })
  const reason = value instanceof Unavailable ? `${value.reason}: ` : ""
  const made = new Error(`${reason}SQLSTATE ${[Reflect.get(error, "code"), ...where].join(", ")}`)
  const frames = value instanceof Error ? (value.stack ?? "").split("\n").filter((line) => /^\s+at /u.test(line)) : []
  made.stack = [`Error: ${made.message}`, ...frames].join("\n")
  return made
}

/** The cause as a log shows it. */
export const loggedCause = (cause: Cause.Cause<unknown>): Cause.Cause<unknown> =>
  Cause.fromReasons(
    cause.reasons.map((reason) => {
      if (Cause.isDieReason(reason)) return Cause.makeDieReason(shown(reason.defect))
      return Cause.isFailReason(reason) ? Cause.makeFailReason(shown(reason.error)) : reason
    })
  )
