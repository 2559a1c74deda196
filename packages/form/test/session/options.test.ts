/** Options that depend on other answers, as a person meets them. */
import { check } from "@formwork/rules/check"
import { fillable } from "@formwork/rules/fillable"
import type { JsonObject } from "@formwork/rules/Json"
import { runPortable } from "@formwork/rules/runPortable"
import { toPortable } from "@formwork/rules/toPortable"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { openForm } from "../../src/FormSession.ts"

const plan: JsonObject = {
  slug: "plan",
  type: "choice",
  label: "Plan",
  options: [
    { value: "basic", label: "Basic" },
    { value: "junior", label: "Junior", when: "age < 18" },
    { value: "senior", label: "Senior", when: "age >= 65" }
  ]
}
const age: JsonObject = { slug: "age", type: "integer" }
const definition: JsonObject = {
  title: "A form",
  code: "T",
  fields: [
    plan,
    age,
    { ...plan, slug: "plans", type: "choices" },
    { slug: "people", type: "list", maxItems: 5, fields: [plan, age] }
  ]
}

const checked = Result.getOrThrow(check(definition))

for (const [name, form] of [
  ["with its rules", fillable(checked)],
  ["of a portable text", runPortable(toPortable(checked))]
] as const) {
  describe(`a session ${name}`, () => {
    const open = (data: JsonObject = {}) => openForm(form, { today: "2026-03-02", data })
    const offered = (session: ReturnType<typeof open>, pointer = "/plan"): ReadonlyArray<string> =>
      (session.view(pointer)?.options ?? []).map(({ value }) => value)

    it("shows the options that are offered with the other answers as they are", () => {
      const session = open()
      expect(offered(session)).toEqual(["basic"])
      session.set("/age", "17")
      expect(offered(session)).toEqual(["basic", "junior"])
      session.set("/age", "70")
      expect(offered(session)).toEqual(["basic", "senior"])
    })

    it("keeps what was chosen and is no longer offered, with a problem, until another one is chosen", () => {
      const session = open({ age: 17, plan: "junior" })
      expect(session.view("/plan")).toMatchObject({ notOffered: [], problem: undefined })
      session.set("/age", "70")
      expect(offered(session)).toEqual(["basic", "junior", "senior"])
      expect(session.view("/plan")).toMatchObject({
        value: "junior",
        notOffered: [{ value: "junior", label: "Junior" }]
      })
      expect(session.attempt().problems.map(({ code, field }) => `${code} ${field}`)).toEqual(["choice plan"])
      session.set("/plan", "senior")
      expect(offered(session)).toEqual(["basic", "senior"])
      expect(session.view("/plan")).toMatchObject({ notOffered: [], problem: undefined })
    })

    it("of several choices and of rows, by the row's own answers", () => {
      const session = open({ age: 1, plans: ["basic", "senior"], people: [{ age: 2 }, { age: 90, plan: "junior" }] })
      expect(session.view("/plans")?.notOffered).toMatchObject([{ value: "senior" }])
      expect(offered(session, "/people/0/plan")).toEqual(["basic", "junior"])
      expect(offered(session, "/people/1/plan")).toEqual(["basic", "junior", "senior"])
      session.set("/people/1/plan", "basic")
      expect(offered(session, "/people/1/plan")).toEqual(["basic", "senior"])
    })

    it("a view that did not change stays the same object", () => {
      const session = open({ age: 17 })
      const before = session.view("/plan")
      session.set("/age", "16")
      expect(session.view("/plan")).toBe(before)
    })
  })
}
