/**
 * A text as it is compared and searched: `Ärzte`, `ÄRZTE` and both written with a combining mark give the same. Done here,
 * because a database folds by its locale: in the `C` locale `Ä` stays `Ä`.
 */
export const foldCase = (text: string): string => text.normalize("NFC").toLowerCase()
