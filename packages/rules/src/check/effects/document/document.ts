/** A document: its title, its file's name, and its blocks from top to bottom. */
import { MAX_LINE } from "../../../definition/effectLimits.ts"
import type { DocumentTree } from "../../../tree/EffectTree.ts"
import { effectLanguage } from "../common/effectLanguage.ts"
import { inEachLanguage } from "../common/inEachLanguage.ts"
import { lineSchema, translatedSchema } from "../common/schemas.ts"
import { effectSettings } from "../common/settings.ts"
import { template } from "../common/template.ts"
import { blocks, blocksSchema } from "./blocks.ts"

export const document = effectSettings(
  "a document",
  {
    title: {
      read: inEachLanguage(template("line", MAX_LINE)),
      example: `"Motor quote"`,
      schema: translatedSchema(lineSchema("A template of one line."))
    },
    fileName: {
      read: inEachLanguage(template("fileName", MAX_LINE)),
      schema: translatedSchema(lineSchema("A template without a folder; the effect's id where it is left out."))
    },
    blocks: {
      read: blocks,
      example: `[{ "heading": "Your enquiry" }, { "fields": "all" }]`,
      schema: blocksSchema
    },
    language: effectLanguage
  },
  ({ blocks: all, fileName, language, title }, _, __, id): DocumentTree | undefined =>
    title === undefined || all === undefined
      ? undefined
      : { kind: "document", title, fileName: fileName ?? [`${id}.pdf`], blocks: all, language }
)
