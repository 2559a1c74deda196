/** What the address says about a form that is being made. */
import { examples } from "./examples.ts"
import type { ExampleId } from "./examples.ts"

const others = ["empty", "json", "copy"] as const

/** Where a new form's definition is from. */
export type Source = (typeof others)[number] | ExampleId

const sources: ReadonlyArray<Source> = [...others, ...examples.map(({ id }) => id)]

export interface NewFormSearch {
  /** Left out: empty. */
  readonly from?: Source
  /** The form that is copied. */
  readonly copy?: string
  /** The folder that it goes into. */
  readonly folder?: string
}

export const newFormSearch = (search: Readonly<Record<string, unknown>>): NewFormSearch => {
  const from = sources.find((source) => source === search["from"])
  const { copy, folder } = search
  return {
    ...(from === undefined ? {} : { from }),
    ...(typeof copy === "string" ? { copy } : {}),
    ...(typeof folder === "string" && folder !== "top" ? { folder } : {})
  }
}
