/** What an author can put in at a place of a form. */
import * as Result from "effect/Result"
import type { Site } from "../check/Site.ts"
import type { Range } from "../Fault.ts"
import { functionNames } from "../language/functionNames.ts"
import { movedBy } from "../language/movedBy.ts"
import { parse } from "../language/parse.ts"
import type { Syntax } from "../language/Syntax.ts"
import { circlesAt } from "./circles.ts"
import { completionsInExpression } from "./completionsInExpression.ts"
import { completionsInTemplate, completionsOfDocuments, completionsOfNames } from "./completionsInTexts.ts"
import { type ExpressionAt, expressionAt } from "./expressionAt.ts"
import { namesIn } from "./namesIn.ts"
import type { OpenForm } from "./openForm.ts"
import { inside } from "./parts.ts"
import type { Candidates, Proposal } from "./Proposal.ts"

export type { ProposalKind } from "./Proposal.ts"

export interface Completion extends Proposal {
  /** The characters of the text that it takes the place of: those of the word at the caret, or none. */
  readonly range: Range
}

/** The calls of functions that there are not. What stands in them is not read. */
const unreadIn = (syntax: Syntax): ReadonlyArray<Range> =>
  syntax.syntax === "call" && !functionNames.has(syntax.name) ? [syntax.range] : inside(syntax).flatMap(unreadIn)

/** How many faults a text has in the place. Once it can be read, what else it reads may close a circle. */
const faultsWith = (form: OpenForm, site: Site, text: string, closes: ReturnType<typeof circlesAt>): number => {
  const own = site.faultsOf(text).length
  const parsed = parse(text, form.limits, site.scope.groups)
  if (closes === undefined || site.of.text === "name" || Result.isFailure(parsed)) return own
  const unread = unreadIn(parsed.success)
  const names = namesIn({ ...site, source: text }, form.limits)
  // For itself in the row before no field waits.
  const isBefore = (start: number): boolean => /\bprevious\s*\([\s(]*$/.test(text.slice(0, start))
  const waits = names.some(
    ({ range, vertex }) =>
      closes(vertex) &&
      !(vertex === site.scope.waiting && isBefore(range.start)) &&
      !unread.some(({ end, start }) => start <= range.start && range.end <= end)
  )
  return waits ? own + 1 : own
}

const candidatesAt = (form: OpenForm, site: Site, offset: number, within: ExpressionAt | undefined): Candidates => {
  if (within !== undefined) {
    const { proposals, range } = completionsInExpression(within.site, undefined, offset - within.start, form.limits)
    return { proposals, range: movedBy(range, within.start) }
  }
  switch (site.of.text) {
    case "expression":
      return completionsInExpression(site, site.of.gives, offset, form.limits)
    case "template":
      return completionsInTemplate(site, site.of.specials, offset)
    case "about":
    case "name":
      return completionsOfNames(site)
    case "document":
      return completionsOfDocuments(site, site.of.ids)
  }
}

/**
 * What can stand at a caret, the likeliest first: after `cover ==` the options of the choice, inside `any(drivers, d, d.` the fields
 * of the row, else names of fields, constants and functions; between the braces of a message what it can show; in settings of effects
 * and in the `field` of a check names of fields, in `attach` documents. Putting in any of them gives no more faults at that member than there were, and makes
 * no circle of fields. They are not narrowed by the letters already typed: an editor does that, as its user expects it.
 * @param pointer of the member with the text: `/fields/3/formula`.
 * @param offset of the caret, in UTF-16 units of the text.
 * @returns none in a place that takes no value, and where the pointer leads to no text with names in it.
 */
export const completionsAt = (form: OpenForm, pointer: string, offset: number): ReadonlyArray<Completion> => {
  const site = form.sites.get(pointer)
  if (site === undefined || !(offset >= 0 && offset <= site.source.length)) return []
  const within = expressionAt(site, offset)
  const { proposals, range } = candidatesAt(form, site, Math.floor(offset), within)
  const closes = circlesAt(form, pointer)
  const { of, source } = site
  const known = new Map<string, number>()
  const tried = proposals.flatMap(({ alike, vertex, ...proposal }) => {
    if (vertex !== undefined && closes?.(vertex) === true) return []
    const text = source.slice(0, range.start) + proposal.text + source.slice(range.end)
    const faults = known.get(alike ?? text) ?? faultsWith(form, site, text, closes)
    known.set(alike ?? text, faults)
    return [{ completion: { ...proposal, range }, faults }]
  })
  // A rule goes on after what is put in; a name between braces or alone in a setting is right or wrong at once.
  const isRule = of.text === "expression" || within !== undefined
  const least = isRule ? Infinity : Math.min(...tried.map(({ faults }) => faults))
  const most = Math.min(least, faultsWith(form, site, source, closes))
  return tried.flatMap(({ completion, faults }) => (faults > most ? [] : [completion]))
}
