/** Screens of forms that look up in tables of the organisation: they check with the tables, as the server does. In a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess, file, makeForm, saveDraft } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { addPerson, signInAs } from "../people/support.ts"
import { AREAS, makeTable, pricing, publishTable, saveTable } from "./support.ts"

describeInBrowser("a form with a table of the organisation", () => {
  let app: Console
  let formId: string
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
    await makeTable(app, "areas", AREAS)
    await publishTable(app, "areas", 1)
    formId = await makeForm(app, pricing("PRICE"))
    await file(app, formId, { postcode: "10115", age: 18 })
    await saveTable(app, "areas", 1, AREAS.replace("1.25", "1.35"))
    await publishTable(app, "areas", 2)
    await saveDraft(app, formId, 1, { ...pricing("PRICE"), title: "Price of areas" })
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  test("is compared on its publish page and with its versions, though the page has to fetch the rows", async () => {
    const { page } = app
    await app.open(`/forms/${formId}/publish`)
    await page
      .getByText(/Table area/u)
      .first()
      .waitFor()
    expect(await page.getByText("known to the service alone").count()).toBe(0)
    await app.open(`/forms/${formId}`)
    await page.getByText(/changes? since the live version/u).waitFor()
  })

  test("has no fault when it is pasted as JSON, and one with a hint where its table has another name", async () => {
    const { page } = app
    await app.open("/forms/new?from=json")
    const json = page.getByRole("textbox", { name: /Definition|JSON/u }).first()
    await json.fill(JSON.stringify(pricing("PASTED")))
    await page.getByText("no faults").waitFor()
    await json.fill(JSON.stringify(pricing("PASTED", "aeras")))
    await page.getByText("Did you mean").waitFor()
    await json.fill(JSON.stringify(pricing("PASTED", { table: "areas", version: 9 })))
    await page.getByText("Its newest is 2.").waitFor()
  })

  test("has the same hints in the workspace", async () => {
    const { page } = app
    const other = await makeForm(app, pricing("OTHER", "aeras"), "draft")
    await app.open(`/forms/${other}/edit?view=source&try=false`)
    await page.getByText("Did you mean").first().waitFor()
  })

  test("is named in the inspector, with a version of the tables that there are", async () => {
    const { page } = app
    const { tables: _, ...plain } = pricing("PLAIN")
    const own = await makeForm(app, { ...plain, fields: plain.fields.slice(0, 2) }, "draft")
    let answer = (): void => {}
    const asked = new Promise<void>((resolve) => (answer = resolve))
    await page.route("**/api/platform/tables", async (route) => {
      await asked
      await route.continue()
    })
    await app.open(`/forms/${own}/edit?view=both&try=false`)
    const add = page.getByRole("button", { name: "Name a table" })
    // Which there are comes late.
    await expect.poll(() => add.isDisabled()).toBe(true)
    answer()
    await add.click()
    await page.getByLabel("Table of areas").waitFor()
    await page.unrouteAll()
    await page.getByLabel("Version of areas").selectOption("1")
    await expectAccess(app, "inspector")
    expect(await page.getByLabel("Version of areas").getAttribute("aria-invalid")).toBe("false")
    const draft = async () => (await call(app, `GET forms/${own}/draft`)).body["definition"]
    await expect.poll(draft, { timeout: 20_000 }).toMatchObject({ tables: { areas: { table: "areas", version: 1 } } })
    await page.getByLabel("Version of areas").selectOption("")
    await expect.poll(draft, { timeout: 20_000 }).toMatchObject({ tables: { areas: "areas" } })
    await page.getByRole("button", { name: "Remove areas" }).click()
    await expect.poll(async () => JSON.stringify(await draft()), { timeout: 20_000 }).not.toContain("areas")
  })

  test("is a list of submissions with its columns, also for those who read no tables", async () => {
    const { page } = app
    const shown = async () => {
      await app.open(`/submissions?form=${formId}`)
      await page.getByRole("columnheader", { name: "Price" }).waitFor()
      await page.getByRole("gridcell", { name: /125\.00/u }).waitFor()
      expect(await page.getByText("could not be read").count()).toBe(0)
    }
    await shown()
    await expectAccess(app, "submissions")
    await signInAs(app, await addPerson(app, "reviews", "reviewer"))
    await shown()
    const rest = (privileges: ReadonlyArray<string>) => privileges.filter((one) => one !== "table:read")
    await page.route("**/api/platform/me", async (route) => {
      const response = await route.fetch()
      const me = await response.json()
      await route.fulfill({ response, json: { ...me, privileges: rest(me.privileges) } })
    })
    await page.route("**/api/platform/tables**", (route) => route.abort())
    await shown()
    await page.unrouteAll()
  })
})
