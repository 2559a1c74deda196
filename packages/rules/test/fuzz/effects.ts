/** Random settings of effects, of templates and a condition that their form has. */
import type { EffectKind } from "../../src/Definition.ts"
import type { JsonObject } from "../../src/Json.ts"
import type { Random } from "./Random.ts"

/** A kind that is missing here does not compile. */
const kinds: { readonly [K in EffectKind]: (template: () => string, condition: string) => JsonObject } = {
  delivery: () => ({ kind: "delivery", url: "https://example.org/events", secret: "signing" }),
  notification: (template) => ({
    kind: "notification",
    to: "desk@example.org",
    subject: template(),
    text: template(),
    html: `<p title="${template()}">${template()}</p><a href="https://example.org/${template().replaceAll(" ", "%20")}">x</a>`
  }),
  document: (template) => ({ kind: "document", title: template(), blocks: [{ text: template() }, { fields: "all" }] }),
  integration: (template, condition) => ({
    kind: "integration",
    method: "POST",
    url: "https://api.example.org/{$submissionId}",
    headers: { "x-said": template() },
    body: { said: { $text: template() }, holds: { $: condition } }
  })
}

/** What an effect of any kind does. */
export const effectSettings = (random: Random, template: () => string, condition: string): JsonObject =>
  random.pick(Object.values(kinds))(template, condition)

/** The effects, each e-mail with all documents that are made beside it. */
export const attaching = <E extends JsonObject & { readonly id: string }>(effects: ReadonlyArray<E>) => {
  const attach = effects.flatMap(({ id, kind }) => (kind === "document" ? [id] : []))
  return effects.map((effect) =>
    effect["kind"] === "notification" && attach.length > 0 ? { ...effect, attach } : effect
  )
}
