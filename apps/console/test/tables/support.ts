/** What the tests of tables share: rows, tables that are made beside the page, and forms that look up in them. */
import { expect } from "vitest"
import { call } from "../forms/support.ts"
import type { Console } from "../harness/browser.ts"

export const AREAS =
  "postcode: exact text,age: from integer,factor: number 2\n10115,18,1.25\n10115,25,1.10\n*,18,1.00\n"

/** A row for each of so many postcodes. */
export const manyRows = (count: number): string =>
  `postcode: exact text,factor: number 2\n${Array.from({ length: count }, (_, index) => `${10_000 + index},${(index % 300) / 100}\n`).join("")}`

export const makeTable = async (app: Console, name: string, csv: string): Promise<string> => {
  const { body, status } = await call(app, "POST tables", { name, csv })
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(201)
  return String(body["id"])
}

export const saveTable = async (app: Console, name: string, revision: number, csv: string): Promise<void> => {
  const { body, status } = await call(app, `PUT tables/${name}/draft`, { csv }, { "If-Match": `"${revision}"` })
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200)
}

export const publishTable = async (
  app: Console,
  name: string,
  revision: number,
  body: { readonly note?: string; readonly forms?: ReadonlyArray<string> } = {}
): Promise<void> => {
  const published = await call(app, `POST tables/${name}/publish`, body, { "If-Match": `"${revision}"` })
  expect(published.status, JSON.stringify(published.body)).toBe(200)
}

/** A form whose price is looked up. */
export const pricing = (code: string, table: unknown = "areas") => ({
  title: `Price ${code}`,
  code,
  tables: { area: table },
  fields: [
    { slug: "postcode", type: "text", label: "Postcode", required: true },
    { slug: "age", type: "integer", label: "Age", required: true },
    {
      slug: "price",
      type: "money",
      currency: "EUR",
      label: "Price",
      formula: "round(100.00 * lookup(area, 'factor', postcode, age), 2)"
    }
  ]
})
