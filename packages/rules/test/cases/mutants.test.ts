/** The cases of the demo stop mistakes: of 500 definitions with one mistake each, at least 95 of 100. */
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { type Expectation, findingsOf } from "../../src/cases/Expectation.ts"
import { check } from "../../src/check.ts"
import type { Evaluation } from "../../src/Evaluation.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { isObject } from "../../src/LongNumber.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { payload } from "../fuzz/payloads.ts"
import { Random } from "../fuzz/Random.ts"
import { checked, TODAY } from "../support.ts"
import { type Mutant, mutantsOf, otherNumbers } from "./mutants.ts"

interface Case {
  readonly data: JsonObject
  readonly today: string
  readonly expect: Expectation
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../apps/server/demo/${name}.json`, import.meta.url), "utf8"))

const SEED = 255
const MUTANTS = 500
const PAYLOADS = 1_500

/** Another value in the place of one: a number near it, another of the texts that occur, nothing. */
const nudged = (random: Random, value: Json, pool: ReadonlyArray<Json>): Json => {
  if (random.once(8)) return null
  if (typeof value === "number")
    return Number(random.pick([...otherNumbers(String(value)), String(random.whole(0, 120))]))
  if (typeof value === "boolean") return !value
  if (typeof value === "string" && /^\d+\.\d\d$/.test(value))
    return random.pick([...otherNumbers(value), `${random.whole(0, 90_000)}.00`])
  if (typeof value === "string") return random.pick(pool)
  if (Array.isArray(value)) {
    const entries: ReadonlyArray<Json> = value
    const at = random.whole(0, entries.length)
    return random.once(3)
      ? entries.slice(0, at)
      : entries.map((one, index) => (index === at ? nudged(random, one, pool) : one))
  }
  return isObject(value) ? near(random, value, pool) : value
}

/** A payload that differs from another in one to three members. */
const near = (random: Random, data: JsonObject, pool: ReadonlyArray<Json>): JsonObject => {
  const changed: { [name: string]: Json } = { ...data }
  for (let times = random.whole(1, 3); times > 0; times -= 1) {
    const names = Object.keys(changed)
    if (names.length === 0) return changed
    const name = random.pick(names)
    changed[name] = nudged(random, changed[name] ?? null, pool)
  }
  return changed
}

const textsIn = (value: Json): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** What a case can see of an evaluation: everything but the words. */
const seen = ({ calculatedData, hiddenFields, outcomes, problems, valid }: Evaluation): string =>
  JSON.stringify([
    valid,
    calculatedData,
    hiddenFields,
    outcomes.map(({ id }) => id),
    problems.map(({ code, pointer }) => `${pointer} ${code}`)
  ])

const demoOf = (name: string) => {
  const definition: JsonObject = read(name)
  const cases: ReadonlyArray<Case> = read(`${name}.cases`).examples
  const random = new Random(SEED, definition["fields"] === undefined ? 0 : textsIn(definition["fields"]).length)
  const pool = textsIn(cases.map(({ data }) => data))
  const original = compileClosures(checked(definition))
  const options = { today: TODAY, draft: false }
  const inputs = Array.from({ length: PAYLOADS }, (_, index) =>
    index % 3 === 0 ? payload(random, definition) : near(random, random.pick(cases).data, pool)
  ).map((data) => ({ data, was: seen(original.evaluate(data, options)) }))
  const mutants = mutantsOf(definition).filter((mutant) => Result.isSuccess(check(mutant.definition)))
  return { name, definition, cases, inputs, mutants, options }
}

type Demo = ReturnType<typeof demoOf>

const failing = (definition: JsonObject, { cases }: Demo): number => {
  const form = checked(definition)
  const compiled = compileClosures(form)
  const { fields } = form.definition
  return cases.filter(({ data, expect: wanted, today }) =>
    findingsOf(wanted, compiled.evaluate(data, { today, draft: false }), { fields, data }).some(({ isMet }) => !isMet)
  ).length
}

const differs = ({ definition }: Mutant, { inputs, options }: Demo): boolean => {
  const compiled = compileClosures(checked(definition))
  return inputs.some(({ data, was }) => seen(compiled.evaluate(data, options)) !== was)
}

it("the demo's cases stop at least 95 of 100 definitions with a mistake in them", { timeout: 120_000 }, () => {
  const demos = ["roof", "motor-quote", "intake-score"].map(demoOf)
  for (const demo of demos) expect(failing(demo.definition, demo)).toBe(0)
  const all = demos.flatMap((demo) => demo.mutants.map((mutant) => ({ demo, mutant })))
  const found = { stopped: 0, alike: 0, missed: new Array<string>() }
  for (const { demo, mutant } of new Random(SEED, 1).shuffled(all)) {
    if (found.stopped + found.missed.length === MUTANTS) break
    if (failing(mutant.definition, demo) > 0) found.stopped += 1
    else if (differs(mutant, demo)) found.missed.push(`${demo.name}${mutant.what}`)
    else found.alike += 1
  }
  const told = `of ${MUTANTS} mutants (of ${all.length} that can be published) ${found.stopped} were stopped; ${found.alike} more gave the same for ${PAYLOADS} payloads`
  console.info(told)
  expect(found.stopped + found.missed.length, told).toBe(MUTANTS)
  expect(found.stopped / MUTANTS, found.missed.join("\n")).toBeGreaterThanOrEqual(0.95)
})
