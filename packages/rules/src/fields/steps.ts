/** The cost of scanning texts and matching patterns, in steps. */
import { isAnchored } from "../patterns/extract.ts"
import type { Pattern } from "../patterns/knownPatterns.ts"

/** Characters that are scanned in the time of one step. */
export const CHARACTERS_A_STEP = 16
/** Nanoseconds of a step on a machine of 2026. Every cost here is measured against it. */
const NANOS_A_STEP = 100

/** Steps of matching texts of so many characters against a pattern, none of which may be longer than `longest`. */
export const matching = ({ longest, nanos }: Pattern, characters: number, texts = 1): number =>
  Math.ceil((nanos * Math.min(characters, longest) * texts) / NANOS_A_STEP)

/** Nanoseconds of a character at which a pattern may begin, and for each of its instructions; measured with `bench/src/rules/search.ts`. */
const NANOS_SEARCHED = 60
const NANOS_INSTRUCTION = 28

/** Steps of looking for a pattern's group in a text of so many characters. The end of the text is one more place to look at. */
export const extracting = ({ longest, program }: Pattern, characters: number): number => {
  const places = 1 + (isAnchored(program()) ? Math.min(characters, longest) : characters)
  return Math.ceil(((NANOS_SEARCHED + NANOS_INSTRUCTION * program().kinds.length) * places) / NANOS_A_STEP)
}

/** Characters that are counted in the time of one step, to check a text against its field's `maxLength`. */
export const COUNTED_A_STEP = 32

/** Steps of a problem: reading the value on the slow path, its place and its message. */
export const STEPS_A_PROBLEM = 8
