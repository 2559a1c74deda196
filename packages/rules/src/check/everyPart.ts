/** All parts of the check at once, for who does not load them one by one (parts.ts). */
import { useReader } from "../patterns/PatternReader.ts"
import { re2 } from "../patterns/re2.ts"
import { useWords } from "../words/currentWords.ts"
import { wordsOf } from "../words/wordsOf.ts"
import { checkEffect } from "./effects/checkEffect.ts"
import { useEffects } from "./effects/EffectChecker.ts"

/** Sets them for the process. */
export const useEveryPart = (): void => {
  useReader(re2)
  useEffects(checkEffect)
  useWords(wordsOf)
}
