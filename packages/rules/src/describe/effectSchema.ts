/** The settings of effects as JSON Schemas (2020-12), for editors. `check` checks more: the names in templates and expressions. */
import { objectSchema } from "../check/effects/common/schemas.ts"
import { settingsOf } from "../check/effects/settingsOf.ts"
import type { EffectKind } from "../Definition.ts"
import type { effectMembers } from "../definition/readEffect.ts"
import type { JsonObject } from "../Json.ts"

const common = (kind: EffectKind): { readonly [member in keyof typeof effectMembers]: JsonObject } => ({
  id: { type: "string", pattern: "^[a-z][A-Za-z0-9_-]{0,62}$", description: "Unique among the effects of the form." },
  kind: { const: kind },
  on: {
    type: "string",
    pattern: "^(?:filed|draft_saved|state:[a-z][a-z0-9_]*)$",
    default: "filed",
    description: "What it waits for."
  },
  internal: {
    type: "boolean",
    description: "True: what it sends may show internal fields. Who reads that here needs the privilege form:read."
  },
  when: { type: "string", description: "A condition in the rule language; without it the effect always fires." }
})

/** The schema of one kind of effect. */
export const effectSchema = (kind: EffectKind): JsonObject => {
  const members = Object.entries(settingsOf[kind].members)
  const required = members.flatMap(([name, { example }]) => (example === undefined ? [] : [name]))
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `An effect of kind ${kind}`,
    ...objectSchema(["id", "kind", ...required], {
      ...common(kind),
      ...Object.fromEntries(members.map(([name, { schema }]) => [name, schema]))
    })
  }
}
