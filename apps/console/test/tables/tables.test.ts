/** Tables of the organisation: made, read, replaced and deleted, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { AREAS, makeTable, manyRows, publishTable, saveTable } from "./support.ts"

describeInBrowser("tables", () => {
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

  const downloaded = async (link: string) => {
    const [download] = await Promise.all([
      app.page.waitForEvent("download"),
      app.page.getByRole("link", { name: link }).click()
    ])
    let text = ""
    for await (const chunk of await download.createReadStream()) text += String(chunk)
    return { name: download.suggestedFilename(), text }
  }

  test("without any, the list says what a table is, with one as an example; the first is made by keyboard alone", async () => {
    const { page } = app
    await app.open("/")
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Tables" }).click()
    await page.getByRole("heading", { name: "There are no tables yet" }).waitFor()
    await page.getByText("postcode: exact text,age: from integer,factor: number 4").waitFor()
    await expectAccess(app, "no tables")
    await tabTo(page, "New table")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "New table" }).waitFor()
    await tabTo(page, "Name")
    await page.keyboard.type("areas")
    await tabTo(page, "Rows")
    await page.keyboard.insertText(AREAS)
    await expectAccess(app, "new table")
    await tabTo(page, "Make table")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "areas" }).waitFor()
    await page.getByRole("grid", { name: "Rows of the table" }).getByText("1.10").waitFor()
    expect(await page.getByRole("row", { name: /^age Key: from here on from integer$/u }).count()).toBe(1)
    await expectAccess(app, "table")
    await app.open("/tables")
    await page.getByRole("row", { name: /areas.*Not published.*3/u }).waitFor()
    await expectAccess(app, "tables")
  })

  test("a file with faults makes no table: each is named by its line and column, with the line", async () => {
    const { page } = app
    app.expectRefusals()
    await app.open("/tables/new-table")
    await page.getByLabel("Name").fill("rates")
    const rows = page.getByLabel("Rows", { exact: true })
    await rows.fill("area: exact text,rate: number 2\na,x\nb,1\nc\n")
    await page.getByRole("button", { name: "Make table" }).click()
    await page.getByRole("alert").getByText("The file has 2 faults").waitFor()
    await page.getByRole("row", { name: /^Line 4 the line This line has/u }).waitFor()
    const row = page.getByRole("row", { name: /^Line 2 rate/u })
    await row.getByText("a,x").waitFor()
    await expectAccess(app, "faults")
    expect((await call(app, "GET tables/rates")).status).toBe(404)
    await rows.fill("area: exact text,rate: number 2\na,1\n")
    await page.getByLabel("Name").fill("Rates")
    await page.getByRole("button", { name: "Make table" }).click()
    await page.getByRole("alert").getByText("small letter").first().waitFor()
    expect(await rows.inputValue()).toContain("a,1")
    await page.getByLabel("Name").fill("areas")
    await page.getByRole("button", { name: "Make table" }).click()
    await page.getByRole("alert").getByText("areas").waitFor()
  })

  test("a file is chosen, named by itself, and may be NDJSON; one in another encoding is not taken", async () => {
    const { page } = app
    await app.open("/tables/new-table")
    const choose = async (name: string, buffer: Buffer) => {
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        page.getByRole("button", { name: "Choose a file" }).click()
      ])
      await chooser.setFiles({ name, mimeType: "text/plain", buffer })
    }
    await choose("zones.csv", Buffer.from("zone: exact text\nD\xfcren\n", "latin1"))
    await page.getByText("not written in UTF-8").waitFor()
    await choose(
      "Zones 2027.ndjson",
      Buffer.from(
        '{"keys":[{"name":"zone","type":"text","match":"exact"}],"values":[{"name":"rate","type":"integer"}]}\n["Düren",3]\n'
      )
    )
    await page.getByText(/Zones 2027\.ndjson.*2 lines, NDJSON/u).waitFor()
    expect(await page.getByLabel("Name").inputValue()).toBe("zones_2027")
    await page.getByRole("button", { name: "Make table" }).click()
    await page.getByRole("grid").getByText("Düren").waitFor()
  })

  test("50,000 rows are scrolled, searched and downloaded, and the page answers in between", async () => {
    const { page } = app
    await makeTable(app, "large", manyRows(50_000))
    await app.open("/tables/large")
    await page.getByText("50,000 rows").waitFor()
    const grid = page.getByRole("grid")
    expect(await grid.getAttribute("aria-rowcount")).toBe("50001")
    expect(await grid.getByRole("row").count()).toBeLessThan(60)
    await grid.getByRole("rowheader").first().click()
    await page.keyboard.press("Control+End")
    await grid.getByText("59999").waitFor()
    await page.getByLabel("Find in the rows").fill("47123")
    await page.getByText("1 row of 50,000 rows").waitFor()
    await grid.getByText("47123").waitFor()
    const { name, text } = await downloaded("Download CSV")
    expect(name).toBe("large-draft.csv")
    expect(text.trim().split("\n").length).toBe(50_001)
    expect((await downloaded("Download NDJSON")).text.split("\n")[1]).toBe('["10000","0"]')
  })

  test("a draft is replaced by a file; one that somebody else saved meanwhile is seen first", async () => {
    const { page } = app
    await makeTable(app, "shared", AREAS)
    await app.open("/tables/shared")
    await page.getByRole("link", { name: "Replace draft" }).click()
    const rows = page.getByLabel("Rows", { exact: true })
    await rows.fill("factor,age,postcode\n9.00,18,10115\n")
    await saveTable(app, "shared", 1, AREAS.replace("1.25", "3.33"))
    app.expectRefusals()
    await page.getByRole("button", { name: "Replace draft", exact: true }).click()
    await page.getByText("The draft has changed since this page was opened").waitFor()
    expect(await rows.inputValue()).toContain("9.00")
    expect(await page.getByRole("button", { name: "Replace draft", exact: true }).isDisabled()).toBe(true)
    await expectAccess(app, "stale")
    await page.getByRole("button", { name: "Replace the newer draft" }).click()
    await page.getByRole("button", { name: "Replace draft", exact: true }).click()
    await page.getByRole("grid").getByText("9.00").waitFor()
    await page.getByText("1 row", { exact: true }).waitFor()
  })

  test("the palette finds a table by its name, and offers what can be done with it", async () => {
    const { page } = app
    await makeTable(app, "mileages", AREAS)
    await app.open("/")
    await page.getByRole("heading", { name: "Home" }).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: /^A screen, a form/u }).fill("mileag")
    await page.getByRole("option", { name: "mileages" }).waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "mileages" }).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: /^A screen, a form/u }).fill("this table")
    await page.getByRole("option", { name: "Publish this table" }).waitFor()
    await page.getByRole("option", { name: "Replace the draft of this table" }).click()
    await page.waitForURL(/mileages\/replace$/u)
  })

  test("a table that was never published is deleted after a question; a published one has no such button", async () => {
    const { page } = app
    await makeTable(app, "brief", AREAS)
    await app.open("/tables/brief")
    await page.getByRole("button", { name: "Delete table" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete table" }).click()
    await page.waitForURL(/\/tables$/u)
    await page.getByRole("heading", { name: "Tables" }).waitFor()
    expect((await call(app, "GET tables/brief")).status).toBe(404)
    await makeTable(app, "lasting", AREAS)
    await publishTable(app, "lasting", 1)
    await app.open("/tables/lasting")
    await page.getByRole("link", { name: "Replace draft" }).waitFor()
    expect(await page.getByRole("button", { name: "Delete table" }).count()).toBe(0)
  })
})
