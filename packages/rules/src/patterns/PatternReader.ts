/** What turns a pattern's source into a program. `check` sets it; a page that never meets a pattern goes without. */
import { PartMissing } from "../values/PartMissing.ts"
import type { Program } from "./program.ts"

interface ReadPattern {
  /** Instructions, as RE2 counts them. */
  readonly size: number
  readonly program: Program
}

/** A text is the second half of a sentence (“it …”) that says what is wrong. */
export type PatternReader = (source: string) => ReadPattern | string

/** Most instructions: the time a pattern takes is this times the text. */
export const LARGEST = 2000
export const TOO_LARGE = "its repetitions multiply to a pattern that is too large"

const current: { reader: PatternReader | undefined } = { reader: undefined }

/** Sets the reader for the process. There is one implementation, so setting it again changes nothing. */
export const useReader = (reader: PatternReader): void => {
  current.reader = reader
}

export const currentReader = (): PatternReader => {
  if (current.reader === undefined) throw new PartMissing("patterns")
  return current.reader
}
