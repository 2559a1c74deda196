/** What the address says about which people are listed. */
import type { ListedUser, Role } from "@formwork/client/contract"
import { standing } from "./standing.ts"

export const roleNames = ["owner", "admin", "author", "reviewer", "viewer"] as const satisfies ReadonlyArray<Role>

const states = ["invited", "deactivated", "any"] as const

export interface PeopleSearch {
  readonly text?: string
  readonly role?: Role
  /** Left out: everybody but those who are deactivated. `invited`: who has not come yet. */
  readonly state?: (typeof states)[number]
}

export const peopleSearch = ({ role, state, text }: Readonly<Record<string, unknown>>): PeopleSearch => {
  const known = roleNames.find((one) => one === role)
  const knownState = states.find((one) => one === state)
  // A text that looks like a number comes as one.
  const typed = typeof text === "string" || typeof text === "number" ? String(text) : ""
  return {
    ...(typed === "" ? {} : { text: typed }),
    ...(known === undefined ? {} : { role: known }),
    ...(knownState === undefined ? {} : { state: knownState })
  }
}

const isInState = (state: PeopleSearch["state"], person: ListedUser, now: number): boolean => {
  if (state === "any") return true
  const is = standing(person, now)
  return state === "invited"
    ? is !== "active" && is !== "deactivated"
    : (state === "deactivated") === (is === "deactivated")
}

export const isListed = ({ role, state, text = "" }: PeopleSearch, person: ListedUser, now: number): boolean => {
  const wanted = text.trim().toLowerCase()
  return (
    isInState(state, person, now) &&
    (role === undefined || person.role === role) &&
    [person.name, person.email].some((one) => one.toLowerCase().includes(wanted))
  )
}
