/** Lists of forms, making one, and a form's own screens, in a browser at a real server. */
import { execFileSync } from "node:child_process"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { call, expectAccess, gutter, makeForm, refusing, saveDraft } from "./support.ts"

describeInBrowser("forms", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    app.page.on("dialog", (dialog) => {
      throw new Error(`a text of a form opened a dialog: ${dialog.message()}`)
    })
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(async () => {
    await app.page.unrouteAll({ behavior: "wait" })
    app.expectNothingWrong()
  })

  test("a folder is made, renamed, filled and emptied, and the open one stands in the address", async () => {
    const { page } = app
    await app.open("/forms")
    await page.getByRole("button", { name: "New folder" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Houses")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "There is nothing in this folder" }).waitFor()
    expect(new URL(page.url()).searchParams.get("folder")).toBeTruthy()
    await page.getByRole("button", { name: "Actions of the folder Houses" }).click()
    await page.getByRole("menuitem", { name: "Rename folder" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Homes")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Homes" }).waitFor()
    await page.getByRole("link", { name: "All forms" }).click()
    await page
      .getByRole("row", { name: /Roof enquiry/u })
      .getByRole("button")
      .click()
    await page.getByRole("menuitem", { name: "Move" }).click()
    await page.getByRole("button", { name: /The top level/u }).click()
    await page.getByRole("option", { name: "Homes" }).click()
    await page.getByRole("button", { name: "Move", exact: true }).click()
    await page.getByRole("alertdialog").waitFor({ state: "detached" })
    await page.getByRole("navigation", { name: "Folders" }).getByRole("link", { name: /Homes/u }).click()
    await page.getByRole("row", { name: /Roof enquiry/u }).waitFor()
    await page.reload()
    await page.getByRole("row", { name: /Roof enquiry/u }).waitFor()
    expect(await page.getByRole("row").count()).toBe(2)
    await page.getByRole("button", { name: "Actions of the folder Homes" }).click()
    await page.getByRole("menuitem", { name: "Remove folder" }).click()
    app.expectRefusals()
    await page.getByRole("button", { name: "Remove folder" }).click()
    await expect
      .poll(() => page.getByRole("alertdialog").getByRole("alert").textContent())
      .toContain("Only an empty folder can be removed")
    await page.keyboard.press("Escape")
  })

  test("text and state narrow the list, in the address too, and an empty one has a way back", async () => {
    const { page } = app
    await app.open("/forms")
    await page.getByRole("row", { name: /Motor quote/u }).waitFor()
    await page.getByLabel("Title or code").pressSequentially("mq", { delay: 20 })
    await page.getByRole("row", { name: /Intake score/u }).waitFor({ state: "detached" })
    expect(new URL(page.url()).searchParams.get("text")).toBe("mq")
    await page.getByRole("button", { name: /State/u }).click()
    await page.getByRole("option", { name: "Not published" }).click()
    await page.getByRole("heading", { name: "No form is like this" }).waitFor()
    await page.goBack()
    await page.getByRole("row", { name: /Motor quote/u }).waitFor()
    await page.goForward()
    await page.getByRole("link", { name: "Clear the filter" }).click()
    await page.getByRole("row", { name: /Intake score/u }).waitFor()
    expect(await page.getByLabel("Title or code").inputValue()).toBe("")
  })

  test("the list says which draft has changes that are not published", async () => {
    const { page } = app
    const id = await makeForm(app, gutter)
    await app.open("/forms")
    const row = page.getByRole("row", { name: /Gutters/u })
    expect(await row.textContent()).toContain("As published")
    await saveDraft(app, id, 1, { ...gutter, title: "Gutters and pipes" })
    await page.reload()
    expect(await row.textContent()).toContain("Edited")
    await app.open("/")
    await page.getByRole("link", { name: "Gutters and pipes" }).waitFor()
    await row.waitFor({ state: "detached" })
  })

  test("the title has the widest column of the list, and a date stays on one line", async () => {
    const { page } = app
    const title = "Registrierung der Feuerwehrhausbesichtigung und Anschlussförderung"
    const id = await makeForm(app, { ...gutter, code: "FEUERWEHR", title })
    await saveDraft(app, id, 1, { ...gutter, code: "FEUERWEHR", title: `${title} (neu)` })
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await app.open("/forms")
      const row = page.getByRole("row", { name: /Registrierung/u })
      const when = row.getByRole("time")
      await when.waitFor()
      const widest = () =>
        row.locator("th, td").evaluateAll((all) => {
          const widths = all.map((cell) => cell.getBoundingClientRect().width)
          return widths.indexOf(Math.max(...widths))
        })
      // Styles and the state of a draft may come after the row.
      await expect.poll(widest, { message: `${width}` }).toBe(0)
      await expect.poll(() => when.evaluate((time) => time.getClientRects().length), { message: `${width}` }).toBe(1)
      const table = page.getByRole("table", { name: "Forms" }).locator("xpath=..")
      // A moment grows while the page is open.
      const beyond = () =>
        table.evaluate((frame) => {
          for (const time of frame.querySelectorAll("time")) time.textContent = "59 seconds ago"
          return frame.scrollWidth - frame.clientWidth
        })
      await expect.poll(beyond, { message: `${width}` }).toBe(0)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test("on a phone the tab of the screen is in sight, and a field has letters that need no zoom", async () => {
    const { page, server } = app
    await page.setViewportSize({ width: 390, height: 844 })
    await app.open(`/forms/${server.variable("FORM_ID_MQ")}/report`)
    const tab = page.getByRole("navigation", { name: "Form" }).getByRole("link", { name: "Report" })
    await tab.waitFor()
    await expect
      .poll(async () => ((await tab.boundingBox())?.x ?? 390) + ((await tab.boundingBox())?.width ?? 0))
      .toBeLessThanOrEqual(390)
    await app.open("/forms")
    const size = await page.getByLabel("Title or code").evaluate((input) => getComputedStyle(input).fontSize)
    expect(size).toBe("16px")
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test("an archived form leaves the list, and comes back", async () => {
    const { page } = app
    await makeForm(app, { ...gutter, title: "Chimneys", code: "CHIMNEY" })
    await app.open("/forms")
    await page
      .getByRole("row", { name: /Chimneys/u })
      .getByRole("button")
      .click()
    await page.getByRole("menuitem", { name: "Archive" }).click()
    await page.getByRole("button", { name: "Archive" }).click()
    await page.getByRole("row", { name: /Chimneys/u }).waitFor({ state: "detached" })
    await app.open("/forms?archived=true")
    await page
      .getByRole("row", { name: /Chimneys/u })
      .getByRole("button")
      .click()
    await page.getByRole("menuitem", { name: "Bring back" }).click()
    await page.getByRole("button", { name: "Bring back" }).click()
    await page.getByRole("heading", { name: "No form is like this" }).waitFor()
  })

  test("a pasted definition has its faults beside it, and is made with them", async () => {
    const { page } = app
    await app.open("/forms/new?from=json")
    await page.getByLabel("Definition").fill('{"title": "Fences", "code": ')
    await page.getByText("A value is missing, in line 1.").waitFor()
    await page
      .getByLabel("Definition")
      .fill('{"title": "Fences", "code": "FENCE", "fields": [], "n": 0.10000000000000000555}')
    await page.getByText("has more digits than are kept").waitFor()
    const price = { slug: "price", type: "money", currency: "EUR", formula: "meters * 2" }
    const definition = { title: "Fences", code: "FENCE", fields: [{ slug: "metres", type: "integer" }, price] }
    await page.getByLabel("Definition").fill(JSON.stringify(definition))
    await page.getByText("/fields/1/formula").waitFor()
    expect(await page.getByRole("list", { name: "Faults" }).textContent()).toContain("metres")
    await page.getByRole("button", { name: "Make form" }).click()
    await page.getByRole("heading", { name: "Fences" }).waitFor()
    await page.getByText("Not published").waitFor()
  })

  test("a copy is the draft under a code that is free, with the same rules", async () => {
    const { page } = app
    await app.open(`/forms/new?from=copy&copy=${app.server.variable("FORM_ID_MQ")}`)
    await page.getByText("40 fields ·").waitFor()
    await expect.poll(() => page.getByLabel("Code").inputValue()).toBe("MQ2")
    await page.getByRole("button", { name: "Make form" }).click()
    await page.getByRole("heading", { name: "Motor quote" }).waitFor()
    const id = /forms\/([^/?]+)/u.exec(page.url())?.[1] ?? ""
    const { body } = await call(app, `GET forms/${id}/draft`)
    expect(body["definition"]).toMatchObject({ code: "MQ2", referencePattern: "{code}-{yyyy}-{seq:6}" })
  })

  test("what was entered for a form stays when the call fails, with a sentence", async () => {
    const { page } = app
    await app.open("/forms/new?from=contact")
    await page.getByLabel("Title").fill("Ask us")
    await page.getByLabel("Code").fill("ASK")
    app.expectRefusals()
    for (const status of [403, 409, 422, 429, 503, 0]) {
      await page.route("**/api/platform/forms", refusing(status))
      await page.getByRole("button", { name: "Make form" }).click()
      await page.getByText(status === 0 ? "The server cannot be reached" : `The server said ${status}.`).waitFor()
      expect(await page.getByLabel("Title").inputValue()).toBe("Ask us")
      expect(await page.getByLabel("Code").inputValue()).toBe("ASK")
      await page.unroute("**/api/platform/forms")
    }
    await page.getByRole("button", { name: "Make form" }).click()
    await page.getByRole("heading", { name: "Ask us" }).waitFor()
  })

  test("the command on a form's page runs as it stands, and so does its button", async () => {
    const { page } = app
    await app.open(`/forms/${app.server.variable("FORM_ID_MQ")}`)
    const command = await page.getByRole("region", { name: "Command" }).textContent()
    const env = { ...process.env, FORMWORK_API_KEY: app.server.variable("KEY") }
    expect(JSON.parse(execFileSync("sh", ["-c", command ?? ""], { env, encoding: "utf8" }))).toMatchObject({
      valid: true
    })
    await page.getByRole("button", { name: "Run the example" }).click()
    await expect.poll(() => page.getByRole("region", { name: "Answer" }).textContent()).toContain('"valid": true')
  })

  test("integrating has schema, example, result and types of the live version, each under its address", async () => {
    const { page } = app
    const at = `/forms/${app.server.variable("FORM_ID_MQ")}/integrate`
    await app.open(`${at}?view=types`)
    await page.getByText("export type MotorQuoteData").waitFor()
    for (const [tab, text] of [
      ["Payload schema", "https://json-schema.org/draft/2020-12/schema"],
      ["Example payload", '"proposerName"'],
      ["Result schema", '"calculatedData"'],
      ["Calls", "/submissions"]
    ] as const) {
      await page.getByRole("tab", { name: tab }).click()
      await page.getByRole("tabpanel").getByText(text).first().waitFor()
    }
    expect(page.url()).toContain("view=calls")
  })

  test("a list that is refused, gone or broken says so, and tries again", async () => {
    const { page } = app
    app.expectRefusals()
    await page.route("**/api/platform/forms?*", refusing(403, { privilege: "form:read" }))
    await app.open("/forms")
    await page.getByText("It needs the privilege form:read").waitFor()
    await page.unroute("**/api/platform/forms?*")
    await page.route("**/api/platform/forms?*", refusing(503))
    await page.reload()
    await page.getByText("Request request-503").waitFor()
    await page.unroute("**/api/platform/forms?*")
    await page.getByRole("row", { name: /Intake score/u }).waitFor()
    await app.open("/forms/01a2069b-58d0-734e-bfae-5b862c0becff")
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor()
  })

  test("every screen of forms is clean in light and dark, wide and narrow", async () => {
    const { page } = app
    const mq = app.server.variable("FORM_ID_MQ")
    for (const [path, shown] of [
      ["/", "First steps"],
      ["/forms", "Motor quote"],
      ["/forms/new?from=motor", "40 fields"],
      ["/forms/new?from=json", "Pasted, or from a file."],
      [`/forms/${mq}`, "Run the example"],
      [`/forms/${mq}/integrate?view=types`, "MotorQuoteData"],
      [`/forms/${mq}/versions`, "Version 1"]
    ] as const) {
      await app.open(path)
      await page.getByText(shown).first().waitFor()
      await expectAccess(app, path)
    }
    await app.open("/forms")
    await page.getByRole("button", { name: "New folder" }).click()
    await expectAccess(app, "new folder")
    await page.keyboard.press("Escape")
  })
})
