/** A range of a part of a text as one of the whole text. */
import type { Range } from "../Fault.ts"

/** @param by where the part begins in the whole. */
export const movedBy = ({ end, start }: Range, by: number): Range => ({ start: start + by, end: end + by })
