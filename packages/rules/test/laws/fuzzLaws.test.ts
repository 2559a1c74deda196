/** The laws of the language (laws.test.ts) on the fuzzer's forms, which have every operator, every type and every limit. */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { isObject } from "../../src/LongNumber.ts"
import { describe, expect, it } from "vitest"
import { check } from "../../src/check.ts"
import type { EvaluateOptions } from "../../src/CompiledForm.ts"
import type { Evaluation, Problem } from "../../src/Evaluation.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { withUsedConstants } from "../fuzz/constants.ts"
import { backEnds, type Compile } from "../fuzz/compare.ts"
import { formAt, inputAt, misjudged } from "../fuzz/pairs.ts"
import { Random } from "../fuzz/Random.ts"
import { type FormField, formOf } from "../oracle/Form.ts"
import { checked } from "../support.ts"

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const runs = { numRuns: 250 }

interface Sample {
  readonly definition: JsonObject
  readonly data: JsonObject
  readonly options: EvaluateOptions
  readonly random: Random
}

const sampleOf = (number: number): Sample => {
  const { definition } = formAt(number, 0)
  return { definition, ...inputAt(number, 0, definition), random: new Random(number, 3) }
}

const jsonOf = (value: unknown): Json => JSON.parse(JSON.stringify(value))

const withFields = (definition: JsonObject, fields: ReadonlyArray<FormField>): JsonObject => ({
  ...definition,
  fields: jsonOf(fields)
})

/** The definition with a field that no section hides. */
const outOfSections = (definition: JsonObject, slug: string): JsonObject => ({
  ...definition,
  sections: jsonOf(
    (formOf(definition).sections ?? [])
      .map((section) => ({ ...section, fields: section.fields.filter((name) => name !== slug) }))
      .filter(({ fields }) => fields.length > 0)
  )
})

/** Of two names equally near, the first field's is suggested: only that message depends on the order of fields. */
const told = (problem: Problem): string =>
  JSON.stringify(problem.code === "unknown_field" ? { ...problem, message: "" } : problem)

const unordered = ({ calculatedData, hiddenFields, problems, ...rest }: Evaluation) => ({
  ...rest,
  calculatedData: { ...calculatedData },
  hiddenFields: hiddenFields.toSorted(),
  problems: problems.map(told).toSorted()
})

/** Without a field, and without its group where nothing else is in it. */
const without = (object: JsonObject, name: string): JsonObject => {
  const [group = "", ...parts] = name.split(".")
  const inside = parts.length === 0 ? undefined : object[group]
  if (parts.length > 0 && (inside === undefined || !isObject(inside))) return object
  const rest = inside !== undefined && isObject(inside) ? without(inside, parts.join(".")) : {}
  return Object.fromEntries(
    Object.entries(object).flatMap(([member, value]) =>
      member !== group ? [[member, value] as const] : Object.keys(rest).length === 0 ? [] : [[member, rest] as const]
    )
  )
}

const laws = (compile: Compile): void => {
  const run = (definition: JsonObject, data: JsonObject, options: EvaluateOptions): Evaluation =>
    compile(checked(definition)).evaluate(data, options)

  it("the order of fields never matters", () => {
    fc.assert(
      fc.property(seed, (number) => {
        const { data, definition, options, random } = sampleOf(number)
        const shuffled = random
          .shuffled(formOf(definition).fields)
          .map((field) => (field.fields === undefined ? field : { ...field, fields: random.shuffled(field.fields) }))
        expect(unordered(run(withFields(definition, shuffled), data, options))).toEqual(
          unordered(run(definition, data, options))
        )
      }),
      runs
    )
  })

  it("evaluating twice gives the same bytes, with other evaluations in between", () => {
    fc.assert(
      fc.property(seed, (number) => {
        const { data, definition, options } = sampleOf(number)
        const form = compile(checked(definition))
        const before = JSON.stringify(data)
        const first = JSON.stringify(form.evaluate(data, options))
        for (let other = 1; other < 5; other += 1) {
          const input = inputAt(number, other, definition)
          form.evaluate(input.data, input.options)
        }
        expect(JSON.stringify(form.evaluate(data, options))).toBe(first)
        expect(JSON.stringify(run(definition, data, options))).toBe(first)
        expect(JSON.stringify(data)).toBe(before)
      }),
      runs
    )
  })

  it("hiding a field equals leaving it out", () => {
    fc.assert(
      fc.property(seed, (number) => {
        const { data, definition, options, random } = sampleOf(number)
        const { fields } = formOf(definition)
        const sent = fields.filter(({ formula }) => formula === undefined)
        if (sent.length === 0) return
        const { slug } = random.pick(sent)
        const put = (visibleWhen: string): JsonObject =>
          withUsedConstants(
            withFields(
              outOfSections(definition, slug),
              fields.map((field) => (field.slug === slug ? { ...field, visibleWhen } : field))
            )
          )
        const hidden = run(put("false"), data, options)
        const rest = without(data, slug)
        expect(run(put("false"), rest, options)).toEqual(hidden)
        const shown = run(put("true"), rest, options)
        const elsewhere = <At extends { readonly field?: string }>(all: ReadonlyArray<At>): ReadonlyArray<At> =>
          all.filter(({ field = "" }) => field !== slug && !field.startsWith(`${slug}[`))
        expect(elsewhere(shown.problems)).toEqual(elsewhere(hidden.problems))
        expect(elsewhere(shown.outcomes)).toEqual(hidden.outcomes)
        expect(without(shown.calculatedData, slug)).toEqual(hidden.calculatedData)
        expect([shown.effects, shown.data]).toEqual([hidden.effects, hidden.data])
        expect(shown.hiddenFields).toEqual(hidden.hiddenFields.filter((name) => name !== slug))
      }),
      runs
    )
  })

  it("adding a field that nothing reads changes nothing else", () => {
    fc.assert(
      fc.property(seed, (number) => {
        const { data, definition, options, random } = sampleOf(number)
        const { fields } = formOf(definition)
        const more = fields.toSpliced(random.whole(0, fields.length), 0, { slug: "unreadUnsent", type: "integer" })
        expect(JSON.stringify(run(withFields(definition, more), data, options))).toBe(
          JSON.stringify(run(definition, data, options))
        )
      }),
      runs
    )
  })

  it("a draft differs only in what is required", () => {
    fc.assert(
      fc.property(seed, (number) => {
        const { data, definition, options } = sampleOf(number)
        const full = run(definition, data, { ...options, draft: false })
        const problems = full.problems.filter(({ code }) => code !== "required")
        expect(JSON.stringify(run(definition, data, { ...options, draft: true }))).toBe(
          JSON.stringify({ ...full, valid: problems.length === 0, problems })
        )
      }),
      runs
    )
  })
}

for (const [name, compile] of backEnds) describe(`on random forms, in ${name},`, () => laws(compile))

it("a circle planted in a random form is found and named", () => {
  fc.assert(
    fc.property(seed, (number) => {
      const { definition, random } = sampleOf(number)
      const { fields } = formOf(definition)
      const chosen = random.shuffled(fields.map(({ slug }) => slug)).slice(0, random.whole(1, 4))
      const planted = fields.map((field) => {
        const at = chosen.indexOf(field.slug)
        const next = chosen[(at + 1) % chosen.length]
        return at < 0 ? field : { ...field, visibleWhen: `${next} == null` }
      })
      const result = check(withFields(definition, planted))
      if (Result.isSuccess(result)) throw new Error(`the circle of ${chosen.join(", ")} was not found`)
      // Every circle that is named is one, and at least one is named.
      expect(misjudged(withFields(definition, planted), result.failure)).toBeUndefined()
      expect(result.failure.some(({ message }) => /in a circle|depends on itself/.test(message))).toBe(true)
    }),
    runs
  )
})
