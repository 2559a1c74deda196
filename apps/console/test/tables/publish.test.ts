/** Publishing a table, its versions, and the forms that look up in it, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess, makeForm, refusing, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { AREAS, makeTable, pricing, publishTable, saveTable } from "./support.ts"

describeInBrowser("publishing a table", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(async () => {
    await app.page.unrouteAll()
    app.expectNothingWrong()
  })

  /** What the live version of a form asks for a person of 18 in 10115. */
  const price = async (formId: string): Promise<unknown> => {
    const { body } = await call(app, `POST v1/forms/${formId}/evaluate`, { data: { postcode: "10115", age: 18 } })
    return Object(body["calculatedData"])["price"]
  }

  test("the first version is published by keyboard alone, and stands among the versions with its note and author", async () => {
    const { page } = app
    await makeTable(app, "areas", AREAS)
    await app.open("/tables/areas")
    await tabTo(page, "Publish")
    await page.keyboard.press("Enter")
    await page.getByText("This is the first version. 3 rows.").waitFor()
    await page.getByText("No live form uses this table.").waitFor()
    await tabTo(page, "Note")
    await page.keyboard.type("Rates of 2026")
    await page.keyboard.press("Control+Enter")
    await page.getByRole("heading", { name: "Version 1 is published" }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H2")
    await page.getByRole("link", { name: "Versions" }).click()
    await page.getByRole("row", { name: /Version 1 3 .*Demo Owner Rates of 2026/u }).waitFor()
    await expectAccess(app, "versions")
    await page.getByRole("link", { name: "Who made and changed it, in the audit log" }).click()
    await page.getByRole("row", { name: /Made a table/u }).waitFor()
  })

  test("its changes are seen before, forms that are chosen get the new version, and one whose cases fail keeps the old one and says which", async () => {
    const { page } = app
    const kept = await makeForm(app, pricing("KEPT"))
    const renewed = await makeForm(app, pricing("RENEWED"))
    const left = await makeForm(app, pricing("LEFT"))
    const examples = [
      { name: "young in Mitte", data: { postcode: "10115", age: 18 }, expect: { calculatedData: { price: "125.00" } } }
    ]
    expect((await call(app, `PUT forms/${kept}/examples`, { examples }, { "If-Match": '"1"' })).status).toBe(200)
    await saveTable(app, "areas", 1, `${AREAS.replace("1.25", "1.35")}20095,18,1.40\n`)
    await app.open("/tables/areas/publish")
    await page.getByText("1 row added, 0 rows removed, 1 row with other values.").waitFor()
    const changed = page.getByRole("grid", { name: "Rows that differ" }).getByRole("row", { name: /Changed/u })
    expect(await changed.locator("del").allTextContents()).toEqual(["1.25"])
    expect(await changed.locator("ins").allTextContents()).toEqual(["1.35"])
    await call(app, `POST v1/forms/${renewed}/submissions`, { data: { postcode: "10115", age: 18 } })
    await call(app, `POST v1/forms/${renewed}/submissions`, { data: { postcode: "10115", age: 40 } })
    await page.getByRole("button", { name: /^None Form$/u }).click()
    await page.getByRole("option", { name: "Price RENEWED (RENEWED)" }).click()
    await page.getByText("2 of 2 submissions evaluated").waitFor()
    expect(await page.locator("dl div").filter({ hasText: "with other values" }).locator("dd").textContent()).toBe("1")
    await expectAccess(app, "what the draft of a table would change")
    await page.getByText("Price KEPT").last().click()
    await page.getByText("Price RENEWED").last().click()
    await expectAccess(app, "publish a table")
    await page.getByRole("button", { name: "Publish version 2, and 2 forms again" }).click()
    await page.getByRole("heading", { name: "Version 2 is published" }).waitFor()
    await page.getByText("1 form has the new version from now on.").waitFor()
    await page.getByRole("row", { name: /^Price RENEWED.*Published again/u }).waitFor()
    const row = page.getByRole("row", { name: /^Price KEPT.*Not published/u })
    await row
      .getByText("The only case of the form would fail. Publish the form itself, or give a reason in despiteExamples.")
      .waitFor()
    await row.getByText("young in Mitte").waitFor()
    await row.getByText("135.00").waitFor()
    await expectAccess(app, "published")
    expect([await price(kept), await price(renewed), await price(left)]).toEqual(["125.00", "135.00", "125.00"])
    await page.getByRole("link", { name: "Forms", exact: true }).last().click()
    await page.getByRole("row", { name: /Price LEFT.*Version 1.*Version 2 is newer/u }).waitFor()
    await page.getByRole("row", { name: /Price RENEWED RENEWED Version 2$/u }).waitFor()
    await expectAccess(app, "forms of a table")
  })

  test("any two versions are compared, and a version's own rows are shown", async () => {
    const { page } = app
    await app.open("/tables/areas/compare?before=1&after=2")
    await page.getByText("1 row added, 0 rows removed, 1 row with other values.").waitFor()
    await page.getByRole("button", { name: /From/u }).click()
    await page.getByRole("option", { name: "Version 2" }).click()
    await page.getByText("Choose two different sides.").waitFor()
    await page.getByRole("button", { name: /To$/u }).click()
    await page.getByRole("option", { name: "The draft" }).click()
    await page.getByText("There is no difference.").waitFor()
    await expectAccess(app, "compare")
    await saveTable(app, "areas", 2, "zone: exact text,factor: number 2\na,1\n")
    await page.reload()
    await page.getByText("Columns came, went or changed.").waitFor()
    await app.open("/tables/areas?edition=1")
    await page.getByRole("grid").getByText("1.25").waitFor()
    await page.getByRole("button", { name: /Rows of/u }).click()
    await page.getByRole("option", { name: "The draft" }).click()
    await page.getByRole("columnheader", { name: /zone/u }).waitFor()
  })

  test("a draft that somebody else saved meanwhile is looked at before it is published", async () => {
    const { page } = app
    await makeTable(app, "shared", AREAS)
    await publishTable(app, "shared", 1)
    await app.open("/tables/shared/publish")
    await page.getByText("The draft is what version 1 was made from.").waitFor()
    await saveTable(app, "shared", 1, AREAS.replace("1.25", "7.77"))
    app.expectRefusals()
    await page.getByLabel("Note").fill("Lost?")
    await page.getByRole("button", { name: "Publish version 2" }).click()
    await page.getByText("The draft has changed since this page was opened").waitFor()
    expect(await page.getByRole("button", { name: "Publish version 2" }).isDisabled()).toBe(true)
    expect(Object((await call(app, "GET tables/shared")).body)["version"]).toBe(1)
    await page.getByRole("button", { name: "Show the newer draft" }).click()
    await page.getByRole("grid").getByText("7.77").waitFor()
    expect(await page.getByLabel("Note").inputValue()).toBe("Lost?")
    await page.getByRole("button", { name: "Publish version 2" }).click()
    await page.getByRole("heading", { name: "Version 2 is published" }).waitFor()
  })

  test("who may only read sees rows and versions, and no button that changes anything; others do not see them at all", async () => {
    const { page } = app
    const withPrivileges = (privileges: ReadonlyArray<string>) =>
      page.route("**/api/platform/me", async (route) => {
        const response = await route.fetch()
        const me = await response.json()
        await route.fulfill({ response, json: { ...me, privileges } })
      })
    await withPrivileges(["form:read", "table:read"])
    await app.open("/tables")
    await page.getByRole("row", { name: /^areas/u }).waitFor()
    expect(await page.getByRole("link", { name: "New table" }).count()).toBe(0)
    await page.getByText("needs the privilege table:write").waitFor()
    await app.open("/tables/areas")
    await page.getByRole("grid").waitFor()
    expect(await page.getByRole("link", { name: /Replace draft|Publish/u }).count()).toBe(0)
    expect(await page.getByRole("button", { name: "Delete table" }).count()).toBe(0)
    for (const [path, privilege] of [
      ["/tables/areas/publish", "table:publish"],
      ["/tables/areas/replace", "table:write"],
      ["/tables/new-table", "table:write"]
    ] as const) {
      await app.open(path)
      await page.getByText(`It needs the privilege ${privilege}`).waitFor()
    }
    await page.unrouteAll()
    app.expectRefusals()
    await withPrivileges(["form:read"])
    await page.route("**/api/platform/tables", refusing(403, { privilege: "table:read" }))
    await app.open("/tables")
    await page.getByText("It needs the privilege table:read").waitFor()
    expect(await page.getByRole("link", { name: "Tables" }).count()).toBe(0)
  })
})
