/** The forms that are filed, and, worked out without the server, what filing them has to fire and how it is numbered. */
import type { Json, JsonObject } from "@formwork/rules/Json"

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

export const kindOf = (code: string): FormKind => kinds.find((kind) => kind.code === code)!

interface Authored {
  readonly id: string
  readonly kind: "integration" | "delivery"
  readonly on: string
  readonly when?: string
}

const authored: ReadonlyArray<Authored> = [
  { id: "case", kind: "integration", on: "filed" },
  { id: "event", kind: "delivery", on: "filed" },
  { id: "large", kind: "integration", on: "filed", when: "amount > 50" },
  { id: "saved", kind: "delivery", on: "draft_saved" },
  { id: "review", kind: "delivery", on: "state:in_review" },
  { id: "approved", kind: "integration", on: "state:approved" }
]

/** The effects of every form that `on` makes due for `data`. */
export const due = (on: string, data: JsonObject): ReadonlyArray<string> =>
  authored
    .filter((effect) => effect.on === on && (effect.when === undefined || Number(data["amount"]) > 50))
    .map(({ id }) => id)

/** What `total` has to be. */
export const totalOf = (amount: number): string => (amount * 1.25).toFixed(2)

const effectOf = ({ id, kind, on, when }: Authored, code: string, receiver: string): JsonObject => {
  const head = { id, kind, on, url: `${receiver}${code}/${id}`, ...(when === undefined ? {} : { when }) }
  return kind === "delivery"
    ? { ...head, secret: secretName }
    : {
        ...head,
        method: "POST",
        body: {
          id: { $text: "{$submissionId}" },
          referenceNumber: { $text: "{$reference}" },
          marker: { $: "marker" }
        }
      }
}

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
  effects: authored.map((effect, index) => effectOf(effect, code, receivers[index % receivers.length]!))
})
