/**
 * How much memory a compiled form keeps, about: what a cache of forms is bounded by. Calibrated on the quote of bench/, whose
 * form kept 40 KB when it had run once, 83 KB after 200 runs, and up to 190 KB with all its machine code (V8 of Node 24).
 */
import type { Pattern } from "./value/pattern.ts"

/** A form without fields. */
const LEAST = 3_000
/** Bytes for a character of generated code: itself, its bytecode, what V8 learns of it, and its machine code. */
const A_CHARACTER = 8
/** Bytes for a character of a definition whose rules are closures. */
const A_CHARACTER_OF_CLOSURES = 15

export const bytesOfGenerated = (text: number, source: number, constants: number): number =>
  LEAST + text + A_CHARACTER * source + constants

export const bytesOfClosures = (text: number): number => LEAST + text + A_CHARACTER_OF_CLOSURES * text

/** A program of RE2 with its classes of characters; one that JavaScript's own engine runs is small. */
export const bytesOfPattern = ({ size }: Pattern): number => (size === 1 ? 1_000 : 8_000 + 250 * size)
