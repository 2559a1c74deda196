/** Checking a document: its title, and its blocks from top to bottom. */
import { array, fault, isObject, object, optional, own, type Read, required, wrong } from "../../reading/Reader.ts"
import type { Name } from "../expressions/Scope.ts"
import type { Json } from "../../Json.ts"
import { below } from "../../values/pointer.ts"
import { type Author, type Authoring, spend } from "./Authoring.ts"
import type { BlockTree, DocumentTree, Template } from "../../tree/EffectTree.ts"
import { nameIn } from "./names.ts"
import { MOST_BLOCKS, MOST_COLUMNS, MOST_OF_LINE, MOST_OF_TEXT } from "../../definition/effectLimits.ts"
import { template } from "./template.ts"

/** Steps of showing one value, with its label. */
const STEPS_A_VALUE = 6

const kinds = ["heading", "text", "fields", "table"]

const shownSteps = ({ field }: Name): number =>
  STEPS_A_VALUE + (field !== undefined && "options" in field ? field.options.length : 0)

const templateBlock =
  (block: "heading" | "text", of: Author<Template>): Author<BlockTree> =>
  (authoring) =>
  (reading, value, at) => {
    const parts = of(authoring)(reading, value, at)
    return parts && { block, of: parts }
  }

const fieldSlot =
  ({ scope }: Authoring): Read<Name> =>
  (reading, value, at) => {
    const name = nameIn(scope.fields, "The form has")(reading, value, at)
    if (name?.field?.type !== "list") return name
    return fault(
      reading,
      at,
      `\`${name.slug}\` is a list, and this shows one value of each field. Show it with \`{ "table": { "list": "${name.slug}", "columns": […] } }\`.`
    )
  }

const fieldsBlock: Author<BlockTree> = (authoring) => (reading, value, at) => {
  const all = [...authoring.scope.fields.values()].filter(({ field }) => field?.type !== "list")
  if (value === "all") {
    spend(
      authoring,
      at,
      all.reduce((sum, name) => sum + shownSteps(name), 0)
    )
    return { block: "fields", slots: all.map(({ slot }) => slot) }
  }
  if (!Array.isArray(value)) return wrong(reading, value, at, 'a list of fields, or `"all"`')
  const names = array(fieldSlot(authoring), reading.limits.fields, "fields")(reading, value, at) ?? []
  const known = names.filter((name) => name !== undefined)
  spend(
    authoring,
    at,
    known.reduce((sum, name) => sum + shownSteps(name), 0)
  )
  return { block: "fields", slots: known.map(({ slot }) => slot) }
}

const readTable =
  (authoring: Authoring): Read<BlockTree> =>
  (reading, value, at) => {
    const any: Read<Json> = (_, given) => given
    const read = object(
      { list: required(nameIn(authoring.scope.fields, "The form has")), columns: required(any) },
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
    const names =
      array(nameIn(list.rows, `The rows of \`${list.slug}\` have`), MOST_COLUMNS, "columns")(
        reading,
        columns,
        below(at, "columns")
      ) ?? []
    const known = names.filter((name) => name !== undefined)
    const steps = known.reduce((sum, name) => sum + shownSteps(name), STEPS_A_VALUE)
    spend(authoring, at, steps * authoring.checking.rowsOf(list.slot))
    return { block: "table", list: list.slot, columns: known.map(({ slot }) => slot) }
  }

const block =
  (authoring: Authoring): Read<BlockTree> =>
  (reading, value, at) => {
    const members = {
      heading: optional(templateBlock("heading", template("line", MOST_OF_LINE))(authoring)),
      text: optional(templateBlock("text", template("text", MOST_OF_TEXT))(authoring)),
      fields: optional(fieldsBlock(authoring)),
      table: optional(readTable(authoring))
    }
    const expected = "one of `heading`, `text`, `fields` and `table`"
    if (!isObject(value)) return wrong(reading, value, at, `${expected}, written in braces (\`{…}\`)`)
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
    // Whatever stands there instead was reported.
    return Object.keys(value).length > 0 ? undefined : fault(reading, at, "There is nothing in this block.", expected)
  }

const blocks =
  (authoring: Authoring): Read<ReadonlyArray<BlockTree>> =>
  (reading, value, at) =>
    array(block(authoring), MOST_BLOCKS, "blocks")(reading, value, at)?.filter((one) => one !== undefined)

export const documentMembers = (authoring: Authoring) => ({
  title: required(template("line", MOST_OF_LINE)(authoring)),
  fileName: optional(template("fileName", MOST_OF_LINE)(authoring)),
  blocks: required(blocks(authoring))
})

type Given = { readonly [K in "title" | "fileName"]?: Template | undefined } & {
  readonly blocks?: ReadonlyArray<BlockTree> | undefined
}

/** Whole, where nothing is missing; `id` names the file where its author gave it no name. */
export const documentTree = ({ blocks: all, fileName, title }: Given, id: string): DocumentTree | undefined =>
  title === undefined || all === undefined
    ? undefined
    : { kind: "document", title, fileName: fileName ?? [`${id}.pdf`], blocks: all }
