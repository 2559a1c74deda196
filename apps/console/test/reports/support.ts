/** Submissions of the demo's motor quote in several states, on several days. */
import { readFileSync } from "node:fs"
import { expect } from "vitest"
import { backdate } from "../../../server/test/support/backdate.ts"
import { call } from "../forms/support.ts"
import type { Console } from "../harness/browser.ts"

const demo = new URL("../../../server/demo/motor-quote.example.json", import.meta.url)

/** What the demo's own example leaves or changes, one a submission. */
const variations: ReadonlyArray<Readonly<Record<string, unknown>>> = [
  {},
  { cover: "tpo", vehicleValue: "4200.50", noClaimsYears: 0 },
  { cover: "tpo", vehicleValue: "950.00", usage: "social", noClaimsYears: 12 },
  { vehicleValue: "92000.00", tracker: false, annualMiles: 0 },
  { cover: "tpft", vehicleValue: "18999.99", contactBy: ["post"], phone: null, callTime: null, tracker: true },
  { vehicleValue: "499999.99", modified: true, modifications: "Wings", annualMiles: 100_000 },
  { contactBy: ["email"], phone: null, callTime: null, engineLitres: 0.9, paymentPlan: "annual" }
]

const example: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(demo, "utf8"))

const without = (data: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null))

const created = async (app: Console, formId: string, data: object, draft: boolean) => {
  const { body, status } = await call(app, `POST v1/forms/${formId}/submissions`, { data, draft })
  expect(status, JSON.stringify(body)).toBe(201)
  return String(body["id"])
}

const move = async (app: Console, id: string, name: string, revision: number) => {
  const headers = { "If-Match": `"${revision}"` }
  const { body, status } = await call(app, `POST submissions/${id}/transitions`, { name }, headers)
  expect(status, JSON.stringify(body)).toBe(200)
}

/** Around midnights in London, whose clocks went back on 25 October. */
const moments = [
  "2026-10-24T22:59:59.999Z",
  "2026-10-24T23:00:00.000Z",
  "2026-10-25T23:59:59.999Z",
  "2026-10-26T00:00:00.000Z",
  "2026-11-02T12:00:00.000Z",
  "2026-11-02T18:30:00.000Z",
  "2026-11-19T23:59:59.999Z"
]

/** 21 submissions, of which two are drafts, ten in review and two approved; the form was made on 1 March. */
export const fileQuotes = async (app: Console, formId: string): Promise<void> => {
  const dates: Record<string, string> = {}
  for (let index = 0; index < 21; index++) {
    const data = without({ ...example, ...variations[index % variations.length] })
    const isDraft = index === 6 || index === 12
    const id = await created(app, formId, data, isDraft)
    dates[id] = moments[(index * 3) % moments.length] ?? ""
    if (isDraft || index % 2 === 1) continue
    await move(app, id, "review", 1)
    if (index % 5 === 0) await move(app, id, "approve", 2)
  }
  await app.server.end()
  await backdate(app.server.data, dates, "2026-03-01T09:00:00Z")
  await app.server.restart()
}
