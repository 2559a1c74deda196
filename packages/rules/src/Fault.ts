/** A fault in a form definition, in the form author's vocabulary. */

/** Characters `start` (inclusive) to `end` (exclusive) of an expression, counted in UTF-16 units as JavaScript does. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** One reason why a definition cannot be published. */
export interface Fault {
  /** JSON Pointer (RFC 6901) into the definition: the member at fault, e.g. `/fields/3/formula`. */
  readonly pointer: string
  /** A sentence for a form author: names the concept, quotes the author's words. */
  readonly message: string
  /** Where in the expression, when the member is one. */
  readonly range?: Range
  /** What would be right at that place, if one answer fits. */
  readonly expected?: string
}
