/** What to take out of a definition so that a fault goes away. */
import type { Json } from "@formwork/rules/Json"
import { below, pointerTokens } from "@formwork/rules/pointer"
import { valueIn } from "./Kept.ts"

/** Either a member goes, or it gets a value that has no fault. */
export interface TakenOut {
  readonly pointer: string
  readonly instead?: Json
}

/** A field cannot exist without each of these. */
const ofEachField: ReadonlySet<string> = new Set(["slug", "type", "options", "fields", "currency"])

/** Every form has these, and nothing that runs depends on them. */
const heads: ReadonlyMap<string, Json> = new Map([
  ["title", "Form"],
  ["code", "FORM"]
])

/** The rules that a form with too many rules loses, in this order. */
const last = ["effects", "outcomes", "checks"]

/** An option stays without its condition, or an attribute: it is offered, and has none. */
const ofOption = (at: string, [member]: ReadonlyArray<string>): string =>
  member === undefined || member === "value" ? at : below(at, member)

const ofField = (definition: Json, at: string, [member, ...rest]: ReadonlyArray<string>): string => {
  if (member === undefined) return at
  const [index, ...inRow] = rest
  if (index !== undefined && member === "fields" && Array.isArray(valueIn(definition, `${at}/fields`)))
    return ofField(definition, below(`${at}/fields`, index), inRow)
  if (index !== undefined && member === "options") return ofOption(below(`${at}/options`, index), inRow)
  return ofEachField.has(member) ? at : below(at, member)
}

/** A name or a condition goes by itself, anything else with its section. */
const ofSection = (at: string, [member, index]: ReadonlyArray<string>): string => {
  if (member === "fields" && index !== undefined) return below(`${at}/fields`, index)
  return member === "visibleWhen" || member === "description" ? below(at, member) : at
}

/** If there are too many fields, the second half goes. */
const ofFields = (definition: Json): ReadonlyArray<string> => {
  const fields = valueIn(definition, "/fields")
  if (!Array.isArray(fields) || fields.length < 2) return ["/fields"]
  return [...fields.keys()].slice(Math.ceil(fields.length / 2)).map((index) => below("/fields", index))
}

const ofForm = (definition: Json): ReadonlyArray<TakenOut> => {
  const missing = [...heads].filter(([name]) => valueIn(definition, `/${name}`) === undefined)
  if (missing.length > 0) return missing.map(([name, instead]) => ({ pointer: `/${name}`, instead }))
  const most = last.find((name) => valueIn(definition, `/${name}`) !== undefined)
  return [{ pointer: `/${most ?? "fields"}` }]
}

/**
 * What a fault takes out of a form: a rule, or what else may be missing there; the whole field where it points at what makes a field
 * one; a check, outcome or effect as a whole; the whole workflow.
 * @param pointer of the fault.
 */
export const takenOut = (definition: Json, pointer: string): ReadonlyArray<TakenOut> => {
  const [head, index, ...rest] = pointerTokens(pointer)
  if (head === undefined) return ofForm(definition)
  if (head === "fields") {
    if (index === undefined) return ofFields(definition).map((at) => ({ pointer: at }))
    return [{ pointer: ofField(definition, below("/fields", index), rest) }]
  }
  if (head === "sections" && index !== undefined) return [{ pointer: ofSection(below("/sections", index), rest) }]
  const instead = heads.get(head)
  if (instead !== undefined) return [{ pointer: `/${head}`, instead }]
  if (head === "referencePattern" && valueIn(definition, "/referencePattern") === undefined)
    return [{ pointer: "/code", instead: heads.get("code") ?? null }]
  const isEntry = index !== undefined && last.includes(head)
  return [{ pointer: isEntry ? below(`/${head}`, index) : below("", head) }]
}
