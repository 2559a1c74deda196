import { createRequire } from "node:module"
import type * as SurveyCore from "survey-core"
import { OPTIONS } from "../demo.ts"
import { yearsBetween } from "./functions.ts"
import { type Peer, pounds, type QuoteResult } from "./Peer.ts"

// Its ES module reads `document` at once in some versions; the CommonJS one is what servers use.
const survey: typeof SurveyCore = createRequire(import.meta.url)("survey-core")

type Element = { readonly [member: string]: unknown }

const text = (name: string, more: Element = {}): Element => ({ type: "text", name, ...more })
const number = (name: string, min: number, max: number, more: Element = {}): Element =>
  text(name, { inputType: "number", validators: [{ type: "numeric", minValue: min, maxValue: max }], ...more })
const bool = (name: string, more: Element = {}): Element => ({ type: "boolean", name, ...more })
const choice = (name: string, choices: ReadonlyArray<string>, more: Element = {}): Element => ({
  type: "dropdown",
  name,
  choices,
  ...more
})
const formula = (name: string, expression: string): Element => ({ type: "expression", name, expression })
const pattern = (regex: string): Element => ({ validators: [{ type: "regex", regex }] })
const must = (expression: string): Element => ({ validators: [{ type: "expression", expression }] })
const required: Element = { isRequired: true }

const rows: ReadonlyArray<Element> = [
  text("name", { ...required, maxLength: 100 }),
  text("birthDate", { inputType: "date", min: "1900-01-01", ...required, ...must("{panel.age} >= 17") }),
  bool("isMain", required),
  choice("licence", ["full", "provisional"], required),
  text("licenceNumber", {
    visibleIf: "{panel.licence} = 'full'",
    requiredIf: "{panel.licence} = 'full'",
    ...pattern("^[A-Z0-9]{16}$")
  }),
  number("convictions", 0, 20, required),
  formula("age", "yearsBetween({panel.birthDate}, {today})")
]

const answers: ReadonlyArray<Element> = [
  text("proposerName", { ...required, validators: [{ type: "text", minLength: 2, maxLength: 100 }] }),
  text("email", { ...required, validators: [{ type: "email" }] }),
  text("phone", { requiredIf: "{contactBy} contains 'phone'", ...pattern("^\\+?[0-9 ().-]{5,40}$") }),
  { type: "checkbox", name: "contactBy", choices: ["email", "phone", "post"], ...required },
  text("callTime", { inputType: "time", visibleIf: "{contactBy} contains 'phone'", min: "08:00", max: "20:00" }),
  text("requestedAt", required),
  text("startDate", {
    inputType: "date",
    ...required,
    ...must("{startDate} >= substring({requestedAt}, 0, 10) and daysBetween({requestedAt}, {startDate}) <= 90")
  }),
  choice("cover", ["comp", "tpft", "tpo"], required),
  choice("paymentPlan", ["annual", "monthly"]),
  number("voluntaryExcess", 0, 1000),
  text("registration", { ...required, ...pattern("^[A-Z]{2}[0-9]{2} ?[A-Z]{3}$") }),
  text("advert", pattern("^https?://[^ ]+$")),
  number("vehicleValue", 100, 500_000, required),
  number("engineLitres", 0.1, 10),
  text("firstRegistered", {
    inputType: "date",
    min: "1980-01-01",
    ...must("{firstRegistered} empty or {firstRegistered} <= {startDate}")
  }),
  number("annualMiles", 0, 100_000, required),
  choice("usage", ["social", "commuting", "business"], required),
  text("businessMiles", {
    inputType: "number",
    visibleIf: "{usage} = 'business'",
    requiredIf: "{usage} = 'business'",
    min: 1,
    ...must("{businessMiles} <= {annualMiles}")
  }),
  choice("overnight", ["garage", "drive", "street"]),
  bool("modified", required),
  { type: "comment", name: "modifications", visibleIf: "{modified} = true", requiredIf: "{modified} = true" },
  bool("tracker"),
  number("noClaimsYears", 0, 40, required),
  bool("protectNoClaims", { visibleIf: "{noClaimsYears} >= 4" }),
  bool("courtesyCar", { visibleIf: "{cover} = 'comp'" }),
  bool("breakdown"),
  bool("legalCover"),
  {
    type: "paneldynamic",
    name: "drivers",
    minPanelCount: 1,
    maxPanelCount: 6,
    templateElements: rows,
    ...must("countInArray({drivers}, 'isMain', '{isMain} = true') = 1")
  }
]

const elements: ReadonlyArray<Element> = [
  ...answers,
  formula("youngDrivers", "countInArray({drivers}, 'age', '{age} < 25')"),
  formula(
    "basePremium",
    `round({vehicleValue} * iif({cover} = 'comp', 0.0425, iif({cover} = 'tpft', 0.0325, 0.0275))
      * iif({usage} = 'business', 1.25, iif({usage} = 'commuting', 1.10, 1))
      * (1 + 0.15 * {youngDrivers}) * (1 - 0.05 * iif({noClaimsYears} < 10, {noClaimsYears}, 10))
      + 75 * sumInArray({drivers}, 'convictions')
      - iif({voluntaryExcess} notempty, iif({voluntaryExcess} < 500, {voluntaryExcess} * 0.10, 50), 0), 2)`
  ),
  formula(
    "extrasPremium",
    "iif({courtesyCar} = true, 45, 0) + iif({breakdown} = true, 62.5, 0) + iif({legalCover} = true, 27.99, 0) + iif({protectNoClaims} = true, 38, 0)"
  ),
  formula("taxPremium", "round(({basePremium} + {extrasPremium}) * 0.12, 2)"),
  formula("premium", "{basePremium} + {extrasPremium} + {taxPremium}"),
  formula("telematics", "{youngDrivers} > 0"),
  formula("instalments", "{paymentPlan} = 'monthly' and {premium} > 0"),
  formula("refer", "{premium} > 2000 or {modified} = true or ({vehicleValue} > 75000 and !({tracker} = true))"),
  formula(
    "decline",
    "countInArray({drivers}, 'convictions', '{convictions} > 3') + countInArray({drivers}, 'age', '{age} > 85') > 0"
  )
]

const CONDITIONAL: ReadonlySet<string> = new Set(answers.flatMap((a) => ("visibleIf" in a ? [String(a["name"])] : [])))

export const surveyJs: Peer = {
  name: "survey-core",
  notes:
    "types and limits in its own way; doubles; ages by hand; one model kept and given each payload, which is faster than a model each",
  prepare: () => {
    survey.FunctionFactory.Instance.register("yearsBetween", ([from, to]: ReadonlyArray<unknown>) =>
      typeof from === "string" && typeof to === "string" ? yearsBetween(from, to) : null
    )
    survey.FunctionFactory.Instance.register("daysBetween", ([from, to]: ReadonlyArray<unknown>) =>
      typeof from === "string" && typeof to === "string"
        ? Math.round((Date.parse(to) - Date.parse(from.slice(0, 10))) / 86_400_000)
        : null
    )
    const model = new survey.Model({ clearInvisibleValues: "onHidden", elements })
    model.setVariable("today", OPTIONS.today)
    const run = (payload: object): boolean => {
      model.data = payload
      return model.validate(false)
    }
    const hidden = (): ReadonlyArray<string> => {
      const drivers = model.getQuestionByName("drivers")
      const panels: ReadonlyArray<SurveyCore.PanelModel> = drivers["panels"]
      return [
        ...model
          .getAllQuestions()
          .flatMap(({ isVisible, name }) => (!isVisible && CONDITIONAL.has(name) ? [name] : [])),
        ...panels.flatMap(({ questions }, index) =>
          questions.flatMap(({ isVisible, name }) => (isVisible ? [] : [`drivers[${index}].${name}`]))
        )
      ]
    }
    return {
      run,
      result: (payload): Promise<QuoteResult> => {
        const valid = run(structuredClone(payload))
        const data: { readonly [name: string]: unknown } = model.data
        const drivers: ReadonlyArray<{ readonly age: number }> = model.data["drivers"]
        return Promise.resolve({
          ages: drivers.map(({ age }) => age),
          youngDrivers: Number(data["youngDrivers"]),
          money: ["basePremium", "extrasPremium", "taxPremium", "premium"].map((name) => pounds(Number(data[name]))),
          hidden: hidden(),
          outcomes: ["telematics", "instalments", "refer", "decline"].filter((name) => data[name] === true),
          valid
        })
      }
    }
  }
}
