/** A document: its title, its file's name, and its blocks from top to bottom. */
import { MAX_LINE } from "../../../definition/effectLimits.ts"
import type { DocumentTree } from "../../../tree/EffectTree.ts"
import { lineSchema } from "../common/schemas.ts"
import { effectSettings } from "../common/settings.ts"
import { template } from "../common/template.ts"
import { blocks, blocksSchema } from "./blocks.ts"

export const document = effectSettings(
  "a document",
  {
    title: {
      read: template("line", MAX_LINE),
      example: `"Motor quote"`,
      schema: lineSchema("A template of one line.")
    },
    fileName: {
      read: template("fileName", MAX_LINE),
      schema: lineSchema("A template without a folder; the effect's id where it is left out.")
    },
    blocks: {
      read: blocks,
      example: `[{ "heading": "Your enquiry" }, { "fields": "all" }]`,
      schema: blocksSchema
    }
  },
  ({ blocks: all, fileName, title }, _, __, id): DocumentTree | undefined =>
    title === undefined || all === undefined
      ? undefined
      : { kind: "document", title, fileName: fileName ?? [`${id}.pdf`], blocks: all }
)
