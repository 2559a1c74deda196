/** Random settings of effects, of templates and a condition that their form has. */
import type { JsonObject } from "../../src/Json.ts"
import type { Random } from "./Random.ts"

const kinds: ReadonlyArray<(template: () => string, condition: string) => JsonObject> = [
  () => ({ kind: "delivery", url: "https://example.org/events", secret: "signing" }),
  (template) => ({
    kind: "notification",
    to: "desk@example.org",
    subject: template(),
    text: template(),
    html: `<p title="${template()}">${template()}</p><a href="https://example.org/${template().replaceAll(" ", "%20")}">x</a>`
  }),
  (template) => ({ kind: "document", title: template(), blocks: [{ text: template() }, { fields: "all" }] }),
  (template, condition) => ({
    kind: "integration",
    method: "POST",
    url: "https://api.example.org/{$submissionId}",
    headers: { "x-said": template() },
    body: { said: { $text: template() }, holds: { $: condition } }
  })
]

/** What an effect of any kind does. */
export const effectSettings = (random: Random, template: () => string, condition: string): JsonObject =>
  random.pick(kinds)(template, condition)
