/**
 * The demo quote (apps/server/demo/motor-quote.json) written by hand for this form only: the 1 of every ratio. It does
 * everything that the engine does: types, constraints, required fields, visibility, prices, checks, outcomes, unknown fields,
 * the data to store, problems with their messages.
 */
import type { EvaluateOptions } from "@formwork/rules/CompiledForm"
import type { Evaluation, Problem } from "@formwork/rules/Evaluation"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { sayFailedChecks } from "./checks.ts"
import { parseDate } from "./dates.ts"
import { type Driver, readDrivers } from "./drivers.ts"
import { type Answers, readAnswers } from "./fields.ts"
import { formatMoney } from "./numbers.ts"
import { outcomesOf } from "./outcomes.ts"
import { priceOf } from "./price.ts"
import { sayUnknown } from "./unknown.ts"

const FIELDS =
  "proposerName email phone contactBy callTime requestedAt startDate cover paymentPlan voluntaryExcess registration advert vehicleValue engineLitres firstRegistered annualMiles usage businessMiles overnight modified modifications tracker noClaimsYears protectNoClaims courtesyCar breakdown legalCover drivers youngDrivers basePremium extrasPremium taxPremium premium".split(
    " "
  )
/** What happens to a member of the payload. */
type Fate = "kept" | "kept if shown" | "dropped"

const fateOf = (slug: string): Fate => {
  if (FIELDS.indexOf(slug) >= FIELDS.indexOf("youngDrivers")) return "dropped"
  const isConditional = ["callTime", "businessMiles", "modifications", "protectNoClaims", "courtesyCar"].includes(slug)
  return isConditional ? "kept if shown" : "kept"
}
const FATES: ReadonlyMap<string, Fate> = new Map(FIELDS.map((slug) => [slug, fateOf(slug)]))

const hiddenFieldsOf = (answers: Answers, drivers: ReadonlyArray<Driver> | undefined): ReadonlyArray<string> => {
  const hidden: Array<string> = []
  if (!answers.byPhone) hidden.push("callTime")
  if (answers.usage !== "business") hidden.push("businessMiles")
  if (answers.modified !== true) hidden.push("modifications")
  if (!answers.canProtect) hidden.push("protectNoClaims")
  if (answers.cover !== "comp") hidden.push("courtesyCar")
  if (drivers !== undefined)
    for (const { licence, place } of drivers) if (licence !== "full") hidden.push(place.licenceNumber.field)
  return hidden
}

const without = (sent: JsonObject, hidden: ReadonlyArray<string>): { [slug: string]: Json } => {
  const stored: { [slug: string]: Json } = {}
  for (const slug in sent) {
    const fate = FATES.get(slug)
    if (fate !== undefined && fate !== "dropped" && !hidden.includes(slug)) stored[slug] = sent[slug] ?? null
  }
  return stored
}

/** The payload without computed, hidden and unknown fields; adds a problem for each unknown one. */
const store = (
  problems: Array<Problem>,
  sent: JsonObject,
  hidden: ReadonlyArray<string>,
  drivers: ReadonlyArray<Driver> | undefined
): JsonObject => {
  let isWhole = true
  for (const slug in sent) {
    const fate = FATES.get(slug)
    if (fate === undefined) sayUnknown(problems, undefined, slug, sent, FIELDS)
    if (fate === undefined || fate === "dropped" || (fate === "kept if shown" && hidden.includes(slug))) isWhole = false
  }
  const stored: { [slug: string]: Json } = isWhole ? { ...sent } : without(sent, hidden)
  if (drivers !== undefined) stored["drivers"] = drivers.map((driver) => driver.stored)
  return stored
}

const money = (pence: number | undefined): string | null => (pence === undefined ? null : formatMoney(pence))

export const evaluateQuote = (data: JsonObject, { draft, today }: EvaluateOptions): Evaluation => {
  const problems: Array<Problem> = []
  const answers = readAnswers(problems, data, draft)
  const drivers = readDrivers(problems, data["drivers"], parseDate(today), draft)
  const price = priceOf(answers, drivers)
  sayFailedChecks(problems, answers, drivers)
  const hiddenFields = hiddenFieldsOf(answers, drivers)
  const stored = store(problems, data, hiddenFields, drivers)
  return {
    valid: problems.length === 0,
    calculatedData: {
      drivers: drivers === undefined ? [] : drivers.map(({ age }) => ({ age: age ?? null })),
      youngDrivers: price.youngDrivers,
      basePremium: money(price.base),
      extrasPremium: formatMoney(price.extras),
      taxPremium: money(price.tax),
      premium: money(price.premium)
    },
    hiddenFields,
    outcomes: outcomesOf(answers, price, drivers),
    problems,
    data: stored,
    effects: ["thank", "quote"]
  }
}
