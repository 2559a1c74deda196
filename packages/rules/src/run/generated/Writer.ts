/**
 * Collects generated code: statements in order, fresh names, and the values that the code refers to.
 *
 * INVARIANT: what is written is made of this package's own words, of names that are a letter and a number, of texts through
 * JSON.stringify, and of numbers in decimal digits. Nothing of a definition reaches it in any other way.
 */
export interface Writer {
  /** Adds a statement to the block that is being written. */
  readonly line: (statement: string) => void
  /** A place in the block where a statement can be put later. */
  readonly mark: () => (statement: string) => void
  /** A new variable of the whole function, not yet given a value. */
  readonly temp: () => string
  /** The name under which `value` can be read by the code: a pattern, a set, a function; `bytes` if it is large. */
  readonly constant: (value: unknown, bytes?: number) => string
  /** How often code has called something that can raise the overflow. */
  readonly risks: () => number
  readonly temps: () => ReadonlyArray<string>
  readonly constants: () => ReadonlyArray<unknown>
  /** Of the large constants. */
  readonly bytes: () => number
  readonly source: () => string
}

/** @param risky functions that can raise the overflow. */
export const makeWriter = (risky: ReadonlySet<unknown>): Writer => {
  const lines: Array<string> = []
  const names: Array<string> = []
  const values: Array<unknown> = []
  const known = new Map<unknown, string>()
  let risks = 0
  let large = 0
  return {
    line: (statement) => {
      lines.push(statement)
    },
    mark: () => {
      const at = lines.push("") - 1
      return (statement) => {
        lines[at] = statement
      }
    },
    temp: () => {
      const name = `t${names.length}`
      names.push(name)
      return name
    },
    constant: (value, bytes = 0) => {
      if (risky.has(value)) risks += 1
      const earlier = known.get(value)
      if (earlier !== undefined) return earlier
      const name = `k${values.length}`
      values.push(value)
      large += bytes
      known.set(value, name)
      return name
    },
    risks: () => risks,
    temps: () => names,
    constants: () => values,
    bytes: () => large,
    source: () => lines.join("\n")
  }
}

/** In ASCII: a single other character would make V8 keep the whole source with two bytes a character. */
export const textLiteral = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** A whole number that a double holds exactly. A negative one is in parentheses: two minus signs in a row would be `--`. */
export const numberLiteral = (value: bigint | number): string => (value < 0 ? `(${value})` : `${value}`)

/** Code that is cheap and safe to write more than once: a variable or a number. */
export const isAtom = (code: string): boolean =>
  /^(?:[a-z]\d+(?:\.[a-z]\d+)?|NaN|undefined|true|false|\(?-?\d+\)?)$/.test(code)

/** `code` as something that can be written more than once; what has to run before goes to `before`. */
export const atom = (writer: Writer, code: string, before: Array<string>): string => {
  if (isAtom(code)) return code
  const name = writer.temp()
  before.push(`${name} = ${code}`)
  return name
}

/** An expression that runs `before` and gives `code`. */
export const after = (before: ReadonlyArray<string>, code: string): string =>
  before.length === 0 ? code : `(${before.join(", ")}, ${code})`
