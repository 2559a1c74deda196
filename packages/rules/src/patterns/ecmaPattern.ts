/**
 * A pattern of a form (RE2) as a pattern of a JSON Schema (ECMA-262 with the flag `u`), where both mean the same.
 * The result uses only the part of regular expressions that JSON Schema recommends, which every dialect reads alike.
 */

/** One character as itself. */
const literal = (rune: string): string => (/[\^$\\.*+?()[\]{}|/]/.test(rune) ? `\\${rune}` : rune)
const literalInClass = (rune: string): string => (/[\^\\[\]-]/.test(rune) ? `\\${rune}` : rune)

/** The characters of RE2's classes; `\s` and `.` have others in ECMAScript. */
const classes: { readonly [name: string]: string } = { d: "0-9", w: "A-Za-z0-9_", s: "\\t\\n\\f\\r " }
const controls: { readonly [name: string]: string } = { t: "\\t", n: "\\n", r: "\\r", f: "\\f", v: "\\v" }

const REPEAT = /^\{(?:0|[1-9]\d*)(?:,(?:[1-9]\d*)?)?\}/
const GROUP = /^\((?:\?:|\?P?<[A-Za-z_]\w*>|(?!\?))/
const HEX = /^\\x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,6})\})/

interface Piece {
  readonly written: string
  /** Characters of the source that it stands for. */
  readonly taken: number
}

const runeAt = (source: string, at: number): string => {
  const rune = source.codePointAt(at)
  return rune === undefined ? "" : String.fromCodePoint(rune)
}

/** An escape that stands for one character; undefined for any other. */
const escapedRune = (source: string, at: number, write: (rune: string) => string): Piece | undefined => {
  const next = runeAt(source, at + 1)
  const control = controls[next]
  if (control !== undefined) return { written: control, taken: 2 }
  const [all, two, more] = HEX.exec(source.slice(at, at + 12)) ?? []
  if (all !== undefined)
    return { written: write(String.fromCodePoint(Number.parseInt(two ?? more ?? "", 16))), taken: all.length }
  return /^[!-/:-@[-`{-~]$/.test(next) ? { written: write(next), taken: 2 } : undefined
}

/** One end of a range, or one character of a class. */
const runeOfClass = (source: string, at: number): Piece | undefined => {
  const rune = runeAt(source, at)
  if (rune === "" || source.startsWith("[:", at)) return undefined
  if (rune === "\\") return escapedRune(source, at, literalInClass)
  return { written: literalInClass(rune), taken: rune.length }
}

const pieceOfClass = (source: string, at: number, isFirst: boolean): Piece | undefined => {
  const named = source[at] === "\\" ? classes[source[at + 1] ?? ""] : undefined
  if (named !== undefined) return { written: named, taken: 2 }
  // Dialects differ on when a hyphen is a character and when it makes a range.
  if (source[at] === "-" && !isFirst && source[at + 1] !== "]") return undefined
  const from = runeOfClass(source, at)
  if (from === undefined) return undefined
  const hyphen = at + from.taken
  if (source[hyphen] !== "-" || source[hyphen + 1] === "]") return from
  const to = runeOfClass(source, hyphen + 1)
  return to && { written: `${from.written}-${to.written}`, taken: from.taken + 1 + to.taken }
}

const bracketed = (source: string, start: number): Piece | undefined => {
  const isNegated = source[start + 1] === "^"
  const first = start + (isNegated ? 2 : 1)
  let written = isNegated ? "[^" : "["
  for (let at = first; at < source.length;) {
    if (source[at] === "]" && at > first) return { written: `${written}]`, taken: at + 1 - start }
    const piece = pieceOfClass(source, at, at === first)
    if (piece === undefined) return undefined
    written += piece.written
    at += piece.taken
  }
  return undefined
}

const escaped = (source: string, at: number): Piece | undefined => {
  const next = source[at + 1] ?? ""
  const own = classes[next]
  if (own !== undefined) return { written: `[${own}]`, taken: 2 }
  const others = classes[next.toLowerCase()]
  if (others !== undefined) return { written: `[^${others}]`, taken: 2 }
  if (next === "A") return { written: "^", taken: 2 }
  if (next === "z") return { written: "$", taken: 2 }
  return escapedRune(source, at, literal)
}

const pieceAt = (source: string, at: number): Piece | undefined => {
  const rune = runeAt(source, at)
  switch (rune) {
    case "\\":
      return escaped(source, at)
    case "[":
      return bracketed(source, at)
    case "(": {
      const [group] = GROUP.exec(source.slice(at)) ?? []
      return group === undefined ? undefined : { written: "(", taken: group.length }
    }
    case "{": {
      const [repeat] = REPEAT.exec(source.slice(at)) ?? []
      return repeat === undefined ? undefined : { written: repeat, taken: repeat.length }
    }
    case ".":
      return { written: "[^\\n]", taken: 1 }
    case ")":
    case "|":
    case "^":
    case "$":
    case "*":
    case "+":
    case "?":
      return { written: rune, taken: 1 }
    default:
      return { written: literal(rune), taken: rune.length }
  }
}

const isReadable = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, "u").source !== ""
  } catch {
    return false
  }
}

/**
 * The same pattern for a JSON Schema, anchored to the whole text.
 * @param source a pattern that `check` accepted.
 * @returns undefined for what dialects read differently: flags `(?i)`, `\b`, `\pL` and its like, `[[:alpha:]]`, `\Q…\E`, octal.
 */
export const ecmaPattern = (source: string): string | undefined => {
  let written = ""
  for (let at = 0; at < source.length;) {
    const piece = pieceAt(source, at)
    if (piece === undefined) return undefined
    written += piece.written
    at += piece.taken
  }
  const pattern = `^(${written})$`
  return isReadable(pattern) ? pattern : undefined
}
