/** Checking the body of a request: JSON, in which some objects stand for values of the submission. */
import { fault, isObject, own, type Read, addTypeFault } from "../../../reading/Reader.ts"
import { checkSent } from "../../expressions/checkExpression.ts"
import { costOf } from "../../expressions/cost.ts"
import type { Json, JsonObject } from "../../../Json.ts"
import { below } from "../../../values/pointer.ts"
import { didYouMean } from "../../../values/nearest.ts"
import { isStorable, shortened } from "../../../values/text.ts"
import {
  type EffectReader,
  type EffectCheckContext,
  addFaults,
  addCost,
  addSite
} from "../common/EffectCheckContext.ts"
import type { BodyTree } from "../../../tree/EffectTree.ts"
import { nameIn } from "../common/fieldNames.ts"
import { MAX_BODY_DEPTH, MAX_BODY_PARTS, MAX_TEXT } from "../../../definition/effectLimits.ts"
import { template } from "../common/template.ts"

const EXPECTED = '`{ "$": "<expression>" }`, `{ "$text": "<template>" }` or `{ "$rows": "<list>", "as": … }`'

/** Steps of writing one value. */
const STEPS_A_VALUE = 2

const expressionBody =
  (context: EffectCheckContext): Read<BodyTree> =>
  (reading, value, at) => {
    if (typeof value !== "string") return addTypeFault(reading, value, at, "an expression, written as a text")
    addSite(context, at, value, { text: "expression" })
    const { faults, tree } = checkSent(value, context.scope, reading.limits, "A body gets")
    addFaults(context, at, faults)
    if (tree === undefined) return undefined
    const scanned = tree.tree.kind === "text" ? Math.ceil(tree.tree.most / 16) : 0
    addCost(context, at, STEPS_A_VALUE + costOf(tree.tree, context.formContext.rowsOf) + scanned)
    return { node: "value", of: tree.tree, decimals: tree.decimals }
  }

const textBody =
  (context: EffectCheckContext): Read<BodyTree> =>
  (reading, value, at) => {
    const parts = template("plain", MAX_TEXT)(context)(reading, value, at)
    return parts && { node: "text", of: parts }
  }

const rowsBody = (context: EffectCheckContext, value: JsonObject, at: string, walk: Walk): BodyTree | undefined => {
  const here = below(at, "$rows")
  if (context.scope.own !== undefined)
    return fault(context, here, "Lists do not nest: this stands in the rows of another list already.")
  const list = nameIn(context, undefined)(context, value["$rows"] ?? null, here)
  const as = own(value, "as")
  if (as === undefined)
    return fault(
      context,
      at,
      'Beside `$rows` stands `as`, what is sent for each row, such as `"as": { "name": { "$": "name" } }`; here it is missing.'
    )
  if (list?.field !== undefined && list.field.type !== "list")
    return fault(context, here, `\`${list.slug}\` is no list, so it has no rows.`, "a field of type `list`")
  if (list === undefined) return undefined
  const times = context.formContext.rowsOf(list.slot)
  const ofRow = bodyTree({ ...context, scope: { ...context.scope, own: list }, times }, as, below(at, "as"), walk)
  return ofRow && { node: "rows", slot: list.slot, as: ofRow }
}

/** The number of values read so far, and the depth of this part. */
interface Walk {
  readonly seen: { count: number }
  readonly depth: number
}

const mapped: ReadonlyArray<string> = ["$", "$text", "$rows"]

/** An object that stands for a value: `$`, `$text` or `$rows`. */
const mappedBody = (
  context: EffectCheckContext,
  value: JsonObject,
  mark: string,
  at: string,
  walk: Walk
): BodyTree | undefined => {
  const beside = Object.keys(value).find((name) => name !== mark && !(mark === "$rows" && name === "as"))
  if (beside !== undefined)
    fault(
      context,
      below(at, beside),
      `Nothing called \`${shortened(beside, 40)}\` stands beside \`${mark}\`, which gives the whole value.`,
      EXPECTED
    )
  const here = below(at, mark)
  if (mark === "$rows") return rowsBody(context, value, at, walk)
  const read = mark === "$" ? expressionBody(context) : textBody(context)
  return read(context, value[mark] ?? null, here)
}

const objectBody = (context: EffectCheckContext, value: JsonObject, at: string, walk: Walk): BodyTree | undefined => {
  const mark = mapped.find((name) => own(value, name) !== undefined)
  if (mark !== undefined) return mappedBody(context, value, mark, at, walk)
  const members: Array<readonly [string, BodyTree]> = []
  for (const [name, member] of Object.entries(value)) {
    const here = below(at, name)
    if (/^\$(?!\$)/.test(name)) {
      fault(
        context,
        here,
        `Nothing is called \`${shortened(name, 40)}\`.${didYouMean(name, mapped)} A member whose own name begins with \`$\` is written \`$${shortened(name, 40)}\`.`,
        EXPECTED
      )
      continue
    }
    if (!isStorable(name)) {
      fault(context, at, "The name of a member has a broken character in it (U+0000 or half of a surrogate pair).")
      continue
    }
    const tree = bodyTree(context, member, here, walk)
    if (tree !== undefined) members.push([name.startsWith("$$") ? name.slice(1) : name, tree])
  }
  return { node: "object", members }
}

const bodyTree = (
  context: EffectCheckContext,
  value: Json,
  at: string,
  { depth, seen }: Walk
): BodyTree | undefined => {
  seen.count += 1
  if (seen.count === MAX_BODY_PARTS + 1)
    return fault(context, at, `This body has more than ${MAX_BODY_PARTS} members and entries.`)
  if (seen.count > MAX_BODY_PARTS) return undefined
  if (depth > MAX_BODY_DEPTH) return fault(context, at, `This body is nested more than ${MAX_BODY_DEPTH} levels deep.`)
  const inner: Walk = { seen, depth: depth + 1 }
  if (isObject(value)) return objectBody(context, value, at, inner)
  addCost(context, at, STEPS_A_VALUE)
  if (typeof value !== "object" || value === null) {
    if (typeof value !== "string") return { node: "literal", value }
    if (value.length > MAX_TEXT) return fault(context, at, `This text has more than ${MAX_TEXT} characters.`)
    if (!isStorable(value))
      return fault(context, at, "This text has a broken character in it (U+0000 or half of a surrogate pair).")
    return { node: "literal", value }
  }
  const items = value.map((item: Json, index: number) => bodyTree(context, item, below(at, index), inner))
  return { node: "array", items: items.filter((item) => item !== undefined) }
}

/** A body: any JSON, in which `{ "$": … }`, `{ "$text": … }` and `{ "$rows": …, "as": … }` stand for values. */
export const body: EffectReader<BodyTree> =
  (context): Read<BodyTree> =>
  (_, value, at) =>
    bodyTree(context, value, at, { seen: { count: 0 }, depth: 1 })
