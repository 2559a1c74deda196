/** What the address of the audit log means, and which definitions name a secret. */
import { expect, test } from "vitest"
import { auditSearch, filterOf } from "../../src/screens/settings/audit/auditSearch.ts"
import { hostsIn } from "../../src/screens/settings/secrets/hostsIn.ts"
import { namesSecret } from "../../src/screens/settings/secrets/namesSecret.ts"

test("an address of the audit log keeps what it knows, and days alone as days", () => {
  expect(auditSearch({ action: "user.created", from: "2026-11-23", to: "soon", page: 3, request: 12 })).toEqual({
    action: "user.created",
    request: "12",
    from: "2026-11-23"
  })
  expect(filterOf({ from: "2026-11-23", to: "2026-11-23", user: "u" })).toEqual({
    user: "u",
    from: new Date(2026, 10, 23).toISOString(),
    to: new Date(2026, 10, 24).toISOString()
  })
})

test.each([
  ["to sign with", { effects: [{ kind: "delivery", secret: "s" }] }, true],
  ["in a header", { effects: [{ headers: { Authorization: { secret: "s", prefix: "Bearer " } } }] }, true],
  ["in a list of headers", { effects: [{ headers: [{ name: "x", value: { secret: "s" } }] }] }, true],
  ["not at all", { effects: [{ kind: "delivery", secret: "t" }, null, 3] }, false],
  ["as a member of a body, which is no reference", { effects: [{ body: { secret: "s" } }] }, false],
  ["without effects", { fields: [{ secret: "s" }] }, false]
])("a definition that names the secret %s", (_, definition, names) => {
  expect(namesSecret(definition, "s")).toBe(names)
})

test("a day that no calendar has is none: the screen opens without it", () => {
  const search = auditSearch({ from: "2026-99-99", to: "2026-11-23" })
  expect(search).toEqual({ to: "2026-11-23" })
  expect(Object.keys(filterOf(search))).toEqual(["to"])
})

test("hosts stand between blanks, commas or lines", () => {
  expect(hostsIn(" a.example,b.example\n\nc.example:8443 ")).toEqual(["a.example", "b.example", "c.example:8443"])
})
