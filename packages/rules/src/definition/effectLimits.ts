/** How large the settings of effects may be. */

/** Effects of a form. */
export const MOST_EFFECTS = 50
/** Characters of a subject, a title, a file's name, a header. */
export const MOST_OF_LINE = 500
/** Characters of a template of text. */
export const MOST_OF_TEXT = 20_000
export const MOST_OF_HTML = 100_000
/** Characters of a web address with its fields in braces. */
export const MOST_OF_URL = 2000
export const MOST_BLOCKS = 100
/** Columns of one table. */
export const MOST_COLUMNS = 20
export const MOST_HEADERS = 20
/** Members and entries of a body, and how deep it may nest. */
export const MOST_OF_BODY = 500
export const DEEPEST_BODY = 16
