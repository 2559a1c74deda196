/** The settings of effects as JSON Schemas (2020-12), for editors. `check` says more: what a template or an expression may refer to. */
import type { EffectRule } from "../Definition.ts"
import type { Json, JsonObject } from "../Json.ts"
import { MOST_RECIPIENTS } from "../check/effects/address.ts"
import { methods } from "../check/effects/integration.ts"
import {
  MOST_BLOCKS,
  MOST_COLUMNS,
  MOST_HEADERS,
  MOST_OF_HTML,
  MOST_OF_LINE,
  MOST_OF_TEXT,
  MOST_OF_URL
} from "../definition/effectLimits.ts"

type Kind = EffectRule["kind"]

const text = (most: number, description: string): JsonObject => ({
  type: "string",
  minLength: 1,
  maxLength: most,
  description
})
const line = (description: string): JsonObject => text(MOST_OF_LINE, description)
const secret: JsonObject = {
  type: "string",
  pattern: "^[a-z][a-z0-9_-]{0,63}$",
  description: "The name of a secret of the organisation, never its value."
}
const slug: JsonObject = { type: "string", description: "The name of a field." }

const object = (required: ReadonlyArray<string>, properties: JsonObject): JsonObject => ({
  type: "object",
  additionalProperties: false,
  required,
  properties
})

const address: JsonObject = {
  type: "string",
  description: "An address, or `{field}` of a field of type `email`; nothing beside it."
}
const addresses = (description: string): JsonObject => ({
  anyOf: [address, { type: "array", minItems: 1, maxItems: MOST_RECIPIENTS, items: address }],
  description
})

const block: JsonObject = {
  oneOf: [
    object(["heading"], { heading: line("A template of one line.") }),
    object(["text"], { text: text(MOST_OF_TEXT, "A template; line breaks stay.") }),
    object(["fields"], {
      fields: {
        anyOf: [{ const: "all" }, { type: "array", items: slug }],
        description: "Labels and values. What is hidden or missing is left out."
      }
    }),
    object(["table"], {
      table: object(["list", "columns"], {
        list: slug,
        columns: { type: "array", minItems: 1, maxItems: MOST_COLUMNS, items: slug }
      })
    })
  ]
}

const settings: {
  readonly [K in Kind]: { readonly required: ReadonlyArray<string>; readonly properties: JsonObject }
} = {
  notification: {
    required: ["to", "subject", "text"],
    properties: {
      to: addresses("Who it is sent to. A field that is missing is left out; with nobody left, nothing is sent."),
      cc: addresses("Who gets a copy."),
      replyTo: address,
      subject: line("A template of one line."),
      text: text(MOST_OF_TEXT, "A template of plain text."),
      html: text(MOST_OF_HTML, "A template of HTML; values are escaped for where they stand.")
    }
  },
  document: {
    required: ["title", "blocks"],
    properties: {
      title: line("A template of one line."),
      fileName: line("A template without a folder; the effect's id where it is left out."),
      blocks: { type: "array", maxItems: MOST_BLOCKS, items: block, description: "From top to bottom." }
    }
  },
  integration: {
    required: ["method", "url"],
    properties: {
      method: { enum: [...methods] },
      url: text(
        MOST_OF_URL,
        "A template; `https://` and the host are written out, fields stand in the path and in values of the query."
      ),
      headers: {
        type: "object",
        maxProperties: MOST_HEADERS,
        additionalProperties: {
          anyOf: [
            line("A template of one line, in ASCII."),
            object(["secret"], {
              secret,
              prefix: { type: "string", minLength: 1, maxLength: 100, pattern: "^[ -~]+$" }
            })
          ]
        }
      },
      body: {
        description:
          'Any JSON, in which `{ "$": "<expression>" }`, `{ "$text": "<template>" }` and `{ "$rows": "<list>", "as": … }` stand for values.'
      }
    }
  },
  delivery: {
    required: ["url", "secret"],
    properties: { url: text(MOST_OF_URL, "`https://` and a host, without fields."), secret }
  }
}

const common: JsonObject = {
  id: { type: "string", pattern: "^[a-z][A-Za-z0-9_-]{0,62}$", description: "Unique among the effects of the form." },
  on: {
    type: "string",
    pattern: "^(?:filed|draft_saved|state:[a-z][a-z0-9_]*)$",
    default: "filed",
    description: "What it waits for."
  },
  when: { type: "string", description: "A condition in the rule language; without it the effect always fires." }
}

/** The schema of one kind of effect. */
export const effectSchema = (kind: Kind): { readonly [member: string]: Json } => {
  const { properties, required } = settings[kind]
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `An effect of kind ${kind}`,
    ...object(["id", "kind", ...required], {
      id: common["id"] ?? {},
      kind: { const: kind },
      on: common["on"] ?? {},
      when: common["when"] ?? {},
      ...properties
    })
  }
}
