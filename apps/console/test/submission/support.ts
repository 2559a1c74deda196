/** A form with hidden, computed and repeated fields, a workflow and effects, and submissions of it, made beside the page. */
import { expect } from "vitest"
import { call, makeForm } from "../forms/support.ts"
import type { Console } from "../harness/browser.ts"

export const claim = {
  title: "Water damage",
  code: "WATER",
  timeZone: "Europe/Berlin",
  fields: [
    { slug: "name", type: "text", label: "Your name", required: true, maxLength: 80 },
    { slug: "happened", type: "date", label: "When it happened", required: true },
    {
      slug: "cause",
      type: "choice",
      label: "What caused it",
      options: [
        { value: "pipe", label: "A burst pipe" },
        { value: "rain", label: "Rain" }
      ]
    },
    { slug: "pipeAge", type: "integer", label: "Age of the pipe", visibleWhen: "cause == 'pipe'" },
    {
      slug: "rooms",
      type: "list",
      label: "Rooms",
      fields: [
        { slug: "room", type: "text", label: "Room" },
        { slug: "cost", type: "money", currency: "EUR", label: "Cost" }
      ]
    },
    { slug: "damage", type: "money", currency: "EUR", label: "Damage", formula: "sum(rooms, row, row.cost)" },
    { slug: "excess", type: "money", currency: "EUR", label: "Excess", formula: "round(damage * 0.1, 2)" },
    { slug: "paid", type: "money", currency: "EUR", label: "To be paid", formula: "damage - excess" }
  ],
  outcomes: [{ id: "large", severity: "warning", when: "damage > 1000.00", message: "An assessor has to visit." }],
  workflow: {
    initial: "received",
    states: ["received", "in_review", "approved", "rejected"],
    transitions: [
      { name: "review", from: "received", to: "in_review" },
      { name: "approve", from: "in_review", to: "approved", privilege: "submission:delete" },
      { name: "reject", from: "in_review", to: "rejected" }
    ]
  },
  effects: [
    {
      id: "thanks",
      kind: "notification",
      to: "owner@demo.example",
      subject: "Your claim {$reference}",
      text: "Dear {name}, we have your claim over {damage}."
    },
    {
      id: "decided",
      kind: "notification",
      on: "state:approved",
      to: "owner@demo.example",
      subject: "Approved: {$reference}",
      text: "We pay {paid}."
    },
    { id: "letter", kind: "document", title: "Claim {$reference}", blocks: [{ fields: ["name", "damage"] }] },
    {
      id: "ledger",
      kind: "integration",
      method: "POST",
      url: "https://ledger.example/claims",
      headers: { "X-Key": { secret: "ledger" } }
    }
  ]
}

const rain = {
  name: "Ada Byron",
  happened: "2026-11-20",
  cause: "rain",
  rooms: [
    { room: "Kitchen", cost: "900.00" },
    { room: "Hall", cost: "450.50" }
  ]
}

/** The ledger's host is nowhere, so that its effect is never delivered. */
export const makeClaimForm = async (app: Console): Promise<string> => {
  const secret = { name: "ledger", value: "a value that no page shows", hosts: ["ledger.example"] }
  expect((await call(app, "PUT secrets", secret)).status).toBe(200)
  return makeForm(app, claim)
}

export interface Made {
  readonly id: string
  readonly referenceNumber: string
}

/** Files a claim, or stores it as a draft. */
export const makeClaim = async (app: Console, formId: string, data: unknown = rain, draft = false): Promise<Made> => {
  const { body, status } = await call(app, `POST v1/forms/${formId}/submissions`, { data, draft })
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: String(body["id"]), referenceNumber: String(body["referenceNumber"]) }
}

/** Makes a transition beside the page. */
export const move = async (
  app: Console,
  id: string,
  revision: number,
  name: string,
  comment?: string
): Promise<void> => {
  const body = { name, ...(comment === undefined ? {} : { comment }) }
  const moved = await call(app, `POST submissions/${id}/transitions`, body, { "If-Match": `"${revision}"` })
  expect(moved.status, JSON.stringify(moved.body)).toBe(200)
}
