/** Named sets of privileges that a person can have (spec/http.md §3.12). */
import { Schema } from "effect"
import { Privilege } from "./Privilege.ts"

export const Role = Schema.Literals(["owner", "admin", "author", "reviewer", "viewer"]).annotate({ identifier: "Role" })
export type Role = typeof Role.Type

const sets: { readonly [R in Role]: ReadonlyArray<Privilege> } = {
  owner: Privilege.literals,
  admin: Privilege.literals.filter((privilege) => privilege !== "organisation:write" && privilege !== "apikey:budget"),
  author: [
    "submission:read",
    "submission:write",
    "form:read",
    "form:write",
    "form:publish",
    "table:read",
    "table:write",
    "table:publish",
    "folder:read",
    "folder:write",
    "report:read"
  ],
  reviewer: ["submission:read", "submission:write", "form:read", "table:read", "folder:read", "report:read"],
  viewer: ["submission:read", "form:read", "table:read", "folder:read", "report:read"]
}

/** The privileges that `role` stands for. */
export const privileges = (role: Role): ReadonlyArray<Privilege> => sets[role]

/** Privileges that reach beyond forms and submissions: over keys, people, the audit log and the organisation itself. */
const beyondForms: ReadonlySet<Privilege> = new Set<Privilege>([
  "apikey:read",
  "apikey:write",
  "apikey:budget",
  "user:read",
  "user:write",
  "audit:read",
  "organisation:write"
])

/**
 * What a key may do of what it was granted, by its maker's role of today: all of it to forms and submissions, and beyond them what
 * the role may do (docs/decisions/0176).
 */
export const privilegesOfKey = (granted: ReadonlyArray<Privilege>, makers: Role): ReadonlyArray<Privilege> =>
  granted.filter((one) => !beyondForms.has(one) || sets[makers].includes(one))

/** What each role is for, in a sentence for the person who gives it. */
export const sentences: { readonly [R in Role]: string } = {
  owner: "May do everything; an organisation always has an active one.",
  admin: "May do everything but change the organisation itself, its secrets and the budgets of keys.",
  author: "Makes and publishes forms, and works with submissions.",
  reviewer: "Works with submissions and moves them through their workflow.",
  viewer: "Reads forms with their tables, submissions and reports."
}
