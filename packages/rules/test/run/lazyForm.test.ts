/** What a compiled form keeps: text in place of trees, from which the same form is made again. */
import { getHeapStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { CompiledForm } from "../../src/CompiledForm.ts"
import { generate } from "../../src/run/compileGenerated.ts"
import type { JsonObject } from "../../src/Json.ts"
import { LazyForm } from "../../src/run/lazy/LazyForm.ts"
import { backEnds } from "../fuzz/compare.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { checked, compiled, formOf, oneOfEach, TODAY } from "../support.ts"

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })

setFlagsFromString("--expose-gc")
const gc: () => void = runInNewContext("gc")

/** What a weak reference points at stays until the job is over that made it or looked at it. */
const collect = async (): Promise<void> => {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve))
    gc()
  }
}

/** Without functions, and with big integers in decimal digits. */
const plain = (tree: unknown): unknown =>
  JSON.parse(JSON.stringify(tree, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value)))

describe("a checked form that is kept as text", () => {
  it("a form made again from its text has the same trees in the same order, and the same code", () => {
    fc.assert(
      fc.property(seed, (number) => {
        const form = checked(formAt(number, 0).definition)
        const again = new LazyForm(form).checked()
        expect(plain(again)).toEqual(plain(form))
        expect(generate(again).source).toBe(generate(form).source)
      }),
      { numRuns: 150 }
    )
  })

  it("a form made again from its text has every character of its texts", () => {
    const label = fc.oneof(fc.string({ unit: "binary", minLength: 1, maxLength: 200 }), fc.constant("L’âge — 年齢 😀"))
    fc.assert(
      fc.property(label, (text) => {
        const fields = oneOfEach.map((field) => ({ ...field, description: text.replaceAll("\0", "") }))
        const form = checked(formOf({ fields }))
        expect(new LazyForm(form).fields()).toEqual(form.definition.fields)
      }),
      { numRuns: 100 }
    )
  })

  it("a form is made once, and again after the garbage collector has taken it", async () => {
    const lazy = new LazyForm(checked(formOf({ fields: oneOfEach })))
    expect(lazy.checked()).toBe(lazy.checked())
    const first = new WeakRef(lazy.checked())
    await collect()
    expect(first.deref()).toBeUndefined()
    expect(lazy.checked().fields).toHaveLength(oneOfEach.length)
  })
})

describe("a compiled form whose trees were collected", () => {
  const wide = formOf({
    fields: [
      { slug: "a", type: "number", decimals: 6, required: true },
      { slug: "b", type: "number", decimals: 6, label: "The second" },
      { slug: "product", type: "number", decimals: 2, formula: "round(a * b, 2)" },
      { slug: "hidden", type: "text", visibleWhen: "a > 1" },
      {
        slug: "rows",
        type: "list",
        fields: [
          { slug: "n", type: "number", decimals: 6, unique: true },
          { slug: "by", type: "number", decimals: 2, formula: "round(n * a, 2)" }
        ]
      }
    ],
    outcomes: [{ id: "large", severity: "info", when: "a * b > 1", message: "{product}" }]
  })
  const payloads: ReadonlyArray<JsonObject> = [
    { a: 123456.789012, b: 654321.123456 },
    { a: 987654321.123457, b: 987654321.987654, hidden: 7, rows: [{ n: 123456789.123456 }, { n: 1, by: 2 }] },
    { b: "x", hidden: "kept", rows: [{ n: 1 }, { n: 1 }, 3, { m: 1 }], c: 1 },
    {}
  ]
  it.each(backEnds)("the form answers and explains as before: %s", async (_, compile) => {
    const form = compile(checked(wide))
    const answers = () => payloads.map((data) => JSON.stringify(form.explain(data, { today: TODAY, draft: false })))
    const evaluateAll = () =>
      payloads.map((data) => JSON.stringify(form.evaluate(data, { today: TODAY, draft: false })))
    const [explained, evaluated] = [answers(), evaluateAll()]
    await collect()
    expect(evaluateAll()).toEqual(evaluated)
    await collect()
    expect(answers()).toEqual(explained)
  })
})

const RUNS = 20

/** Bytes of the heap that forms take, all of them run, and what they say of themselves. */
const heldBy = async (
  definitions: ReadonlyArray<JsonObject>,
  compile: (definition: JsonObject) => CompiledForm,
  run: (form: CompiledForm, index: number) => void
) => {
  const inUse = async () => {
    await collect()
    return getHeapStatistics().used_heap_size
  }
  const before = await inUse()
  const forms = definitions.map(compile)
  for (let round = 0; round < RUNS; round += 1) forms.forEach(run)
  const held = (await inUse()) - before
  return { held, said: forms.reduce((sum, { bytes }) => sum + bytes, 0) }
}

describe("what a compiled form says it keeps", () => {
  it.each(backEnds)(
    "the estimate is within a factor of two and a half of what a form of any size keeps: %s",
    async (_, compile) => {
      const samples = Array.from({ length: 100 }, (__, index) => formAt(index, 0).definition)
      const inputs = samples.map((definition, index) => inputAt(index, 0, definition))
      const { held, said } = await heldBy(
        samples,
        (definition) => compile(checked(structuredClone(definition))),
        (form, index) => {
          const { data, options } = inputs[index] ?? { data: {}, options: { today: TODAY, draft: false } }
          form.evaluate(data, options)
        }
      )
      expect(said / held).toBeGreaterThan(0.4)
      expect(said / held).toBeLessThan(2.5)
    }
  )

  it.each(backEnds)(
    "one long condition that shows a section of many fields is kept once, and counted: %s",
    async (_, compile) => {
      const slugs = Array.from({ length: 199 }, (__, index) => `f${index}`)
      const visibleWhen = Array.from({ length: 120 }, (__, index) => `go > ${index}`).join(" || ")
      const wide = formOf({
        fields: [{ slug: "go", type: "integer" }, ...slugs.map((slug) => ({ slug, type: "integer" }))],
        sections: [{ id: "all", title: "All", fields: slugs, visibleWhen }]
      })
      const { held, said } = await heldBy(
        Array.from({ length: 4 }, () => wide),
        (definition) => compile(checked(structuredClone(definition))),
        (form) => form.evaluate({ go: 1, f0: 1 }, { today: TODAY, draft: false })
      )
      expect(said / held).toBeGreaterThan(0.4)
      expect(said / held).toBeLessThan(4)
    }
  )

  it("the estimate counts the tables of patterns", () => {
    const field = { slug: "t", type: "text", maxLength: 20 }
    const withPattern = (pattern: string) => compiled(formOf({ fields: [{ ...field, pattern }] })).bytes
    expect(withPattern("(?:a{0,80}b){5}") - withPattern("[ab]{1,60}")).toBeGreaterThan(2_000)
  })
})
