/** Checking the blocks of a document, from top to bottom. */
import {
  array,
  fault,
  isObject,
  object,
  optional,
  own,
  type Read,
  required,
  addTypeFault
} from "../../../reading/Reader.ts"
import { leaking, type Name } from "../../expressions/Scope.ts"
import type { Json, JsonObject } from "../../../Json.ts"
import { MAX_OPTIONS } from "../../../fields/members.ts"
import { below } from "../../../values/pointer.ts"
import { type EffectReader, type EffectCheckContext, addCost } from "../common/EffectCheckContext.ts"
import type { BlockTree, Template } from "../../../tree/EffectTree.ts"
import { nameIn } from "../common/fieldNames.ts"
import { inEachLanguage } from "../common/inEachLanguage.ts"
import { lineSchema, objectSchema, slugSchema, textSchema, translatedSchema } from "../common/schemas.ts"
import { MAX_BLOCKS, MAX_COLUMNS, MAX_LINE, MAX_TEXT } from "../../../definition/effectLimits.ts"
import { template } from "../common/template.ts"

/** Steps of showing one value, with its label. */
const STEPS_A_VALUE = 6

const kinds = ["heading", "text", "fields", "table"]

const shownSteps = ({ field }: Name): number =>
  STEPS_A_VALUE + (field !== undefined && "options" in field ? Math.min(field.options.length, MAX_OPTIONS) : 0)

const templateBlock =
  (block: "heading" | "text", of: EffectReader<Template>): EffectReader<BlockTree> =>
  (context) =>
  (reading, value, at) => {
    const parts = of(context)(reading, value, at)
    return parts && { block, of: parts }
  }

const fieldSlot =
  (context: EffectCheckContext): Read<Name> =>
  (reading, value, at) => {
    const name = nameIn(context, undefined)(reading, value, at)
    if (name?.field?.type !== "list") return name
    return fault(
      reading,
      at,
      `\`${name.slug}\` is a list, and this shows one value of each field. Show it with \`{ "table": { "list": "${name.slug}", "columns": […] } }\`.`
    )
  }

const fieldsBlock: EffectReader<BlockTree> = (context) => (reading, value, at) => {
  const all = [...context.scope.fields.values()].filter(
    (name) => name.field?.type !== "list" && leaking(context.scope, name) === undefined
  )
  if (value === "all") {
    addCost(
      context,
      at,
      all.reduce((sum, name) => sum + shownSteps(name), 0)
    )
    return { block: "fields", slots: all.map(({ slot }) => slot) }
  }
  if (!Array.isArray(value)) return addTypeFault(reading, value, at, 'a list of fields, or `"all"`')
  const names = array(fieldSlot(context), reading.limits.fields, "fields")(reading, value, at) ?? []
  const known = names.filter((name) => name !== undefined)
  addCost(
    context,
    at,
    known.reduce((sum, name) => sum + shownSteps(name), 0)
  )
  return { block: "fields", slots: known.map(({ slot }) => slot) }
}

const readTable =
  (context: EffectCheckContext): Read<BlockTree> =>
  (reading, value, at) => {
    const any: Read<Json> = (_, given) => given
    const read = object(
      {
        list: required(nameIn(context, undefined), `"drivers"`),
        columns: required(any, `["name", "age"]`)
      },
      "a table"
    )(reading, value, at)
    const { columns, list } = read ?? {}
    if (list === undefined) return undefined
    if (list.field !== undefined && list.field.type !== "list")
      return fault(
        reading,
        below(at, "list"),
        `\`${list.slug}\` is no list, so it has no rows for a table.`,
        "a field of type `list`"
      )
    if (columns === undefined) return undefined
    if (Array.isArray(columns) && columns.length === 0)
      return fault(reading, below(at, "columns"), "A table has one column or more.", "a list of fields of its rows")
    const names = array(nameIn(context, list), MAX_COLUMNS, "columns")(reading, columns, below(at, "columns")) ?? []
    const known = names.filter((name) => name !== undefined)
    const steps = known.reduce((sum, name) => sum + shownSteps(name), STEPS_A_VALUE)
    addCost(context, at, steps * context.formContext.rowsOf(list.slot))
    return { block: "table", list: list.slot, columns: known.map(({ slot }) => slot) }
  }

const block =
  (context: EffectCheckContext): Read<BlockTree> =>
  (reading, value, at) => {
    const members = {
      heading: optional(templateBlock("heading", inEachLanguage(template("line", MAX_LINE)))(context)),
      text: optional(templateBlock("text", inEachLanguage(template("text", MAX_TEXT)))(context)),
      fields: optional(fieldsBlock(context)),
      table: optional(readTable(context))
    }
    const expected = "one of `heading`, `text`, `fields` and `table`"
    if (!isObject(value)) return addTypeFault(reading, value, at, `${expected}, written in braces (\`{…}\`)`)
    const given = kinds.filter((kind) => own(value, kind) !== undefined)
    const read = object(members, "a block")(reading, value, at)
    if (given.length === 1) return read?.heading ?? read?.text ?? read?.fields ?? read?.table
    if (given.length > 1)
      return fault(
        reading,
        at,
        `A block is one thing, and this one is ${given.map((kind) => `\`${kind}\``).join(" and ")}. Make blocks of their own of them.`,
        expected
      )
    // The reader of the member has reported it already.
    return Object.keys(value).length > 0 ? undefined : fault(reading, at, "There is nothing in this block.", expected)
  }

export const blocks =
  (context: EffectCheckContext): Read<ReadonlyArray<BlockTree>> =>
  (reading, value, at) =>
    array(block(context), MAX_BLOCKS, "blocks")(reading, value, at)?.filter((one) => one !== undefined)

const blockSchema: JsonObject = {
  oneOf: [
    objectSchema(["heading"], { heading: translatedSchema(lineSchema("A template of one line.")) }),
    objectSchema(["text"], { text: translatedSchema(textSchema(MAX_TEXT, "A template; line breaks stay.")) }),
    objectSchema(["fields"], {
      fields: {
        anyOf: [{ const: "all" }, { type: "array", items: slugSchema }],
        description: "Labels and values. What is hidden or missing is left out."
      }
    }),
    objectSchema(["table"], {
      table: objectSchema(["list", "columns"], {
        list: slugSchema,
        columns: { type: "array", minItems: 1, maxItems: MAX_COLUMNS, items: slugSchema }
      })
    })
  ]
}

export const blocksSchema: JsonObject = {
  type: "array",
  maxItems: MAX_BLOCKS,
  items: blockSchema,
  description: "From top to bottom."
}
