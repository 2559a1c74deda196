/** Documents made ready: their blocks with the values of an evaluation. */
import type { RenderContext } from "../../CompiledForm.ts"
import type { CheckedField, CheckedForm } from "../../tree/CheckedForm.ts"
import type { Row } from "../closures/Frame.ts"
import { rowKindOf } from "../../fields/fieldTypes.ts"
import type { Block, Column, DocumentContent } from "../../Content.ts"
import type { BlockTree, DocumentTree } from "../../tree/EffectTree.ts"
import type { Words } from "../../words/Words.ts"
import { type Render, templateRender } from "./templates.ts"
import { shownValue } from "./writtenValues.ts"

/** A file by its name. */
const shown = (
  { field, slot }: CheckedField,
  values: Row,
  { files }: RenderContext,
  words: Words | undefined
): string | undefined => {
  if (field.type === "list") return undefined
  const value = values[slot] ?? null
  if ("maxBytes" in field) return typeof value === "string" ? files?.get(value) : undefined
  return shownValue(field, value, words)
}

const isNumber = ({ field }: CheckedField): boolean => field.type !== "list" && rowKindOf(field).kind === "number"

const picked = (fields: ReadonlyArray<CheckedField>, slots: ReadonlyArray<number>): ReadonlyArray<CheckedField> =>
  slots.flatMap((slot) => fields[slot] ?? [])

const columnOf = (own: CheckedField): Column =>
  isNumber(own) ? { label: own.field.label, align: "right" } : { label: own.field.label }

/** A block; undefined where a list has no rows to show. */
const blockRender = ({ fields }: CheckedForm, tree: BlockTree, words: Words | undefined): Render<Block | undefined> => {
  switch (tree.block) {
    case "heading": {
      const of = templateRender(tree.of, words?.signs)
      return (frame, context) => ({ heading: of(frame, context) })
    }
    case "text": {
      const of = templateRender(tree.of, words?.signs)
      return (frame, context) => ({ paragraph: of(frame, context) })
    }
    case "fields": {
      const all = picked(fields, tree.slots)
      return ({ form }, context) => ({
        fields: all.flatMap((own) => {
          const value = shown(own, form, context, words)
          return value === undefined ? [] : [{ label: own.field.label, value }]
        })
      })
    }
    case "table": {
      const all = picked(fields[tree.list]?.rows ?? [], tree.columns)
      const [first, ...others] = all.map(columnOf)
      return ({ lists }, context) => {
        const rows = lists[tree.list] ?? []
        if (first === undefined || rows.length === 0) return undefined
        return {
          table: {
            columns: [first, ...others],
            rows: rows.map((row) => all.map((own) => shown(own, row, context, words) ?? ""))
          }
        }
      }
    }
  }
}

export const documentRender = (form: CheckedForm, tree: DocumentTree): Render<DocumentContent> => {
  const words = tree.language && form.words
  const title = templateRender(tree.title, words?.signs)
  const fileName = templateRender(tree.fileName)
  const blocks = tree.blocks.map((block) => blockRender(form, block, words))
  const language = tree.language && form.definition.language
  return (frame, context) => ({
    kind: "document",
    ...(language === undefined ? {} : { language }),
    title: title(frame, context),
    fileName: fileName(frame, context).replace(/^\.+/, "_"),
    blocks: blocks.flatMap((block) => block(frame, context) ?? [])
  })
}
