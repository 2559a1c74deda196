/** The note that a version is published with. */

/** Characters that a note may have. */
export const mostNote = 2_000

/** The person's words, and that the run was skipped. */
export const noteOf = (note: string, skipped: string | undefined): string => {
  const words = skipped === undefined ? [note.trim()] : [note.trim().slice(0, mostNote - skipped.length - 1), skipped]
  return words.filter((line) => line !== "").join("\n")
}
