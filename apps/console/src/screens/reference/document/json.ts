/** Members of JSON that may be anything: what has another type counts as left out. */

export type Members = Readonly<Record<string, unknown>>

const none: Members = {}

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const membersOf = (value: unknown): Members => (isMembers(value) ? value : none)

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** A member of its own, never one that every object has. */
export const own = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined
