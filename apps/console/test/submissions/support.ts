/** What the tests of submissions share. */
import type { Locator } from "playwright-core"
import { call } from "../forms/support.ts"
import type { Console } from "../harness/browser.ts"

export const pipes = {
  title: "Pipes",
  code: "PIPE",
  fields: [
    { slug: "name", type: "text", label: "Name", maxLength: 50 },
    { slug: "metres", type: "integer", label: "Metres", required: true },
    { slug: "price", type: "money", label: "Price", currency: "EUR", formula: "metres * 18.50" }
  ],
  outcomes: [{ id: "large", severity: "warning", when: "metres > 500", message: "That is a lot." }]
}

/** Files so many submissions, in their order: `Person 1` has one metre. */
export const fileMany = (app: Console, formId: string, from: number, to: number): Promise<void> =>
  app.page.evaluate(
    async ([id, first, last]) => {
      const headers = { "content-type": "application/json", "x-formwork": "console" }
      for (let metres = first; metres <= last; metres++) {
        const body = JSON.stringify({ data: { name: `Person ${metres}`, metres } })
        const { status } = await fetch(`/api/platform/v1/forms/${id}/submissions`, { method: "POST", headers, body })
        if (status !== 201) throw new Error(`filing answered ${status}`)
      }
    },
    [formId, from, to] as const
  )

export const reference = (number: number): string => `PIPE-${String(number).padStart(8, "0")}`

export const rowOf = ({ page }: Console, number: number): Locator =>
  page.getByRole("row", { name: new RegExp(reference(number), "u") })

/** `aria-rowindex` of the row with the focus, and the text of the cell. */
export const focusedCell = ({ page }: Console): Promise<readonly [number, string]> =>
  page.evaluate(() => {
    const cell = document.activeElement
    return [Number(cell?.parentElement?.getAttribute("aria-rowindex")), cell?.textContent ?? ""] as const
  })

export const submissionsOf = async (app: Console, formId: string) => {
  const { body } = await call(app, `GET submissions?form=${formId}&limit=200`)
  return Object(body["items"]) as ReadonlyArray<{
    id: string
    referenceNumber: string
    workflowState: string
    revision: number
  }>
}
