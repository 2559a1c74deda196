/** The places of a definition in which names stand, of fields or of documents. The checker reports them as it comes by, for editors. */
import type { Fault } from "../Fault.ts"
import type { Name, Scope } from "./expressions/Scope.ts"

/** What the text of a place is. */
export type SiteText =
  /** An expression. `gives` is the field of a formula, or stands for what the place takes. */
  | { readonly text: "expression"; readonly gives?: Name }
  /** A text with names in braces, in a message with expressions too; `specials` are the names with `$` that it may show. */
  | { readonly text: "template"; readonly specials: ReadonlyArray<string>; readonly takesExpressions?: true }
  /** The name of a field of the form, or of a list's rows; `placed` are those that stand beside it and cannot stand there twice. */
  | { readonly text: "name"; readonly list?: Name; readonly placed?: ReadonlySet<string> }
  /** The `field` of a check: `premium`, or `drivers.age`. */
  | { readonly text: "about" }
  /** The id of a document: one of `ids`. */
  | { readonly text: "document"; readonly ids: ReadonlyArray<string> }

export interface SeenSite {
  readonly pointer: string
  readonly source: string
  readonly of: SiteText
  readonly scope: Scope
  /** How often it runs at most in one evaluation, or in rendering an effect once. */
  readonly times: number
}

/** The faults of a text at the place, as the checker finds them. Those that need the whole form (circles, costs) are not among them. */
export type FaultsOf = (source: string) => ReadonlyArray<Pick<Fault, "message" | "range" | "expected">>

export interface Site extends SeenSite {
  readonly faultsOf: FaultsOf
}

/** A rule that a field waits for: its vertex, and the vertices that it reads. */
interface Waiting {
  readonly name: string
  readonly reads: ReadonlySet<string>
}

/** An expression, a message or a pattern, and its steps in the worst case, multiplied by its list's rows. */
export interface Cost {
  readonly pointer: string
  /** “the formula of `premium`”. */
  readonly name: string
  readonly steps: number
}

/** What a check tells besides its answer. */
export interface CheckObserver {
  readonly site: (site: Site) => void
  readonly waiting: (vertices: ReadonlyArray<Waiting>) => void
  readonly costs: (costs: ReadonlyArray<Cost>) => void
}
