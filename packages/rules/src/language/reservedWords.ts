/** Words that cannot be the name of a field: the language's own and CEL's reserved ones. */
export const reservedWords: ReadonlySet<string> = new Set([
  "true",
  "false",
  "null",
  "in",
  "today",
  "as",
  "break",
  "const",
  "continue",
  "else",
  "for",
  "function",
  "if",
  "import",
  "let",
  "loop",
  "package",
  "namespace",
  "return",
  "var",
  "void",
  "while"
])

/** The form of a name: of a table, a constant, a field of rows. */
export const SLUG = /^[a-z][A-Za-z0-9_]{0,62}$/

/** The form of a field's name, which may have its group before a point. */
export const FIELD_NAME = /^[a-z][A-Za-z0-9_]{0,62}(?:\.[a-z][A-Za-z0-9_]{0,62})?$/
