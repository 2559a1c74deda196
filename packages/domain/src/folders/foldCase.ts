/**
 * A text without what a person who looks for it does not mind: the same for `Ärzte`, `ÄRZTE` and either of them written with a
 * combining mark. Here and not in a database, which folds by its locale: by the plainest one `Ä` stays as it is.
 */
export const foldCase = (text: string): string => text.normalize("NFC").toLowerCase()
