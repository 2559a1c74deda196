/**
 * How much memory a compiled form keeps, about: what a cache of forms is bounded by. Calibrated on the quote of bench/, whose
 * form kept 40 KB when it had run once, 83 KB after 200 runs, and up to 190 KB with all its machine code (V8 of Node 24).
 */

/** A form without fields. */
const LEAST = 3_000
/** Bytes for a character of generated code: itself, its bytecode, what V8 learns of it, and its machine code. */
const A_CHARACTER = 8
/** Bytes for a character of a definition whose rules are closures. */
const A_CHARACTER_OF_CLOSURES = 15

/** Bytes for a character of a rule whose tree is kept, its definition with it. */
const A_CHARACTER_OF_TREES = 20

export const bytesOfTrees = (rules: number): number => A_CHARACTER_OF_TREES * rules

export const bytesOfGenerated = (form: number, source: number, constants: number): number =>
  LEAST + form + A_CHARACTER * source + constants

/** Closures are about as large as the trees; of a form that is kept as text, many times the text. */
export const bytesOfClosures = (form: number, isText: boolean): number =>
  LEAST + form * (isText ? 1 + A_CHARACTER_OF_CLOSURES : 3)
