/** What is done by hand for engines that know expressions only: values for the names, the order of the rules, hidden is missing. */
import type { Json, JsonObject } from "@formwork/rules/Json"
import { itemsOf, membersOf, textOf } from "../json.ts"
import { form, OPTIONS } from "../demo.ts"
import { pounds, type QuoteResult, type Ready } from "./Peer.ts"

/** The rules of the quote in some language. `Source` is a text, or JSON. */
export interface Rules<Source> {
  /** In the order of the form. */
  readonly visible: ReadonlyArray<readonly [slug: string, rule: Source]>
  readonly numberVisible: Source
  readonly age: Source
  readonly youngDrivers: Source
  readonly basePremium: Source
  readonly extrasPremium: Source
  readonly taxPremium: Source
  readonly premium: Source
  /** True where all is well. */
  readonly checks: ReadonlyArray<Source>
  readonly rowChecks: ReadonlyArray<Source>
  readonly outcomes: ReadonlyArray<readonly [id: string, rule: Source]>
}

export type Names = { [name: string]: unknown }
type Rule = (names: Names) => unknown

interface Raw {
  readonly ages: ReadonlyArray<unknown>
  readonly names: Names
  readonly hidden: ReadonlyArray<string>
  readonly outcomes: ReadonlyArray<string>
  readonly valid: boolean
}

const slugsOf = (fields: Json | undefined): ReadonlyArray<string> =>
  itemsOf(fields).map((field) => textOf(membersOf(field)["slug"]))

const nothing: Names = Object.fromEntries(slugsOf(form["fields"]).map((slug) => [slug, null]))
const emptyRow: Names = {
  name: null,
  birthDate: null,
  isMain: null,
  licence: null,
  licenceNumber: null,
  convictions: null
}

const amount = (sent: Json | undefined): number | null => (sent === undefined ? null : Number(sent))

const resultOf = ({ ages, hidden, names, outcomes, valid }: Raw): QuoteResult => ({
  ages: ages.map(Number),
  youngDrivers: Number(names["youngDrivers"]),
  money: ["basePremium", "extrasPremium", "taxPremium", "premium"].map((slug) => pounds(Number(names[slug]))),
  hidden,
  outcomes,
  valid
})

/**
 * @param compile makes a rule of the language ready, outside of the timing.
 * @param rowsOf converts rows to the engine's list of objects.
 */
export const drive = <Source>(
  rules: Rules<Source>,
  compile: (source: Source) => Rule,
  rowsOf: (rows: ReadonlyArray<Names>) => unknown = (rows) => rows
): Ready => {
  const visible = rules.visible.map(([slug, rule]) => [slug, compile(rule)] as const)
  const [numberVisible, age] = [compile(rules.numberVisible), compile(rules.age)]
  const formulas = (["youngDrivers", "basePremium", "extrasPremium", "taxPremium", "premium"] as const).map(
    (slug) => [slug, compile(rules[slug])] as const
  )
  const [checks, rowChecks] = [rules.checks.map(compile), rules.rowChecks.map(compile)]
  const outcomes = rules.outcomes.map(([id, rule]) => [id, compile(rule)] as const)

  const run = (payload: JsonObject): Raw => {
    const names: Names = { ...nothing, ...payload, today: OPTIONS.today }
    names["vehicleValue"] = amount(payload["vehicleValue"])
    names["voluntaryExcess"] = amount(payload["voluntaryExcess"])
    const hidden: Array<string> = []
    for (const [slug, rule] of visible) {
      if (rule(names) === true) continue
      hidden.push(slug)
      names[slug] = null
    }
    const sent = itemsOf(payload["drivers"])
    let valid = true
    const rows = sent.map((entry, index) => {
      const row: Names = { ...emptyRow, ...membersOf(entry), today: OPTIONS.today }
      if (numberVisible(row) !== true) {
        hidden.push(`drivers[${index}].licenceNumber`)
        row["licenceNumber"] = null
      }
      row["age"] = age(row)
      for (const check of rowChecks) if (check(row) !== true) valid = false
      return row
    })
    names["drivers"] = rowsOf(rows)
    for (const [slug, formula] of formulas) names[slug] = formula(names)
    for (const check of checks) if (check(names) !== true) valid = false
    const raised: Array<string> = []
    for (const [id, rule] of outcomes) if (rule(names) === true) raised.push(id)
    return { ages: rows.map((row) => row["age"]), names, hidden, outcomes: raised, valid }
  }
  return { run, result: (payload) => Promise.resolve(resultOf(run(payload))) }
}
