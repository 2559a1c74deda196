/** What the address says about the API reference. */

export interface ReferenceSearch {
  /** Its id: `forms.list`. */
  readonly operation?: string
  /** What operations are searched for. */
  readonly text?: string
  /** The id of a form, which stands in the request's form from the beginning. */
  readonly form?: string
}

/** A text that looks like a number comes as one. */
const textIn = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "")

export const referenceSearch = (given: Readonly<Record<string, unknown>>): ReferenceSearch => {
  const known = (["operation", "text", "form"] as const).map((name) => [name, textIn(given[name])] as const)
  return Object.fromEntries(known.filter(([, text]) => text !== ""))
}
