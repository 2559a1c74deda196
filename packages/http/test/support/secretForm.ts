/** An organisation whose form has internal fields full of marks that no answer to others may have in it. */
import { Effect } from "effect"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { DocumentStore } from "@formwork/domain/sending/DocumentStore"
import { Forms } from "@formwork/domain/forms/Forms"
import { Examples } from "@formwork/domain/forms/Examples"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { Tables } from "@formwork/domain/forms/Tables"
import { Submissions } from "@formwork/domain/filing/Submissions"
import * as Memory from "@formwork/contract/FiringFixture"
import type { JsonObject } from "@formwork/rules/Json"
import * as Harness from "./Harness.ts"

/** What stands in names, labels, expressions, values and effects of internal fields, and nowhere else. */
export const marks = /qxcanary|8172635|81726\.35|817263\.50/iu

/** A table of the organisation, which the form calls by a name with a mark. Who may read tables sees its name, its columns and its rows. */
export const table = "areas"
const rows = (load: number, column = "load"): string =>
  `age: from integer,${column}: number 2\n0,${load}\n60,${load + 1}\n`

/** What its draft may become: other rows, and others by which the form has a fault. */
export const drafts: ReadonlyArray<string> = [rows(1), rows(2), rows(3, "other"), rows(4, "other")]

/** Names that are near those of internal fields: a hint at a name would show a mark. */
export const near = [
  "qxcanarText",
  "qxcanarNumber",
  "qxcanarHidden",
  "qxcanarRow",
  "qxcanar_table",
  "qxcanar_areas",
  "qxcanar_factor",
  "qxcanarChoice",
  "plan.qxcanar_cost"
]

const internal = { internal: true }

const fields = (worth: string): ReadonlyArray<JsonObject> => [
  { slug: "name", type: "text", required: true },
  { slug: "age", type: "integer", min: 0 },
  {
    slug: "plan",
    type: "choice",
    attributes: [
      { name: "qxcanary_note", type: "text" },
      { name: "qxcanary_cost", type: "integer" }
    ],
    options: [
      { value: "a", label: "Plan A", qxcanary_note: "qxcanary note", qxcanary_cost: 8172635 },
      { value: "b", label: "Plan B", qxcanary_note: "qxcanary note", qxcanary_cost: 8172635, when: "age > 18" }
    ]
  },
  {
    slug: "drivers",
    type: "list",
    fields: [
      { slug: "points", type: "integer" },
      { slug: "qxcanaryRow", type: "integer", formula: "8172635 + 0 * points", ...internal },
      { slug: "qxcanaryRowHidden", type: "text", formula: "'qxcanary row'", visibleWhen: "points > 5", ...internal }
    ]
  },
  { slug: "qxcanaryText", label: "Qxcanary label", type: "text", formula: worth, ...internal },
  {
    slug: "qxcanaryNumber",
    type: "number",
    max: 900000000,
    formula: "qxcanary_factor * (age < 1000 ? 1 : 1000)",
    ...internal
  },
  {
    slug: "qxcanaryMoney",
    type: "money",
    currency: "EUR",
    formula: "lookup(qxcanary_table, 'load', age)",
    ...internal
  },
  {
    slug: "qxcanaryArea",
    type: "number",
    decimals: 2,
    formula: "8172635 * lookup(qxcanary_areas, 'load', age)",
    ...internal
  },
  { slug: "qxcanaryHidden", type: "boolean", formula: "age > 30", visibleWhen: "age > 40", ...internal },
  {
    slug: "qxcanaryChoice",
    type: "choice",
    options: [{ value: "qxcanaryA", label: "Qxcanary A" }, { value: "qxcanaryB" }],
    formula: "age > 50 ? 'qxcanaryA' : 'qxcanaryB'",
    ...internal
  },
  { slug: "qxcanaryMail", type: "email", formula: "'qxcanary@ashworth.example'", ...internal },
  { slug: "premium", type: "money", currency: "EUR", formula: "qxcanaryNumber > 0 ? age * 2.5 : 0" }
]

/** Internal fields in rules, and in effects of every kind. */
export const definition = (code: string, worth: string): JsonObject => ({
  title: "Quote",
  code,
  timeZone: "UTC",
  constants: { qxcanary_factor: { type: "integer", value: 8172635 } },
  tables: {
    // By its number, so that the draft stays without faults whatever is published of the table.
    qxcanary_areas: { table, version: 1 },
    qxcanary_table: {
      keys: [{ name: "qxcanary_age", type: "integer", match: "from" }],
      values: [{ name: "load", type: "number", decimals: 2 }],
      rows: [
        [0, "81726.35"],
        [40, "817263.50"]
      ]
    }
  },
  fields: fields(worth),
  checks: [{ id: "possible", check: "qxcanaryText != 'never' && age < 200", message: "Nobody is {age}." }],
  outcomes: [{ id: "senior", severity: "info", when: "qxcanaryNumber > 400000", message: "Senior rate" }],
  effects: [
    { id: "public", kind: "document", title: "Offer", fileName: "offer.pdf", blocks: [{ fields: "all" }] },
    {
      id: "letter",
      kind: "document",
      ...internal,
      title: "Qxcanary {qxcanaryText}",
      fileName: "{qxcanaryText}.pdf",
      blocks: [{ fields: "all" }, { text: "{qxcanaryNumber}" }]
    },
    {
      id: "mail",
      kind: "notification",
      ...internal,
      to: ["{qxcanaryMail}"],
      subject: "{qxcanaryText}",
      text: "{qxcanaryNumber}"
    },
    { id: "told", kind: "delivery", url: "https://hooks.example/told", secret: "signing" },
    {
      id: "sent",
      kind: "integration",
      ...internal,
      method: "POST",
      url: "https://crm.example/leads",
      body: { worth: { $: "qxcanaryText" }, rows: { $rows: "drivers", as: { $: "qxcanaryRow" } } }
    }
  ]
})

/** Values that fill every internal field, hide some of them, or break what one may be. */
export const payloads: ReadonlyArray<JsonObject> = [
  { name: "Ada", age: 36, plan: "b", drivers: [{ points: 3 }, { points: 9 }] },
  { name: "Ada", age: 70, plan: "a", drivers: [] },
  { name: "Ada" },
  { age: 50, drivers: [{ points: 8 }] },
  // `qxcanaryNumber` becomes more than it may be.
  { name: "Ada", age: 100_000 },
  { name: "Ada", age: 199, drivers: [{ points: 999_999_999 }] },
  { name: "Ada", ...Object.fromEntries(near.map((name) => [name, 1])) },
  { name: "Ada", age: 40, drivers: [Object.fromEntries(near.map((name) => [name, 1]))] }
]

const filed = Effect.fnUntraced(function* (
  { form, operator }: Pick<Harness.Tenant, "form" | "operator">,
  data: JsonObject
) {
  const submissions = yield* Submissions
  const { submission } = yield* submissions.create(operator, form.id, { data, draft: false, idempotencyKey: undefined })
  return submission.id
})

/** Every effect has failed with words of its receiver, and every document is there. */
const settled = Effect.fnUntraced(function* ({ operator }: Harness.Tenant) {
  const documents = yield* DocumentStore
  for (const claim of yield* Memory.claim([operator])) {
    const told = JSON.stringify(claim.content)
    const file = { fileName: `${claim.effectId} qxcanary.pdf`, mediaType: "application/pdf" } as const
    if (claim.effectId === "letter")
      yield* documents.put(operator.organisationId, claim.id, { ...file, bytes: new TextEncoder().encode(told) })
    const excerpt = told.slice(0, 400)
    yield* Memory.settle(claim, "dead", { status: 400, excerpt, reason: excerpt })
  }
})

/** The organisation, and what its paths may name. */
export const made = Effect.gen(function* () {
  const tenant = yield* Harness.tenant
  const { operator } = tenant
  const forms = yield* Forms
  yield* Tables.use((tables) =>
    Effect.andThen(
      tables.create(operator, { name: table, file: { format: "csv", text: rows(1) } }),
      tables.publish(operator, table, 1, {})
    )
  )
  yield* FiringFixture.signing(operator)
  const form = yield* forms.create(operator, definition(Harness.unused(), "'qxcanary first'"))
  yield* forms.publish(operator, form.id)
  const secret: Harness.Tenant = { ...tenant, form, version: yield* forms.live(operator, form.id) }
  const early = yield* filed(secret, payloads[0] ?? {})
  yield* forms.saveDraft(operator, form.id, definition(form.code, "upper('qxcanary second')"))
  const version = yield* forms.publish(operator, form.id)
  yield* Examples.use((examples) =>
    examples.save(
      operator,
      form.id,
      [{ name: "qxcanary", data: { name: "Ada" }, expect: { calculatedData: { qxcanaryText: "qxcanary" } } }],
      1
    )
  )
  // Without cases, so that a new version of the table gets into it.
  const twin = yield* forms.create(operator, definition(Harness.unused(), "'qxcanary twin'"))
  yield* forms.publish(operator, twin.id)
  const late = yield* filed(secret, payloads[1] ?? {})
  const faulty = yield* forms.create(operator, {
    ...definition(Harness.unused(), "qxcanaryUnknown + 'qxcanary'"),
    checks: [{ id: "wrong", check: "qxcanaryText > 8172635", message: "{qxcanaryText}" }]
  })
  yield* settled(secret)
  const firings = yield* FiringStore.use((store) => store.list(operator, {}, { limit: 100 }))
  return { tenant: { ...secret, version }, faulty, twin, submissions: [early, late], firings }
}).pipe(Effect.orDie)
export type Made = Effect.Success<typeof made>
