/** Limits of the settings of effects. */

/** Effects of a form. */
export const MAX_EFFECTS = 50
/** Characters of a subject, a title, a file's name, a header. */
export const MAX_LINE = 500
/** Characters of a template of text. */
export const MAX_TEXT = 20_000
export const MAX_HTML = 100_000
/** Characters of a web address with its fields in braces. */
export const MAX_URL = 2000
export const MAX_BLOCKS = 100
/** Bytes of a file that an e-mail attaches: as many as a PDF has at most. */
export const MAX_ATTACHED_BYTES = 3_000_000
/** Documents and files of one e-mail, which so never carries more than 9 MB of them. */
export const MAX_ATTACHMENTS = 3
/** Columns of one table. */
export const MAX_COLUMNS = 20
export const MAX_HEADERS = 20
/** Members and entries of a body, and how deep it may nest. */
export const MAX_BODY_PARTS = 500
export const MAX_BODY_DEPTH = 16
