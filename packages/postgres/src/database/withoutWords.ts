/**
 * What leaves the adapter of an error of Postgres. Its message, its detail and its context quote what was sent ("invalid input
 * syntax …: …", "Failing row contains (…)"), and so values of a payload: in their place stand the SQLSTATE, and the names of the
 * constraint, the table, the column and the function of Postgres.
 */

/** The names in an error of Postgres that say where it happened. */
const names = ["constraint", "table", "column", "routine"] as const

/** Errors have causes of their own; no chain here is longer. */
const deepest = 8

const fieldOf = (value: object, name: string): unknown => Reflect.get(value, name)

/** The error of Postgres in a chain of causes: it has a SQLSTATE and a severity. */
const databaseError = (value: unknown, depth = 0): object | undefined => {
  if (typeof value !== "object" || value === null || depth > deepest) return undefined
  const code = fieldOf(value, "code")
  if (typeof code === "string" && /^[0-9A-Z]{5}$/u.test(code) && typeof fieldOf(value, "severity") === "string")
    return value
  return databaseError(fieldOf(value, "cause"), depth + 1)
}

/** The lines of a stack after its message, which may be one of many lines. */
const frames = ({ message, stack = "" }: Error): ReadonlyArray<string> => {
  const end = stack.indexOf(message)
  const after = end === -1 ? stack : stack.slice(end + message.length)
  return after.split("\n").filter((line) => /^ {4}at /u.test(line))
}

/** An error that says the same without Postgres' words; `error` itself where it has none. */
export const withoutWords = (error: Error): Error => {
  const found = databaseError(error)
  if (found === undefined) return error
  const where = names.flatMap((name) => {
    const text = fieldOf(found, name)
    return typeof text === "string" ? [`${name} ${text}`] : []
  })
  const made = new Error(`SQLSTATE ${[fieldOf(found, "code"), ...where].join(", ")}`)
  made.stack = [`Error: ${made.message}`, ...frames(error)].join("\n")
  return made
}
