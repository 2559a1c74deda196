/** CEL's own words, all of them: what an expression is made of, whether or not this language has it. */

export interface Token {
  readonly token: "text" | "bytes" | "number" | "name" | "symbol" | "comment"
  readonly written: string
}

const QUOTED = String.raw`"""[\s\S]*?"""|'''[\s\S]*?'''`
const patterns: ReadonlyArray<readonly [Token["token"], RegExp]> = [
  ["comment", /\/\/[^\n]*/y],
  ["bytes", new RegExp(String.raw`(?:[rR][bB]|[bB][rR]?)(?:${QUOTED}|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')`, "y")],
  ["text", new RegExp(String.raw`[rR](?:${QUOTED}|"[^"]*"|'[^']*')`, "y")],
  ["text", new RegExp(String.raw`${QUOTED}|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`, "y")],
  ["number", /0[xX][0-9a-fA-F]+[uU]?|(?:\d+\.\d+|\d+|\.\d+)(?:[eE][+-]?\d+)?[uU]?/y],
  ["name", /[A-Za-z_]\w*|`[^`]*`/y],
  ["symbol", /==|!=|<=|>=|&&|\|\||\.\?|[\s\S]/y]
]

const tokenAt = (source: string, at: number): Token => {
  for (const [token, pattern] of patterns) {
    pattern.lastIndex = at
    const written = pattern.exec(source)?.[0]
    if (written !== undefined) return { token, written }
  }
  return { token: "symbol", written: source.charAt(at) }
}

/** The words of a CEL expression, spaces left out. */
export const tokens = (source: string): ReadonlyArray<Token> => {
  const found: Array<Token> = []
  for (let at = 0; at < source.length;) {
    if (/\s/.test(source.charAt(at))) {
      at += 1
      continue
    }
    const token = tokenAt(source, at)
    found.push(token)
    at += token.written.length
  }
  return found
}
