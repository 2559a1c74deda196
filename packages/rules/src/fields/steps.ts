/** The cost of scanning texts and matching patterns, in steps. */
import type { Pattern } from "../patterns/knownPatterns.ts"

/** Characters that are scanned in the time of one step. */
export const CHARACTERS_A_STEP = 16
/** Nanoseconds of a step on a machine of 2026. Every cost here is measured against it. */
const NANOS_A_STEP = 100

/** Steps of matching texts of so many characters against a pattern, none of which may be longer than `longest`. */
export const matching = ({ longest, nanos }: Pattern, characters: number, texts = 1): number =>
  Math.ceil((nanos * Math.min(characters, longest) * texts) / NANOS_A_STEP)

/** Characters that are counted in the time of one step, to check a text against its field's `maxLength`. */
export const COUNTED_A_STEP = 32

/** Steps of a problem: reading the value on the slow path, its place and its message. */
export const STEPS_A_PROBLEM = 8
