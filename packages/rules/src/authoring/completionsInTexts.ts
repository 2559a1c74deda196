/** Proposals between the braces of a message or a template, and for settings that are names of fields. */
import { tokensOf } from "../language/template.ts"
import { type Name, type Scope, vertex } from "../check/expressions/Scope.ts"
import type { Site } from "../check/Site.ts"
import { type Candidate, candidate, type Candidates, fieldCandidate } from "./Proposal.ts"

const none: Candidates = { range: { start: 0, end: 0 }, proposals: [] }

/** The bare names of fields: those of the rule's own row hide the form's. */
export const fieldsIn = ({ fields, own }: Scope): ReadonlyArray<Candidate> => {
  const rows = [...(own?.rows.values() ?? [])]
  const form = [...fields.values()].filter(({ slug }) => own?.rows.has(slug) !== true)
  return [
    ...rows.map((name) => fieldCandidate("field", name, own, name.slug)),
    ...form.map((name) => fieldCandidate("field", name, undefined, name.slug))
  ]
}

/** The form's constants, each with its value. */
export const constantsIn = ({ constants }: Scope): ReadonlyArray<Candidate> =>
  [...constants].map(([name, constant]) =>
    candidate("constant", name, constant === undefined ? "a constant" : `the constant ${String(constant.value)}`)
  )

/** What stands between the braces at the caret, and whether they are closed. */
const bracesAt = (source: string, offset: number) => {
  for (const token of tokensOf(source)) {
    if (token.token === "placeholder" && token.range.start < offset && offset < token.range.end)
      return { start: token.range.start + 1, end: token.range.end - 1, isClosed: true }
    if (token.token !== "stray") continue
    const { start } = token.fault.range
    const word = /^\{(\$?[\w.]*)/.exec(source.slice(start))
    const end = start + (word?.[0].length ?? 0)
    if (word !== null && start < offset && offset <= end) return { start: start + 1, end, isClosed: false }
  }
  return undefined
}

export const completionsInTemplate = (
  { scope, source }: Site,
  specials: ReadonlyArray<string>,
  offset: number
): Candidates => {
  const braces = bracesAt(source, offset)
  if (braces === undefined) return none
  const { end, isClosed, start } = braces
  const all = [
    ...fieldsIn(scope),
    ...constantsIn(scope),
    candidate("constant", "today", "a date"),
    ...specials.map((name) => candidate("special", name, "of the submission"))
  ]
  const closing = isClosed ? "" : "}"
  return {
    range: { start, end },
    proposals: all.map((one) => ({ ...one, text: one.text + closing, caret: one.caret + closing.length }))
  }
}

const about = (name: Name): ReadonlyArray<Candidate> => [
  fieldCandidate("field", name, undefined, name.slug),
  ...[...name.rows.values()].map((row) => fieldCandidate("field", row, name, vertex(row, name)))
]

export const completionsOfNames = ({ of, scope, source }: Site): Candidates => {
  const list = of.text === "name" ? of.list : undefined
  const placed = of.text === "name" ? of.placed : undefined
  const names = [...(list?.rows ?? scope.fields).values()].filter(
    ({ slug }) => slug === source || placed?.has(slug) !== true
  )
  return {
    range: { start: 0, end: source.length },
    proposals: names.flatMap((name) =>
      of.text === "about" ? about(name) : [fieldCandidate("field", name, list, name.slug)]
    )
  }
}

export const completionsOfDocuments = ({ source }: Site, ids: ReadonlyArray<string>): Candidates => ({
  range: { start: 0, end: source.length },
  proposals: ids.map((id) => candidate("document", id, "a document"))
})
