/** What the address says about which forms are listed. */
import type { FormFilter } from "../../../api/forms.ts"

export interface FormsSearch {
  /** An id, or `top`. */
  readonly folder?: string
  readonly text?: string
  readonly live?: boolean
  /** Left out: the forms that are in use. */
  readonly archived?: true
}

/** A text that looks like a number comes as one. */
const textOf = (value: unknown): string | undefined => {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : ""
  return text === "" ? undefined : text
}

export const formsSearch = (search: Readonly<Record<string, unknown>>): FormsSearch => {
  const folder = textOf(search["folder"])
  const text = textOf(search["text"])
  const { archived, live } = search
  return {
    ...(folder === undefined ? {} : { folder }),
    ...(text === undefined ? {} : { text }),
    ...(typeof live === "boolean" ? { live } : {}),
    ...(archived === true ? { archived } : {})
  }
}

export const filterOf = ({ archived, ...search }: FormsSearch): FormFilter => ({
  ...search,
  archived: archived === true
})

/** Whether anything but the folder narrows the list. */
export const isFiltered = ({ archived, live, text }: FormsSearch): boolean =>
  archived !== undefined || live !== undefined || text !== undefined
