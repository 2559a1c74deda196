/** The forms of a world, and what filing them computes and fires, known without the service. */
import type { Json, JsonObject } from "@formwork/rules/Json"

/** Effects are due above these amounts. */
const largeAbove = 50
const hugeAbove = 80

/** @param factor what the amount is multiplied by: each version has another. */
export const definition = (code: string, factor: number): Json => ({
  title: `Orders of ${code}`,
  code,
  fields: [
    { slug: "marker", type: "text", required: true, maxLength: 80 },
    { slug: "amount", type: "integer", required: true },
    { slug: "paper", type: "file", mediaTypes: ["text/plain"] },
    { slug: "total", type: "integer", formula: `amount * ${factor}` }
  ],
  effects: [
    { id: "event", kind: "delivery", on: "filed", url: `https://events.example/${code}`, secret: "signing" },
    {
      id: "large",
      kind: "integration",
      on: "filed",
      when: `amount > ${largeAbove}`,
      url: `https://crm.example/${code}`,
      method: "POST",
      body: { reference: { $text: "{$reference}" }, marker: { $: "marker" } }
    },
    {
      id: "huge",
      kind: "delivery",
      on: "filed",
      when: `amount > ${hugeAbove}`,
      url: `https://events.example/${code}`,
      secret: "signing"
    },
    { id: "saved", kind: "delivery", on: "draft_saved", url: `https://drafts.example/${code}`, secret: "signing" }
  ]
})

/** The factor that a definition was made with. */
export const factorOf = (definition: Json): number =>
  Number(/amount \* (\d+)/u.exec(JSON.stringify(definition))?.[1] ?? Number.NaN)

/** The effects of an event, in the order of the definition. */
export const due = (on: string, data: JsonObject): ReadonlyArray<string> =>
  on === "draft_saved"
    ? ["saved"]
    : [
        "event",
        ...(Number(data["amount"]) > largeAbove ? ["large"] : []),
        ...(Number(data["amount"]) > hugeAbove ? ["huge"] : [])
      ]
