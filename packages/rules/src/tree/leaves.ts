/** The nodes of a checked tree that have no tree in them. */

/** Where a value is read: the form, the row that the rule belongs to, or the row that a list function is at. */
export interface Place {
  readonly at: "form" | "row" | "each"
  /** Index of the field in its form's or its list's `fields`. */
  readonly slot: number
}

/** Without a value: `null` in a branch. */
export interface Missing {
  readonly node: "missing"
}

/** A value written out; `constant` is the name of the form's constant that stands there. */
export interface Literal {
  readonly node: "literal"
  readonly constant?: string
}

export interface Read {
  readonly node: "field"
  readonly place: Place
}

export interface CountedLiteral extends Literal {
  readonly count: number
}

/** How a row is picked by something that each of them has. */
export type PickBy<Which, Tree> = Which extends string ? { readonly which: Which; readonly by: Tree } : never
