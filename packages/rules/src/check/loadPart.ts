/** Loading a part of the engine, which a bundler puts into a file of its own. */
import { useReader } from "../patterns/PatternReader.ts"
import { useEffects } from "./effects/EffectChecker.ts"
import type { PartMissing } from "../values/PartMissing.ts"

/** Loads what was met. Rejects where its file cannot be loaded. */
export const loadPart = async ({ part }: PartMissing): Promise<void> => {
  if (part === "patterns") {
    const { re2 } = await import("../patterns/re2.ts")
    return useReader(re2)
  }
  const { checkEffect } = await import("./effects/checkEffect.ts")
  return useEffects(checkEffect)
}
