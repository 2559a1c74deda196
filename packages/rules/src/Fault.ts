/** A fault in a form definition, in the form author's vocabulary. */

/** Characters `start` (inclusive) to `end` (exclusive) of an expression, counted in UTF-16 units as JavaScript does. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** One thing that keeps a definition from being published. */
export interface Fault {
  /** JSON Pointer (RFC 6901) into the definition: the member at fault, e.g. `/fields/3/formula`. */
  readonly pointer: string
  /** A sentence for a form author: names the concept, quotes the author's words. */
  readonly message: string
  /** Where in the expression, when the member is one. */
  readonly range?: Range
  /** What would have been right there, when there is something to say. */
  readonly expected?: string
}
