/** The filters of the list of submissions, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { makeForm, refusing, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { fileMany, focusedCell, pipes, reference, rowOf } from "./support.ts"

describeInBrowser("the filters of submissions", () => {
  let app: Console
  let formId: string
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "50000" })
    await app.signIn()
    formId = await makeForm(app, pipes)
    await fileMany(app, formId, 1, 220)
  })
  afterAll(() => app.close())
  afterEach(async () => {
    await app.page.unrouteAll()
    app.expectNothingWrong()
  })

  const openList = async (query = "") => {
    await app.open(`/submissions?form=${formId}${query}`)
    await app.page.getByRole("row", { name: /PIPE-/u }).first().waitFor()
  }
  const inAddress = (member: string) => new URL(app.page.url()).searchParams.get(member)
  const count = (text: string) => app.page.getByText(text, { exact: true }).waitFor()
  const condition = () => app.page.getByRole("textbox", { name: "Condition" })

  test("are in the address, so that back and reload show the same, and each can be taken out", async () => {
    const { page } = app
    await openList()
    await page.getByRole("searchbox", { name: "Text in a value" }).fill("person 21")
    await count("11 submissions")
    expect(inAddress("text")).toBe("person 21")
    await page.getByRole("searchbox", { name: "Reference" }).fill(`${reference(21).slice(0, -1)}*`)
    await count("1 submission")
    await page.getByRole("button", { name: "State Any" }).or(page.getByLabel("State")).first().click()
    await page.getByRole("option", { name: "In review" }).click()
    await page.getByText("Nothing passes these filters").waitFor()
    await page.reload()
    await page.getByText("Nothing passes these filters").waitFor()
    await page.goBack()
    await count("1 submission")
    await page.getByRole("button", { name: /^Remove the filter Reference/u }).click()
    await count("11 submissions")
    expect(inAddress("reference")).toBeNull()
    await page.getByRole("link", { name: "Clear filters" }).click()
    await count("220 submissions")
    expect([inAddress("form"), inAddress("text")]).toEqual([formId, null])
    await expect.poll(() => page.getByRole("searchbox", { name: "Text in a value" }).inputValue()).toBe("")
  })

  test("a state of all forms is typed as the list shows it, and stays as it was typed", async () => {
    const { page } = app
    const state = page.getByRole("searchbox", { name: "State" })
    await app.open("/submissions")
    await page.getByRole("row", { name: /PIPE-/u }).first().waitFor()
    await state.fill("in review")
    await page.getByText("Nothing passes these filters").waitFor()
    expect([inAddress("state"), await state.inputValue()]).toEqual(["in_review", "in review"])
    await state.fill("Submitted")
    await count("220 submissions")
    await page.reload()
    await count("220 submissions")
    expect([inAddress("state"), await state.inputValue()]).toEqual(["submitted", "Submitted"])
    await page.getByRole("button", { name: /^Remove the filter State/u }).click()
    await expect.poll(() => state.inputValue()).toBe("")
    expect(inAddress("state")).toBeNull()
  })

  test("in a narrow window the list begins on the first screen: the form's choice stays, the other filters come when asked for", async () => {
    const { page } = app
    await page.setViewportSize({ width: 390, height: 800 })
    await openList()
    const text = page.getByRole("searchbox", { name: "Text in a value" })
    const top = async () => (await page.getByRole("grid").boundingBox())?.y
    expect(await top()).toBeLessThan(400)
    await page
      .getByRole("button", { name: "Pipes Form" })
      .or(page.getByLabel("Form", { exact: true }))
      .first()
      .waitFor()
    expect(await text.isVisible()).toBe(false)
    await page.getByRole("button", { name: "More filters" }).click()
    await text.fill("person 21")
    await count("11 submissions")
    await page.reload()
    await count("11 submissions")
    await page.getByRole("button", { name: /^Remove the filter Text/u }).click()
    await count("220 submissions")
    await page.setViewportSize({ width: 1280, height: 800 })
    await text.waitFor()
  })

  test("a day lets pass what was created from its midnight on", async () => {
    const { page } = app
    await openList()
    await page.getByRole("button", { name: "More filters" }).click()
    await page.getByRole("textbox", { name: "Created before" }).fill("2026-01-01")
    await page.getByText("Nothing passes these filters").waitFor()
    await page.getByRole("textbox", { name: "Created before" }).fill("2099-01-01")
    await count("220 submissions")
    expect(inAddress("createdBefore")).toBe("2099-01-01")
  })

  test("a condition is written with proposals and checked in the page: nothing is asked of the server while it has a fault", async () => {
    const { page } = app
    await openList()
    let asked = 0
    page.on("request", (request) => {
      if (request.url().includes("where=")) asked += 1
    })
    await page.getByRole("button", { name: "More filters" }).click()
    await condition().click()
    await page.keyboard.type("metrs > 215")
    await page.keyboard.press("Escape")
    await page.getByText("There is no field `metrs`. Did you mean `metres`?").first().waitFor()
    await page.keyboard.press("Enter")
    expect(await page.getByRole("button", { name: "Apply" }).isDisabled()).toBe(true)
    expect(asked).toBe(0)
    await page.keyboard.press("Control+a")
    await page.keyboard.type("met")
    await page.getByRole("option", { name: /^metres/u }).waitFor()
    // A list of proposals takes no key in the moment in which it opens.
    await page.waitForTimeout(150)
    await page.keyboard.press("Enter")
    await page.keyboard.type(" > 215")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")
    await count("5 submissions")
    expect(inAddress("where")).toBe("metres > 215")
    await expect.poll(() => page.getByRole("row", { name: /PIPE-/u }).count()).toBe(5)
    await page.reload()
    await count("5 submissions")
    await expect.poll(() => condition().textContent()).toBe("metres > 215")
  })

  test("a condition is put together by keyboard, stands in the line where it can be read, and is added to what is there", async () => {
    const { page } = app
    const choose = async (label: string, option: string) => {
      await tabTo(page, label)
      await page.keyboard.press("Enter")
      await page.getByRole("option", { name: option, exact: true }).waitFor()
      await page.keyboard.type(option)
      await page.keyboard.press("Enter")
      await page.getByRole("listbox").waitFor({ state: "detached" })
      // The focus comes back a moment after the list has gone: a Tab before would lead elsewhere.
      await page.locator("button:focus").waitFor()
    }
    await openList()
    await tabTo(page, "More filters")
    await page.keyboard.press("Enter")
    await condition().waitFor()
    await tabTo(page, "Build one")
    await page.keyboard.press("Enter")
    await choose("Field", "Metres")
    await choose("Comparison", "is more than")
    await page.keyboard.press("Tab")
    await page.keyboard.type("many")
    expect(await page.getByRole("button", { name: "Write it" }).isDisabled()).toBe(true)
    await page.keyboard.press("Control+a")
    await page.keyboard.type("215")
    expect(await app.accessFindings()).toEqual([])
    await page.keyboard.press("Enter")
    await expect.poll(() => condition().textContent()).toBe("metres > 215")
    expect(await condition().evaluate((line) => line === document.activeElement)).toBe(true)
    await page.keyboard.press("Enter")
    await count("5 submissions")
    await tabTo(page, "Build one")
    await page.keyboard.press("Enter")
    // The form's first field is what it begins with.
    await choose("Comparison", "ends with")
    await page.keyboard.press("Tab")
    await page.keyboard.type("8")
    await page.keyboard.press("Enter")
    await expect.poll(() => condition().textContent()).toBe("metres > 215 && endsWith(name, '8')")
    await page.keyboard.press("Enter")
    await count("1 submission")
    expect(inAddress("where")).toBe("metres > 215 && endsWith(name, '8')")
  })

  test("a condition that is in the address with a fault is shown with it, and with what the server says", async () => {
    const { page } = app
    app.expectRefusals()
    await app.open(`/submissions?form=${formId}&where=${encodeURIComponent("metres >")}`)
    await page.getByRole("alert").first().waitFor()
    await condition().waitFor()
    expect(await page.getByRole("button", { name: "Apply" }).isDisabled()).toBe(true)
    expect(await app.accessFindings()).toEqual([])
  })

  test("a search that finds nothing yet says how far it has looked, ends when it is stopped, and goes on", async () => {
    const { page } = app
    let pages = 0
    let isFound = false
    await page.route("**/api/platform/submissions?*", async (route) => {
      pages += 1
      if (isFound)
        return route.continue({
          url: route
            .request()
            .url()
            .replace(/cursor=[^&]*&?/u, "")
        })
      return route.fulfill({ json: { items: [], next: `page ${pages}` } })
    })
    await app.open(`/submissions?form=${formId}&text=person`)
    await page.getByText("Looked at up to 10,000 submissions, and nothing passes yet. The search goes on.").waitFor()
    await page.getByRole("button", { name: "Stop" }).click()
    await page.getByText("The search was stopped.").waitFor()
    await page.waitForTimeout(300)
    const stoppedAt = pages
    await page.waitForTimeout(2_500)
    expect(pages).toBe(stoppedAt)
    expect(await app.accessFindings()).toEqual([])
    isFound = true
    await page.getByRole("button", { name: "Go on" }).click()
    await rowOf(app, 220).waitFor()
  })

  test("a next page that is refused leaves the rows and the focus, and can be asked for again", async () => {
    const { page } = app
    app.expectRefusals()
    await page.route("**/api/platform/submissions?*cursor=*", refusing(500))
    await openList()
    await tabTo(page, reference(220))
    await page.keyboard.press("Control+End")
    await page.getByRole("alert").getByText("The server said 500.").waitFor()
    expect((await focusedCell(app))[0]).toBe(201)
    await page.unrouteAll()
    await page.getByRole("button", { name: "Try again" }).click()
    await expect.poll(() => page.getByRole("grid").getAttribute("aria-rowcount")).toBe("221")
  })
})
