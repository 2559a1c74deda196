/** What is said of names of groups that cannot be, and of names that are meant for a field in a group. */
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { check } from "../../src/check.ts"
import type { Json } from "../../src/Json.ts"
import { formOf } from "../support.ts"

describe("faults", () => {
  const messagesOf = (parts: { readonly [member: string]: Json }): ReadonlyArray<string> =>
    Result.match(check(formOf(parts)), {
      onSuccess: () => [],
      onFailure: (faults) => faults.map(({ message, pointer }) => `${pointer} ${message}`)
    })
  const street = { slug: "address.street", type: "text" }

  it("a group has a name of its own", () => {
    expect(messagesOf({ fields: [street, { slug: "address", type: "text" }] })).toEqual([
      "/fields/1/slug `address` is a group, because there is a field `address.street`, so no field is called so. Give one of them another name."
    ])
    expect(
      messagesOf({
        fields: [
          { slug: "today.x", type: "text" },
          { slug: "submission.id", type: "text" }
        ]
      })
    ).toEqual([
      "/fields/0/slug A group cannot be called `today`: the rule language uses the word for itself.",
      "/fields/1/slug A group cannot be called `submission`: a file of submissions has columns of that name."
    ])
    expect(
      messagesOf({
        constants: { address: { type: "number", value: 1 } },
        fields: [street, { slug: "n", type: "number", formula: "1" }]
      })[0]
    ).toContain("/constants/address")
  })

  it("rows have no field that is called as a group, and hints at groups stand wherever a field is named", () => {
    const rows = { slug: "l", type: "list", maxItems: 2, fields: [{ slug: "address", type: "text", maxLength: 9 }] }
    expect(messagesOf({ fields: [street, rows] })[0]).toContain(
      "`address` is a group, because there is a field `address.street`, and a rule of these rows could not tell the two apart."
    )
    const check = (field: string) =>
      messagesOf({ fields: [street], checks: [{ id: "c", field, check: "true", message: "m" }] })[0]
    expect([check("address"), check("street")]).toEqual([
      expect.stringContaining("It is a group of fields; name one of them: `address.street`."),
      expect.stringContaining("It is in a group: `address.street`.")
    ])
    const sent = (text: string) =>
      messagesOf({
        fields: [street],
        effects: [{ id: "e", kind: "notification", to: ["a@b.co"], subject: "s", text }]
      })[0]
    expect([sent("{address.streat}"), sent("{address}")]).toEqual([
      expect.stringContaining("Did you mean `address.street`?"),
      expect.stringContaining("It is a group of fields")
    ])
  })

  it("fields of rows are in no group, and there is no group in a group", () => {
    expect(messagesOf({ fields: [{ slug: "rows", type: "list", fields: [{ slug: "a.b", type: "text" }] }] })).toEqual([
      "/fields/0/fields/0/slug A row's fields are in no group, so there is no point in their names. Call it `b`."
    ])
    expect(messagesOf({ fields: [{ slug: "a.b.c", type: "text" }] })[0]).toContain("or one in a group")
  })

  it("a group is no value, and a field in one is asked for by its whole name", () => {
    const rule = (formula: string) =>
      messagesOf({
        fields: [
          street,
          { slug: "n", type: "integer", formula },
          { slug: "l", type: "list", fields: [{ slug: "x", type: "text" }] }
        ]
      })
    expect(rule("length(address)")[0]).toContain("It is a group of fields; name one of them: `address.street`.")
    expect(rule("length(street)")[0]).toContain("It is in a group: `address.street`.")
    expect(rule("length(address.streat)")[0]).toContain(
      "There is no field `address.streat`. Did you mean `address.street`?"
    )
    expect(rule("count(l, address, address.x == '')")[0]).toContain("A row cannot be called `address")
    expect(messagesOf({ fields: [street], sections: [{ id: "s", title: "S", fields: ["address"] }] })[0]).toContain(
      "It is a group of fields; name one of them: `address.street`."
    )
  })

  it("what other languages call a group says how it is written here", () => {
    expect(messagesOf({ fields: [{ slug: "home", type: "group", fields: [] }, street] })[0]).toContain(
      "Fields are in a group by their names: write fields `home.street` and `home.city`"
    )
    expect(messagesOf({ fields: [{ slug: "at", type: "location" }, street] })[0]).toContain("`at.latitude`")
  })
})
