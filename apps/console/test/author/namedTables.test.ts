/** A form that names a table of its organisation, in a browser at a real server: it runs as it does there, once the rows are fetched. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, makeForm } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"

const CSV = "area: exact text,factor: number 2\nnorth,1.25\nsouth,1.50\n"

const definition = (table: string) => ({
  title: "Areas",
  code: `A${table.length}`,
  tables: { area: table },
  fields: [
    { slug: "where", type: "text", label: "Where", required: true },
    {
      slug: "price",
      type: "money",
      currency: "EUR",
      label: "Price",
      formula: "round(100.00 * lookup(area, 'factor', where), 2)"
    }
  ]
})

describeInBrowser("a form with a table of the organisation", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole()
    await app.signIn()
    expect((await call(app, "POST tables", { name: "areas", csv: CSV })).status).toBe(201)
    expect((await call(app, "POST tables/areas/publish", {}, { "If-Match": '"1"' })).status).toBe(200)
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  test("the draft has no fault, and the try-out looks up in the newest version", async () => {
    const form = await makeForm(app, definition("areas"))
    await app.open(`/forms/${form}/edit?view=structure&try=true`)
    await app.page.locator(".fw-form").getByRole("textbox", { name: "Where" }).fill("south")
    await app.page.getByText("€150.00").first().waitFor()
    expect(await app.page.getByText("no published table").count()).toBe(0)
  })

  test("a table that is not there is a fault that names it", async () => {
    const form = await makeForm(app, definition("nowhere"), "draft")
    await app.open(`/forms/${form}/edit?view=source&try=false`)
    await app.page
      .getByText("known to the service alone")
      .or(app.page.getByText("no published table"))
      .first()
      .waitFor()
  })
})
