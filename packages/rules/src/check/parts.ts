/** The parts of the check that a page loads for a definition that needs them: what reads patterns, and the words of other languages. */
import { ReaderMissing, useReader } from "../patterns/PatternReader.ts"
import { useWords, WordsMissing } from "../words/currentWords.ts"

/** Whether a definition needs a part that is not loaded yet. */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof ReaderMissing || error instanceof WordsMissing

/** Loads what reads patterns, which a bundler puts into a file of its own. Rejects where that file cannot be loaded. */
export const loadReader = async (): Promise<void> => {
  const { re2 } = await import("../patterns/re2.ts")
  useReader(re2)
}

/** Loads the part that is missing, as `loadReader` does. A definition may need another one after it. */
export const loadPart = async (error: unknown): Promise<void> => {
  if (!(error instanceof WordsMissing)) return await loadReader()
  const { wordsOf } = await import("../words/wordsOf.ts")
  useWords(wordsOf)
}
