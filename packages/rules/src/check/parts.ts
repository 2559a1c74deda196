/** The parts of the check that a page loads for a definition that needs them, which a bundler puts into files of their own. */
import { useReader } from "../patterns/PatternReader.ts"
import { PartMissing } from "../values/PartMissing.ts"
import { useWords } from "../words/currentWords.ts"
import { useEffects } from "./effects/EffectChecker.ts"

/** Whether a definition needs a part that is not loaded yet. */
export const isPartMissing = (error: unknown): error is PartMissing => error instanceof PartMissing

/** Loads the part that is missing; a definition may need another one after it. Rejects where its file cannot be loaded. */
export const loadPart = async ({ part }: Pick<PartMissing, "part">): Promise<void> => {
  switch (part) {
    case "patterns": {
      const { re2 } = await import("../patterns/re2.ts")
      return useReader(re2)
    }
    case "effects": {
      const { checkEffect } = await import("./effects/checkEffect.ts")
      return useEffects(checkEffect)
    }
    case "words": {
      const { wordsOf } = await import("../words/wordsOf.ts")
      return useWords(wordsOf)
    }
  }
}

/** Loads all of them, before any is met. */
export const loadParts = async (): Promise<void> => {
  await Promise.all((["patterns", "effects", "words"] as const).map((part) => loadPart({ part })))
}
