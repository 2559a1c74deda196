/** What the address says about which people are listed. */
import type { Role, User } from "@formwork/client/contract"

export const roleNames = ["owner", "admin", "author", "reviewer", "viewer"] as const satisfies ReadonlyArray<Role>

export interface PeopleSearch {
  readonly text?: string
  readonly role?: Role
  /** Left out: the people who can sign in. */
  readonly state?: "deactivated" | "any"
}

export const peopleSearch = ({ role, state, text }: Readonly<Record<string, unknown>>): PeopleSearch => {
  const known = roleNames.find((one) => one === role)
  // A text that looks like a number comes as one.
  const typed = typeof text === "string" || typeof text === "number" ? String(text) : ""
  return {
    ...(typed === "" ? {} : { text: typed }),
    ...(known === undefined ? {} : { role: known }),
    ...(state === "deactivated" || state === "any" ? { state } : {})
  }
}

export const isListed = ({ role, state, text = "" }: PeopleSearch, person: User): boolean => {
  const wanted = text.trim().toLowerCase()
  const isDeactivated = person.deactivatedAt !== null
  return (
    (state === "any" || (state === "deactivated") === isDeactivated) &&
    (role === undefined || person.role === role) &&
    [person.name, person.email].some((one) => one.toLowerCase().includes(wanted))
  )
}
