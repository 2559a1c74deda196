/** The part of an expression, or the name in a text, at a place. */
import { typedField } from "../check/expressions/names.ts"
import type { Operand } from "../check/expressions/Inference.ts"
import type { RowBinding } from "../check/expressions/Scope.ts"
import type { Site } from "../check/Site.ts"
import type { Range } from "../Fault.ts"
import { movedBy } from "../language/movedBy.ts"
import type { Syntax } from "../language/Syntax.ts"
import type { Limits } from "../Limits.ts"
import { expressionAt } from "./expressionAt.ts"
import type { FoundName } from "./FoundName.ts"
import { namesIn } from "./namesIn.ts"
import { partsOf } from "./parts.ts"

/** What stands at a place and has a value. */
export interface PartAt {
  readonly range: Range
  readonly found: Operand
  readonly bound: RowBinding | undefined
  /** Of a part of an expression. */
  readonly syntax?: Syntax
  /** Of a name between braces, in a setting, or in a rule that cannot be parsed. */
  readonly name?: FoundName
}

const holds = ({ end, start }: Range, offset: number): boolean => start <= offset && offset <= end

/** The smallest part at the offset, of two that meet there the first; undefined where nothing there has a value. */
export const partAt = (site: Site, offset: number, limits: Limits): PartAt | undefined => {
  const within = expressionAt(site, offset)
  const inMessage = within && partAt(within.site, offset - within.start, limits)
  if (within !== undefined && inMessage !== undefined)
    return { ...inMessage, range: movedBy(inMessage.range, within.start) }
  if (site.of.text !== "expression") return nameAt(site, offset, limits)
  const parsed = partsOf(site.source, site.scope, limits)
  if (parsed === undefined) return nameAt(site, offset, limits)
  let best: PartAt | undefined
  for (const { bound, found, syntax } of parsed.parts.values()) {
    const { range } = syntax
    if (found === undefined || !holds(range, offset)) continue
    if (best !== undefined && range.end - range.start >= best.range.end - best.range.start) continue
    best = { range, found, bound, syntax }
  }
  return best
}

const nameAt = (site: Site, offset: number, limits: Limits): PartAt | undefined => {
  const name = namesIn(site, limits).find(({ range }) => holds(range, offset))
  const found = name && typedField(name.name, name.place)
  if (name === undefined || found === undefined) return undefined
  const { list, range } = name
  return { range, found, bound: list && { name: list.slug, list }, name }
}
