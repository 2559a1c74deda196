/** What the address says about which submissions are listed. */
import type { SubmissionFilter } from "../../../api/submissionLists.ts"

export interface SubmissionsSearch {
  readonly form?: string
  readonly state?: string
  /** A day, `2026-11-23`, in the person's zone, or a moment (RFC 3339). */
  readonly createdFrom?: string
  /** The same; what was created then is left out. */
  readonly createdBefore?: string
  readonly reference?: string
  /** True: without drafts; false: drafts alone. */
  readonly filed?: boolean
  /** The id of one of its outcomes. */
  readonly outcome?: string
  readonly text?: string
  readonly where?: string
}

const texts = ["form", "state", "createdFrom", "createdBefore", "reference", "outcome", "text", "where"] as const
const members = [...texts, "filed"] as const

export type FilterMember = (typeof members)[number]

/** The members that narrow the list of one form. */
export const filterMembers = members.filter((member) => member !== "form")

/** A text that looks like a number comes as one. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : ""

const isTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}(?:T.*)?$/u.test(text) && !Number.isNaN(new Date(text).getTime())

export const submissionsSearch = (search: Readonly<Record<string, unknown>>): SubmissionsSearch => {
  const given = texts.map((member) => [member, textOf(search[member])] as const)
  const filed = [true, false].find((one) => String(one) === String(search["filed"]))
  return {
    ...Object.fromEntries(
      given.filter(([member, text]) => text !== "" && (!member.startsWith("created") || isTime(text)))
    ),
    ...(filed === undefined ? {} : { filed })
  }
}

/** A search with another value of one member; undefined or an empty text takes it out. A condition is of one form's fields, as are states and outcomes. */
export const withMember = (
  search: SubmissionsSearch,
  member: FilterMember,
  value: string | undefined
): SubmissionsSearch => {
  const next = submissionsSearch({ ...search, [member]: value })
  if (member !== "form" || next.form === search.form) return next
  const { outcome: _, state: __, where: ___, ...rest } = next
  return rest
}

export const isFiltered = (search: SubmissionsSearch): boolean =>
  filterMembers.some((member) => search[member] !== undefined)

/** Midnight of a day in the person's zone. */
const momentOf = (text: string): string =>
  text.includes("T") ? new Date(text).toISOString() : new Date(`${text}T00:00:00`).toISOString()

export const filterOf = ({ filed, ...search }: SubmissionsSearch): SubmissionFilter => ({
  ...search,
  ...(filed === undefined ? {} : { filed: filed ? "true" : "false" }),
  ...(search.createdFrom === undefined ? {} : { createdFrom: momentOf(search.createdFrom) }),
  ...(search.createdBefore === undefined ? {} : { createdBefore: momentOf(search.createdBefore) })
})

/** The day of a moment, in the person's zone. */
export const dayOf = (text: string | undefined): string | undefined => {
  if (text === undefined || !text.includes("T")) return text
  const at = new Date(text)
  const two = (number: number): string => String(number).padStart(2, "0")
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
