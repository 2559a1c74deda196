/** The pattern of a form's reference numbers: its parts, its faults, and that no two forms give the same. */
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { check } from "../../src/check.ts"
import type { Definition, ReferencePart } from "../../src/Definition.ts"
import type { JsonObject } from "../../src/Json.ts"
import { checked, faultsOf, formOf, oneOfEach } from "../support.ts"

const definitionOf = (members: JsonObject): Definition => checked(formOf({ fields: oneOfEach, ...members })).definition

describe("a reference pattern", () => {
  const parts = (referencePattern: string): ReadonlyArray<ReferencePart> =>
    definitionOf({ code: "MQ", referencePattern }).reference
  const refused = (referencePattern: string): boolean =>
    faultsOf(formOf({ code: "MQ", fields: oneOfEach, referencePattern })).includes("/referencePattern")

  it("a reference pattern is read into parts, with the code resolved and literals joined", () => {
    expect(parts("MQ-{yyyy}-{seq:6}")).toEqual([
      { kind: "literal", text: "MQ-" },
      { kind: "year", digits: 4 },
      { kind: "literal", text: "-" },
      { kind: "sequence", width: 6 }
    ])
    expect(parts("{code}.A/{yy}{mm}{dd}_{random:10}")).toEqual([
      { kind: "literal", text: "MQ.A/" },
      { kind: "year", digits: 2 },
      { kind: "month" },
      { kind: "day" },
      { kind: "literal", text: "_" },
      { kind: "random", length: 10 }
    ])
    expect(parts("MQ {seq}")).toEqual([
      { kind: "literal", text: "MQ " },
      { kind: "sequence", width: 1 }
    ])
  })

  it("a pattern that was published when the code could stand anywhere goes on, and is not published again", () => {
    for (const referencePattern of ["A1 MQ {seq}", "MQ{seq}", "{yyyy}/MQ/{seq:6}", "A/{code}.{random:10}"]) {
      expect([referencePattern, refused(referencePattern)]).toEqual([referencePattern, true])
      const form = formOf({ code: "MQ", fields: oneOfEach, referencePattern })
      expect(Result.isSuccess(check(form, {}, { published: true }))).toBe(true)
    }
  })

  it("two forms with different codes have no reference in common", () => {
    const code = fc.constantFrom("A", "A1", "B")
    const tokens = fc.array(fc.constantFrom("A", "A1", "B", "1", " ", "-"), { maxLength: 5 })
    const text = fc.tuple(tokens, tokens).map(([before, after]) => `${before.join("")}{seq}${after.join("")}`)
    const referenceOf = (form: string, referencePattern: string) => {
      const read = check(formOf({ code: form, fields: oneOfEach, referencePattern }))
      return Result.isSuccess(read) ? read.success.definition.reference : []
    }
    const written = (parts: ReadonlyArray<ReferencePart>): ReadonlyArray<string> =>
      parts.length === 0
        ? []
        : ["1", "2", "11", "12", "111"].map((number) =>
            parts.map((part) => (part.kind === "literal" ? part.text : number)).join("")
          )
    let met = 0
    fc.assert(
      fc.property(
        code,
        code,
        text,
        fc.option(text, { freq: 1 }),
        fc.constantFrom("", " ", "-"),
        (one, other, mine, theirs, sign) => {
          fc.pre(one !== other)
          const start = sign === "" ? ["", ""] : [`${one}${sign}`, `${other}${sign}`]
          const taken = new Set(written(referenceOf(one, `${start[0]}${mine}`)))
          const given = written(referenceOf(other, `${start[1]}${theirs ?? mine}`))
          if (taken.size > 0 && given.length > 0) met++
          expect(given.filter((reference) => taken.has(reference))).toEqual([])
        }
      ),
      { numRuns: 3_000 }
    )
    expect(met).toBeGreaterThan(200)
  })

  it("a reference pattern has one counter, known parts, plain characters and a result of at most 64 characters", () => {
    for (const pattern of [
      "MQ",
      "MQ-{seq}-{seq}",
      "MQ-{seq}-{random:8}",
      "AMQ-{seq}",
      "MQX-{seq}",
      "mq-{seq}",
      "MQ-{seq:0}",
      "MQ-{seq:13}",
      "MQ-{random}",
      "MQ-{random:5}",
      "MQ-{random:33}",
      "MQ-{Seq}",
      "MQ-{seq",
      "MQ-seq}",
      "MQ-é-{seq}",
      "MQ\n{seq}",
      `MQ-${"x".repeat(50)}-{seq}`,
      ""
    ]) {
      expect([pattern, refused(pattern)]).toEqual([pattern, true])
    }
    expect(refused(`MQ-${"x".repeat(48)}-{seq}`)).toBe(false)
  })
})
