/** Fields in groups in a browser: ready made from the menu, filled in the try-out, filed, and read in lists, submissions and reports. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, makeForm } from "../../forms/support.ts"
import { openConsole } from "../../harness/browser.ts"
import type { Console } from "../../harness/browser.ts"
import { describeInBrowser } from "../../harness/chromium.ts"
import { draftOf, patience, rowOf } from "./support.ts"

const definition = {
  title: "Collection",
  code: "COLL",
  fields: [
    { slug: "name", type: "text", label: "Name", maxLength: 50 },
    { slug: "address.city", type: "text", label: "City", required: true, maxLength: 50 },
    { slug: "address.floor", type: "integer", label: "Floor", min: 0 },
    { slug: "price.stairs", type: "money", currency: "EUR", label: "Stairs", formula: "address.floor * 1.50" }
  ],
  sections: [
    { id: "who", title: "Who", fields: ["name"] },
    { id: "address", title: "Where", fields: ["address.city", "address.floor", "price.stairs"] }
  ],
  outcomes: [
    {
      id: "high",
      severity: "info",
      field: "address.floor",
      when: "address.floor > 3",
      message: "{address.city}: {price.stairs} for the stairs."
    }
  ]
}

describeInBrowser("fields in groups", () => {
  let app: Console
  let form: string
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
    form = await makeForm(app, definition)
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  test("an address comes from the menu of the fields, under a name that is free", async () => {
    const { page } = app
    await app.open(`/forms/${form}/edit`)
    await page.getByText("Draft").first().waitFor()
    await page.getByRole("button", { name: "Actions for Fields" }).click()
    await page.getByRole("menuitem", { name: "Add an address" }).click()
    await rowOf(app, "address2.street").waitFor()
    const slugs = async () =>
      (await draftOf<{ definition: typeof definition }>(app, form)).definition.fields.slice(4).map(({ slug }) => slug)
    await expect
      .poll(slugs, patience)
      .toEqual(["street", "postcode", "city", "country"].map((name) => `address2.${name}`))
  })

  test("the try-out fills them, and its answer has an object", async () => {
    const { page } = app
    await page.getByRole("textbox", { name: "City" }).first().fill("Ulm")
    await page.getByRole("textbox", { name: "Floor" }).fill("4")
    await page.getByText("Ulm: 6.00 for the stairs.").first().waitFor()
  })

  test("a filed one is in the list, in the submission and in the report by whole names", async () => {
    const { page } = app
    const filed = await call(app, `POST v1/forms/${form}/submissions`, {
      data: { name: "Ada", address: { city: "Ulm", floor: 4 } }
    })
    expect([filed.status, filed.body["calculatedData"]]).toEqual([201, { price: { stairs: "6.00" } }])
    await app.open(`/submissions?form=${form}`)
    await page.getByRole("row", { name: /COLL-/u }).waitFor()
    await page.getByRole("link", { name: /COLL-/u }).first().click()
    await page.getByText("4", { exact: true }).first().waitFor()
    await app.open(`/forms/${form}/report`)
    await page.getByRole("heading", { name: "Floor" }).waitFor()
    await page.getByRole("heading", { name: "Stairs" }).waitFor()
  })
})
