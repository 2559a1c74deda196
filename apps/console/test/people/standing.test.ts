/** What a list says of a person, and which filter finds them. */
import type { ListedInvitation, ListedUser } from "@formwork/client/contract"
import { expect, test } from "vitest"
import { isListed, peopleSearch } from "../../src/screens/settings/people/peopleSearch.ts"
import { standing } from "../../src/screens/settings/people/standing.ts"

const now = Date.parse("2026-11-23T12:00:00.000Z")
const before = "2026-11-20T12:00:00.000Z"
const later = "2026-11-27T12:00:00.000Z"

const sent: ListedInvitation = {
  state: "pending",
  createdAt: before,
  expiresAt: later,
  acceptedAt: null,
  sender: null
}
const ada: ListedUser = {
  id: "1",
  email: "ada@demo.example",
  name: "Ada",
  role: "viewer",
  createdAt: before,
  deactivatedAt: null,
  lastSeenAt: null,
  invitation: null
}

const people: Readonly<Record<string, readonly [person: ListedUser, expected: ReturnType<typeof standing>]>> = {
  "one who was added with a password": [ada, "active"],
  "one who was invited": [{ ...ada, invitation: sent }, "pending"],
  "one whose invitation expired since it was read": [{ ...ada, invitation: { ...sent, expiresAt: before } }, "expired"],
  "one whose invitation expired": [{ ...ada, invitation: { ...sent, state: "expired", expiresAt: before } }, "expired"],
  "one whose invitation was revoked": [{ ...ada, invitation: { ...sent, state: "revoked" } }, "revoked"],
  "one who accepted and has not come yet": [
    { ...ada, invitation: { ...sent, state: "accepted", acceptedAt: before, expiresAt: before } },
    "active"
  ],
  "one who was here and was sent a link for another password": [
    { ...ada, lastSeenAt: before, invitation: sent },
    "active"
  ],
  "one who was invited and deactivated": [
    { ...ada, deactivatedAt: before, invitation: { ...sent, state: "revoked" } },
    "deactivated"
  ]
}

test.each(Object.entries(people))("%s", (_, [person, expected]) => {
  expect(standing(person, now)).toBe(expected)
  const found = ([undefined, "invited", "deactivated", "any"] as const).filter((state) =>
    isListed(state === undefined ? {} : { state }, person, now)
  )
  const isInvited = expected !== "active" && expected !== "deactivated"
  expect(found).toEqual([
    ...(expected === "deactivated" ? ["deactivated"] : [undefined, ...(isInvited ? ["invited"] : [])]),
    "any"
  ])
})

test("a state of the address that is none is left out", () => {
  expect(peopleSearch({ state: "invited" })).toEqual({ state: "invited" })
  expect(peopleSearch({ state: "asleep" })).toEqual({})
})
