import { createRequire } from "node:module"
import { OPTIONS } from "../demo.ts"
import type { JsonObject } from "@formwork/rules/Json"
import { type Peer, pounds, type QuoteResult } from "./Peer.ts"

type Component = { readonly [member: string]: unknown }

interface Scope {
  readonly errors?: ReadonlyArray<{ readonly context?: { readonly path?: string } }>
  readonly conditionals?: ReadonlyArray<{ readonly path: string; readonly conditionallyHidden?: boolean }>
}
interface Context {
  readonly data: { readonly [key: string]: unknown }
  readonly scope: Scope
}
interface FormioCore {
  readonly Processors: unknown
  readonly processSync: (context: unknown) => Scope
}

const require = createRequire(import.meta.url)
const { processSync, Processors }: FormioCore = require("@formio/core")

const field = (type: string, key: string, validate: Component = {}, more: Component = {}): Component => ({
  type,
  key,
  label: key,
  input: true,
  validate,
  ...more
})
const required = { required: true }
const showIf = (condition: string): Component => ({ customConditional: `show = ${condition}` })
const select = (key: string, values: ReadonlyArray<string>, validate: Component = {}): Component =>
  field(
    "select",
    key,
    { ...validate, onlyAvailableItems: true },
    {
      data: { values: values.map((value) => ({ value, label: value })) },
      dataSrc: "values"
    }
  )
const formula = (key: string, code: string, type = "number"): Component =>
  field(type, key, {}, { calculateValue: `value = ${code}` })
const condition = (key: string, code: string): Component => formula(key, code, "checkbox")
const custom = (condition: string, message: string): Component => ({
  custom: `valid = (${condition}) ? true : '${message}'`
})

/** Form.io has no custom functions, so each formula repeats this code. */
const AGE = `+'${OPTIONS.today}'.slice(0, 4) - row.birthDate.slice(0, 4) - ('${OPTIONS.today}'.slice(5) < row.birthDate.slice(5) ? 1 : 0)`

const rows: ReadonlyArray<Component> = [
  field("textfield", "name", { ...required, maxLength: 100 }),
  field("textfield", "birthDate", { ...required, ...custom(`${AGE} >= 17`, "too young") }),
  field("checkbox", "isMain"),
  select("licence", ["full", "provisional"], required),
  field("textfield", "licenceNumber", { ...required, pattern: "[A-Z0-9]{16}" }, showIf("row.licence === 'full'")),
  field("number", "convictions", { ...required, min: 0, max: 20 }),
  field("number", "age", {}, { calculateValue: `value = ${AGE}` })
]

const components: ReadonlyArray<Component> = [
  field("textfield", "proposerName", { ...required, minLength: 2, maxLength: 100 }),
  field("email", "email", required),
  field("textfield", "phone", custom("data.contactBy.indexOf('phone') < 0 || input", "required")),
  field("textfield", "contactBy", required, { multiple: true }),
  field("textfield", "callTime", {}, showIf("data.contactBy.indexOf('phone') >= 0")),
  field("textfield", "requestedAt", required),
  field("textfield", "startDate", {
    ...required,
    ...custom(
      "input >= data.requestedAt.slice(0, 10) && Date.parse(input) - Date.parse(data.requestedAt.slice(0, 10)) <= 90 * 86400000",
      "too late"
    )
  }),
  select("cover", ["comp", "tpft", "tpo"], required),
  select("paymentPlan", ["annual", "monthly"]),
  field("number", "voluntaryExcess", { min: 0, max: 1000 }),
  field("textfield", "registration", { ...required, pattern: "[A-Z]{2}[0-9]{2} ?[A-Z]{3}" }),
  field("url", "advert"),
  field("number", "vehicleValue", { ...required, min: 100, max: 500_000 }),
  field("number", "engineLitres", { min: 0.1, max: 10 }),
  field("textfield", "firstRegistered", custom("!input || input <= data.startDate", "too late")),
  field("number", "annualMiles", { ...required, min: 0, max: 100_000 }),
  select("usage", ["social", "commuting", "business"], required),
  field(
    "number",
    "businessMiles",
    { ...required, min: 1, ...custom("!input || input <= data.annualMiles", "too many") },
    showIf("data.usage === 'business'")
  ),
  select("overnight", ["garage", "drive", "street"]),
  field("checkbox", "modified"),
  field("textarea", "modifications", { ...required, maxLength: 2000 }, showIf("data.modified === true")),
  field("checkbox", "tracker"),
  field("number", "noClaimsYears", { ...required, min: 0, max: 40 }),
  field("checkbox", "protectNoClaims", {}, showIf("data.noClaimsYears >= 4")),
  field("checkbox", "courtesyCar", {}, showIf("data.cover === 'comp'")),
  field("checkbox", "breakdown"),
  field("checkbox", "legalCover"),
  field(
    "datagrid",
    "drivers",
    {
      ...required,
      minLength: 1,
      maxLength: 6,
      ...custom("data.drivers.filter((d) => d.isMain).length === 1", "one main driver")
    },
    { components: rows }
  ),
  formula("youngDrivers", "data.drivers.filter((d) => d.age < 25).length"),
  formula(
    "basePremium",
    `Math.round((data.vehicleValue
      * (data.cover === 'comp' ? 0.0425 : data.cover === 'tpft' ? 0.0325 : 0.0275)
      * (data.usage === 'business' ? 1.25 : data.usage === 'commuting' ? 1.10 : 1)
      * (1 + 0.15 * data.youngDrivers) * (1 - 0.05 * Math.min(data.noClaimsYears, 10))
      + 75 * data.drivers.reduce((sum, d) => sum + d.convictions, 0)
      - Math.min((data.voluntaryExcess || 0) * 0.10, 50)) * 100) / 100`
  ),
  formula(
    "extrasPremium",
    "(data.courtesyCar ? 45 : 0) + (data.breakdown ? 62.5 : 0) + (data.legalCover ? 27.99 : 0) + (data.protectNoClaims ? 38 : 0)"
  ),
  formula("taxPremium", "Math.round((data.basePremium + data.extrasPremium) * 0.12 * 100) / 100"),
  formula("premium", "data.basePremium + data.extrasPremium + data.taxPremium"),
  condition("telematics", "data.youngDrivers > 0"),
  condition("instalments", "data.paymentPlan === 'monthly' && data.premium > 0"),
  condition("refer", "data.premium > 2000 || data.modified || (data.vehicleValue > 75000 && data.tracker !== true)"),
  condition("decline", "data.drivers.some((d) => d.convictions > 3 || d.age > 85)")
]

/** Form.io changes the data that it gets, so it gets a copy, with amounts as numbers. */
const run = (payload: JsonObject): Context => {
  const data: { [key: string]: unknown } = structuredClone(payload)
  data["vehicleValue"] = Number(data["vehicleValue"])
  if (Array.isArray(data["drivers"])) for (const row of data["drivers"]) row.age = null
  if (data["voluntaryExcess"] !== undefined) data["voluntaryExcess"] = Number(data["voluntaryExcess"])
  const scope: Scope = {}
  const submission = { data }
  processSync({ form: { components }, submission, data, components, processors: Processors, scope, config: {} })
  return { data: submission.data, scope }
}

const SLUGS: ReadonlyArray<unknown> = components.map(({ key }) => key)

const result = (payload: JsonObject): QuoteResult => {
  const { data, scope } = run(payload)
  const drivers: ReadonlyArray<unknown> = Array.isArray(data["drivers"]) ? data["drivers"] : []
  const hidden = (scope.conditionals ?? []).flatMap(({ conditionallyHidden, path }) =>
    conditionallyHidden === true ? [path] : []
  )
  return {
    ages: drivers.map((row) => (typeof row === "object" && row !== null && "age" in row ? Number(row.age) : NaN)),
    youngDrivers: Number(data["youngDrivers"]),
    money: ["basePremium", "extrasPremium", "taxPremium", "premium"].map((key) => pounds(Number(data[key]))),
    hidden: hidden.toSorted((a, b) => SLUGS.indexOf(a.split("[")[0]) - SLUGS.indexOf(b.split("[")[0])),
    outcomes: ["telematics", "instalments", "refer", "decline"].filter((key) => data[key] === true),
    valid: (scope.errors ?? []).length === 0
  }
}

export const formio: Peer = {
  name: "@formio/core",
  notes:
    "types and limits in its own way; rules are JavaScript, made anew each time; doubles; order of the form; writes into the payload, so that it gets a copy",
  prepare: () => ({ run, result: (payload) => Promise.resolve(result(payload)) })
}
