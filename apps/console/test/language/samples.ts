/** What the sentences of a catalogue are given: for each placeholder some values, which can be found again in a sentence. */

const numbers: ReadonlyArray<number> = [2345, 1, 0, 2, 6789]

/** Placeholders that are one of a few words, or a list. Every other one is a number or a text of its own. */
const others: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  subject: ["form", "table", "field", "check", "outcome", "effect", "state", "transition"],
  change: ["added", "removed", "changed"],
  reason: ["empty", "value", "name", "colon", "comma", "brace", "bracket", "text", "number", "word", "comment", "end"],
  kind: ["notification", "document", "integration", "delivery", undefined],
  on: ["filed", "draft_saved", "state:Olive"],
  member: ["Maple", "formula", undefined],
  held: [["form:read"], ["form:read", "form:write", "form:publish", "audit:read"]],
  privileges: [["Pine", "Quince"], ["Pine"]],
  names: [["Rowan", "Spruce"], ["Rowan"]],
  ids: [["Tamarind", "Teak"], ["Tamarind"]],
  hosts: [["willow.example", "yew.example"], ["willow.example"]],
  fields: [["Fir", "Gorse"], ["Fir"]],
  types: [["Holly", "Ivy"]],
  to: [["Zelkova", "Aspen"], ["Zelkova"]],
  parts: [[{ label: "Birch", amount: 3456 }]],
  isLive: [true, false],
  isSaved: [true, false],
  hasMore: [true, false],
  code: ["U+202E"],
  currency: ["GBP", undefined],
  end: ["Christmas", undefined],
  status: [201, 403],
  size: [512, 2_345_000],
  millis: [12, 3_456]
}

/** Those of them that are no part of a sentence, but choose between several. */
export const codes: ReadonlySet<unknown> = new Set([
  ...["subject", "change", "reason", "kind", "on"].flatMap((placeholder) => others[placeholder]),
  "formula",
  "form:read",
  "form:write",
  "form:publish",
  "audit:read"
])

const counts = new Set([
  ..."n count seconds number revision done of total calls days dead stopped left missing changed failed".split(" "),
  ..."results rules states transitions documents revisions forms folders operations networks requests".split(" "),
  ..."drafts breaking most steps line row decimals version times amount added removed".split(" ")
])

/** Of functions whose placeholder has another kind of value than elsewhere, by the path of the sentence. */
const ofSentence: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<unknown>>>>> = {
  "audit.filter.unknown": { id: ["Juniper8"] },
  "changes.added": { name: ["Cedar", ""] },
  "changes.changed": { member: ["Maple", ""] },
  "changes.set": { member: ["Maple"] },
  "changes.unset": { member: ["Maple"] },
  "tryOut.examples.reach.all": { parts: [2345] },
  "tryOut.examples.reach.some": { parts: [6789], reached: [2345] },
  "tryOut.trace.place": { member: ["formula", "Maple"], row: [2345, undefined] },
  "people.one.above": { privileges: [["Pine", "Quince"]] },
  "publish.impact.refused": { privileges: ["Pine"] },
  "publish.impact.outcomesRaised": { names: ["Rowan"] },
  "publish.impact.outcomesGone": { names: ["Rowan"] },
  "publish.impact.fieldsHidden": { names: ["Rowan"] },
  "publish.impact.fieldsShown": { names: ["Rowan"] },
  "submission.meanwhile.who": { names: [["Rowan", "Spruce"], ["Rowan"], []] },
  "versions.changesTo": { to: ["Zelkova"] },
  "submission.move.states": { to: ["Zelkova"] }
}

/** The texts that stand for themselves: each of its placeholder, and none inside of another. */
const textOf = (placeholder: string): string => `Q${placeholder.toLowerCase().slice(0, 6)}z`

/** What a placeholder is in one round of all samples. */
const sampleOf = (path: string, placeholder: string, round: number): unknown => {
  const values =
    ofSentence[path]?.[placeholder] ??
    others[placeholder] ??
    (counts.has(placeholder) ? numbers : [textOf(placeholder)])
  return values[round % values.length]
}

/** How many rounds there are until every value was given. */
export const rounds = 13

/** Gives a sentence whatever it asks for, and notes what it was. */
export const sampleFor = (path: string, round: number): { readonly given: object; readonly read: Set<unknown> } => {
  const read = new Set<unknown>()
  const asked = (placeholder: string): unknown => {
    const value = sampleOf(path, placeholder, round)
    for (const one of [value].flat()) read.add(one)
    return value
  }
  const given = new Proxy(
    {},
    {
      get: (_, placeholder) => (typeof placeholder === "string" ? asked(placeholder) : undefined),
      // A rest of members, as in `({ member, ...part })`.
      ownKeys: () => ["subject", "name"],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true })
    }
  )
  return { given, read }
}
