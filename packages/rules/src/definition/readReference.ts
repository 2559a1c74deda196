/** Reading a form's reference pattern: `MQ-{yyyy}-{seq:6}`. */
import type { ReferencePart } from "../Definition.ts"
import { fault, type ReadContext } from "../reading/Reader.ts"

export const DEFAULT_PATTERN = "{code}-{seq:8}"

/** Characters of the longest reference that a pattern may give. */
const LONGEST = 64
/** A sequence can grow past its width; a pattern's length counts it with this many digits. */
const MAX_DIGITS = 12
const WIDTH_OF_BARE_SEQUENCE = 1

const TOKEN = /\{([^{}]*)\}|([^{}]+)|[{}]/y
const LITERAL = /^[A-Za-z0-9 _./-]+$/
const known = "`{yyyy}`, `{yy}`, `{mm}`, `{dd}`, `{code}`, `{seq}`, `{seq:6}` and `{random:10}`"

const numbered = (reading: ReadContext, at: string, name: string, count: string): ReferencePart | undefined => {
  const [least, most] = name === "seq" ? [1, MAX_DIGITS] : [6, 32]
  const width = /^\d{1,2}$/.test(count) ? Number(count) : 0
  if (width < least || width > most) {
    return fault(
      reading,
      at,
      `\`{${name}:${count}}\` is not known: after \`${name}:\` stands a number from ${least} to ${most}.`,
      `\`{${name}:${name === "seq" ? 6 : 10}}\``
    )
  }
  return name === "seq" ? { kind: "sequence", width } : { kind: "random", length: width }
}

const token = (reading: ReadContext, at: string, name: string, code: string): ReferencePart | undefined => {
  if (name === "yyyy") return { kind: "year", digits: 4 }
  if (name === "yy") return { kind: "year", digits: 2 }
  if (name === "mm") return { kind: "month" }
  if (name === "dd") return { kind: "day" }
  if (name === "code") return { kind: "literal", text: code }
  if (name === "seq") return { kind: "sequence", width: WIDTH_OF_BARE_SEQUENCE }
  const [word = "", count] = name.split(":", 2)
  if ((word === "seq" || word === "random") && count !== undefined) return numbered(reading, at, word, count)
  return fault(reading, at, `The reference pattern has no part \`{${name.slice(0, 40)}}\`. It has ${known}.`, known)
}

const lengthOf = (part: ReferencePart): number => {
  switch (part.kind) {
    case "literal":
      return part.text.length
    case "year":
      return part.digits
    case "sequence":
      return MAX_DIGITS
    case "random":
      return part.length
    case "month":
    case "day":
      return 2
  }
}

const merge = (parts: ReadonlyArray<ReferencePart>): ReadonlyArray<ReferencePart> => {
  const merged: Array<ReferencePart> = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (part.kind === "literal" && last?.kind === "literal")
      merged[merged.length - 1] = { kind: "literal", text: last.text + part.text }
    else merged.push(part)
  }
  return merged
}

const partsOf = (
  reading: ReadContext,
  pattern: string,
  at: string,
  code: string
): ReadonlyArray<ReferencePart> | undefined => {
  const parts: Array<ReferencePart | undefined> = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(pattern); match !== null; match = TOKEN.exec(pattern)) {
    const [whole, name, literal] = match
    if (name !== undefined) parts.push(token(reading, at, name, code))
    else if (literal !== undefined && LITERAL.test(literal)) parts.push({ kind: "literal", text: literal })
    else {
      parts.push(
        fault(
          reading,
          at,
          literal === undefined
            ? `This reference pattern has a \`${whole}\` without its \`${whole === "{" ? "}" : "{"}\`. Take it out, or complete the part, such as \`{seq:6}\`.`
            : "Outside its braces a reference pattern has letters A to Z, digits, spaces and `_ . / -` only."
        )
      )
    }
  }
  const sound = parts.filter((part) => part !== undefined)
  return sound.length === parts.length ? sound : undefined
}

/**
 * Whether each reference has the code as its first word. Then no other form of the organisation can give the same reference,
 * whatever stands behind the first word: the codes differ.
 */
const beginsWith = (parts: ReadonlyArray<ReferencePart>, code: string): boolean => {
  const [first] = parts
  return first?.kind === "literal" && first.text.startsWith(code) && /^[^A-Za-z0-9]/.test(first.text.slice(code.length))
}

/** The parts of a pattern, `{code}` resolved. */
export const readReference = (
  reading: ReadContext,
  pattern: string,
  at: string,
  code: string
): ReadonlyArray<ReferencePart> | undefined => {
  if (pattern.length > 200) return fault(reading, at, `A reference has at most ${LONGEST} characters.`)
  const parts = partsOf(reading, pattern, at, code)
  if (parts === undefined) return undefined
  const counters = parts.filter(({ kind }) => kind === "sequence" || kind === "random").length
  if (counters !== 1) {
    return fault(
      reading,
      at,
      `A reference pattern needs exactly one \`{seq}\` or \`{random:…}\`, which tells submissions apart; this one has ${counters === 0 ? "none" : counters}.`,
      "`{seq:6}` or `{random:10}`"
    )
  }
  const merged = merge(parts)
  // What is published under an older rule goes on: the store then passes over references that are taken.
  if (reading.published !== true && !beginsWith(merged, code)) {
    return fault(
      reading,
      at,
      `A reference pattern has to begin with the form's code, \`${code}\`, and a space or one of \`_ . / -\` after it: so no other form can give the same reference.`,
      `\`{code}-\` or \`${code}-\` at the beginning`
    )
  }
  if (parts.reduce((sum, part) => sum + lengthOf(part), 0) > LONGEST) {
    return fault(reading, at, `A reference has at most ${LONGEST} characters (a sequence counts as ${MAX_DIGITS}).`)
  }
  return merged
}
