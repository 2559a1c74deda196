/**
 * The statements of a file of SQL, in their order, without semicolons, and without the comments outside of what is quoted.
 * Bodies of functions have to be quoted: those that begin with `begin atomic` are not known here.
 */

/** What a semicolon is no end in: a comment, a text, a quoted name, and a text between two tags such as `$$`. */
const quoted = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;/gu

const isComment = (text: string): boolean => text.startsWith("--") || text.startsWith("/*")

export const statementsOf = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let [statement, from] = ["", 0]
  const end = () => {
    if (statement.trim() !== "") found.push(statement.trim())
    statement = ""
  }
  for (const match of text.matchAll(quoted)) {
    const [part] = match
    statement += text.slice(from, match.index)
    from = match.index + part.length
    if (part === ";") end()
    else if (!isComment(part)) statement += part
  }
  statement += text.slice(from)
  end()
  return found
}
