/** A row of the table of problems. */
import type { Schema } from "effect"

/** The refusals that a module defines. */
export type Refusals<Module> = {
  [Name in keyof Module]: Module[Name] extends abstract new (...args: infer _) => infer Refusal
    ? Refusal extends Error & { readonly _tag: string }
      ? Refusal
      : never
    : never
}[keyof Module]

/** Methods, not properties, so that every row is also a `Row<Refusal>`; each row is only called with its own refusal. */
export interface Row<R> {
  readonly status: number
  readonly code: string
  readonly title: string
  /** The sentence for a person. It never repeats a secret or anything that the caller may not know. */
  error(refusal: R): string
  /** Members of the refusal that the body shows after the common ones, in this order. */
  readonly members?: Schema.Struct.Fields
  headers?(refusal: R): Readonly<Record<string, string>>
}
