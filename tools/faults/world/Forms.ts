/** The forms of the run, and what filing them has to fire and how it is numbered, computed without the server. */
import type { Json, JsonObject } from "@formwork/rules/Json"
import { at } from "./at.ts"

export const secretName = "signing"

/** The code of a form, and how its reference numbers look; the group of the pattern is the number within the form. */
export interface FormKind {
  readonly code: string
  readonly reference: string | undefined
  readonly pattern: RegExp
}

export const kinds: ReadonlyArray<FormKind> = [
  { code: "ORD", reference: undefined, pattern: /^ORD-(\d{8})$/ },
  { code: "YR", reference: "YR-{yyyy}-{seq:6}", pattern: /^YR-\d{4}-(\d{6})$/ },
  { code: "RND", reference: "RND-{random:12}", pattern: /^RND-[0-9A-Z]{12}$/ }
]

export const kindOf = (code: string): FormKind => {
  const kind = kinds.find((each) => each.code === code)
  if (kind === undefined) throw new Error(`the run has no form ${code}`)
  return kind
}

interface Authored {
  readonly id: string
  readonly kind: "notification" | "document" | "integration" | "delivery"
  readonly on: string
  /** Due where `amount` is more than this; always due where it is left out. */
  readonly over?: number
  /** Of an e-mail: the document that it carries where that is due as well. */
  readonly attach?: string
}

const authored: ReadonlyArray<Authored> = [
  { id: "case", kind: "integration", on: "filed" },
  { id: "event", kind: "delivery", on: "filed" },
  { id: "large", kind: "integration", on: "filed", over: 50 },
  // Only one in four: the mail server takes a tenth of a second to greet, and gets four connections at once.
  { id: "thanks", kind: "notification", on: "filed", over: 74, attach: "letter" },
  { id: "letter", kind: "document", on: "filed", over: 89 },
  { id: "saved", kind: "delivery", on: "draft_saved" },
  { id: "review", kind: "delivery", on: "state:in_review" },
  { id: "approved", kind: "integration", on: "state:approved" }
]

/** The effects of every form that `on` makes due for `data`. */
export const due = (on: string, data: JsonObject): ReadonlyArray<string> =>
  authored
    .filter((effect) => effect.on === on && (effect.over === undefined || Number(data["amount"]) > effect.over))
    .map(({ id }) => id)

/** The effect whose document an e-mail of this effect carries for `data`; undefined where it carries none. */
export const attachedBy = (effect: string, data: JsonObject): string | undefined => {
  const own = authored.find(({ id }) => id === effect)
  return own?.attach !== undefined && due(own.on, data).includes(own.attach) ? own.attach : undefined
}

/** The expected `total`. */
export const totalOf = (amount: number): string => (amount * 1.25).toFixed(2)

/** The settings of each kind; `url` is a receiver's, for kinds that have one. */
const rest = ({ attach, id, kind }: Authored, code: string, url: string): JsonObject => {
  switch (kind) {
    case "delivery":
      return { url: `${url}${code}/${id}`, secret: secretName }
    case "integration":
      return {
        url: `${url}${code}/${id}`,
        method: "POST",
        body: {
          id: { $text: "{$submissionId}" },
          referenceNumber: { $text: "{$reference}" },
          marker: { $: "marker" }
        }
      }
    case "notification":
      return {
        to: "faults@receiver.example",
        subject: `${code} ${id} {$submissionId} {$reference}`,
        text: "{marker}",
        ...(attach === undefined ? {} : { attach: [attach] })
      }
    case "document":
      return { title: "{$reference}", blocks: [{ text: "{marker}" }] }
  }
}

const effectOf = (effect: Authored, code: string, url: string): JsonObject => ({
  id: effect.id,
  kind: effect.kind,
  on: effect.on,
  ...(effect.over === undefined ? {} : { when: `amount > ${effect.over}` }),
  ...rest(effect, code, url)
})

/** @param receivers addresses that end in a slash; the effects take turns on them. */
export const definition = ({ code, reference }: FormKind, receivers: ReadonlyArray<string>): Json => ({
  title: `Orders ${code}`,
  code,
  ...(reference === undefined ? {} : { referencePattern: reference }),
  fields: [
    { slug: "marker", type: "text", required: true, maxLength: 60 },
    { slug: "amount", type: "integer", required: true },
    { slug: "note", type: "text", maxLength: 2000 },
    { slug: "total", type: "money", currency: "EUR", formula: "round(amount * 1.25, 2)" }
  ],
  effects: authored.map((effect, index) => effectOf(effect, code, at(receivers, index % receivers.length)))
})
