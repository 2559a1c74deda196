/** As many cases as a form can have: saved, read, run, and failing all at once. */
import type { JsonObject } from "@formwork/rules/Json"
import { form } from "../demo.ts"
import { parsed, validPayloads } from "../rules/payloads.ts"
import { type Attack, code, publish, times } from "./Attack.ts"
import type { Target } from "./Target.ts"

type Cases = ReadonlyArray<JsonObject>

/** Quotes of the demo form, each expected to be valid. */
const quotes = (): Cases =>
  validPayloads(500, 11).map((payload, index) => ({
    name: `Quote ${index}`,
    today: "2026-11-21",
    data: parsed(payload),
    expect: { valid: true }
  }))

const each = (count: number, members: number, expect: (names: ReadonlyArray<string>) => JsonObject): Cases => {
  const names = times(members, (index) => `m${index}`)
  return times(count, (index) => ({ name: `Case ${index}`, data: {}, expect: expect(names) }))
}

/** 45,000 members that no form has: as values, and as what is visible. */
const values = (): Cases =>
  each(500, 90, (names) => ({ calculatedData: Object.fromEntries(names.map((name) => [name, 1])) }))
const hidden = (names: ReadonlyArray<string>): JsonObject => ({
  visible: Object.fromEntries(names.map((name) => [name, true]))
})
const visible = (): Cases => each(500, 90, hidden)
const problems = (): Cases =>
  each(500, 30, (names) => ({ problems: names.map((name) => ({ pointer: `/data/${name}`, code: "rule" })) }))

/** 33 cases of 20,000 characters, each of which is found 230 times. */
const copies: JsonObject = {
  title: "Copies",
  fields: [
    { slug: "t", type: "text", maxLength: 20_000 },
    ...times(230, (index) => ({ slug: `f${index}`, type: "text", maxLength: 20_000, formula: "t" }))
  ]
}
const copied = (): Cases =>
  times(33, (index) => ({
    name: `Case ${index}`,
    data: { t: "x".repeat(20_000) },
    expect: { calculatedData: Object.fromEntries(times(230, (field) => [`f${field}`, "y"])) }
  }))

const plain: JsonObject = { title: "Plain", fields: [{ slug: "t", type: "text" }] }

/** The form under a code of its own. */
const again = (definition: JsonObject): JsonObject => ({
  ...definition,
  code: code(),
  referencePattern: "{code}-{seq}"
})

const saved = async (target: Target, definition: JsonObject, cases: Cases): Promise<string> => {
  const id = await publish(target, again(definition))
  const { body, status } = await target.ask("PUT", `/forms/${id}/examples`, { examples: cases })
  if (status !== 200) throw new Error(`cases were not saved: ${body.slice(0, 300)}`)
  return id
}

const steps = (name: string, definition: JsonObject, make: () => Cases): ReadonlyArray<Attack> => {
  const prepare = (target: Target) => saved(target, definition, make())
  return [
    {
      name: `cases/save ${name}`,
      prepare: (target) => publish(target, again(definition)),
      run: async ({ ask }, id) => [await ask("PUT", `/forms/${id}/examples`, { examples: make() })]
    },
    { name: `cases/read ${name}`, prepare, run: async ({ ask }, id) => [await ask("GET", `/forms/${id}/examples`)] },
    {
      name: `cases/run ${name}`,
      prepare,
      run: async ({ ask }, id) => [await ask("POST", `/forms/${id}/check`, {})]
    },
    { name: `cases/publish ${name}`, prepare, run: async ({ ask }, id) => [await ask("POST", `/forms/${id}/publish`)] }
  ]
}

export const caseAttacks: ReadonlyArray<Attack> = [
  ...steps("500 motor quotes", form, quotes),
  ...steps("2,000 cases of 20 fields that are not there", plain, () => each(2_000, 20, hidden)),
  ...steps("7,590 long values that differ", copies, copied),
  ...steps("45,000 values that differ", plain, values),
  ...steps("45,000 fields that are not there", plain, visible),
  ...steps("15,000 problems that are not there", plain, problems)
]
