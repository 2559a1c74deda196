/** The author's workspace, in a browser: a form made from nothing, its faults, its try-out and its whys. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { loan as form } from "./author/loan.ts"
import { openConsole } from "./harness/browser.ts"
import type { Console } from "./harness/browser.ts"
import { describeInBrowser } from "./harness/chromium.ts"

describeInBrowser("the workspace", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
    app.page.setDefaultTimeout(20_000)
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  /** Makes a form of one definition, and opens its workspace. */
  const openNew = async (definition: object): Promise<void> => {
    const made = await app.page.evaluate(async (body) => {
      const answer = await fetch("/api/platform/forms", {
        method: "POST",
        headers: { "content-type": "application/json", "x-formwork": "console" },
        body
      })
      return answer.json() as Promise<{ readonly id: string }>
    }, JSON.stringify({ definition }))
    await app.open(`/forms/${made.id}/edit?view=source`)
    await app.page.getByRole("textbox", { name: "Source of the definition" }).waitFor()
  }

  /** Takes the place of all of the source, as a paste does. */
  const type = async (text: string): Promise<void> => {
    await app.page.getByRole("textbox", { name: "Source of the definition" }).focus()
    await app.page.keyboard.press("Control+a")
    await app.page.keyboard.insertText(text)
  }

  const value = (label: string) => app.page.getByRole("textbox", { name: label, exact: true })

  test("a form that is written from nothing is tried as soon as it has a field", async () => {
    const { page } = app
    await openNew({ title: "Empty", code: "LN", fields: [] })
    await page.getByText("A form has at least one field.").waitFor()
    await page.getByText("Nothing runs yet: the definition has no field without a fault.").waitFor()
    await type(form("round(amount * rate, 2)"))
    await page.getByText("No faults").waitFor()
    await value("Amount").fill("4000")
    await value("Rate").fill("0.05")
    await page.getByText("0 missing").waitFor()
    await page.locator("output", { hasText: "4,200.00" }).waitFor()
    expect(await app.accessFindings()).toEqual([])
  })

  test("a fault is underlined at its characters, and the rest of the form goes on with what was filled in", async () => {
    const { page } = app
    await type(form("round(amount * rat, 2)"))
    await page.locator(".cm-lintRange-error").waitFor()
    expect(await page.locator(".cm-lintRange-error").allTextContents()).toEqual(["rat"])
    await page.getByText("1 part is not in the try-out").waitFor()
    await page.getByRole("button", { name: "interest: formula" }).waitFor()
    expect(await value("Amount").inputValue()).toBe("4000")
    await value("Interest").fill("1500")
    await page.locator("output", { hasText: "5,500.00" }).waitFor()
    expect(await app.accessFindings()).toEqual([])
  })

  test("the button that puts in the near word takes the fault away, and undo brings it back", async () => {
    const { page } = app
    await page.getByRole("button", { name: "Put in rate" }).click()
    await page.getByText("No faults").waitFor()
    await page.locator("output", { hasText: "4,200.00" }).waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await page.locator(".cm-lintRange-error").waitFor()
    await page.getByRole("button", { name: "Redo" }).click()
    await page.getByText("No faults").waitFor()
    // The try-out draws the form anew: what is pressed before is not there any more.
    await page.locator("output", { hasText: "4,200.00" }).waitFor()
  })

  test("a why opens in sentences down to what was filled in, and leads to the field", async () => {
    const { page } = app
    await page.getByRole("button", { name: "Why: Total" }).click()
    const why = page.getByRole("region", { name: "Why Total" })
    await why.getByText("total is 4200.00: amount is 4000.00; and interest is 200.00.").waitFor()
    await why.getByRole("button", { name: "Why interest" }).click()
    await why.getByText(/^interest is 200\.00: amount is 4000\.00; and rate is 0\.05/).waitFor()
    expect(await app.accessFindings()).toEqual([])
    await why.getByRole("button", { name: "rate", exact: true }).click()
    await expect.poll(() => value("Rate").evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.insertText("1")
    await why.getByText(/^total is /).waitFor()
  })

  test("the trace has what a keystroke changed, with what was there before", async () => {
    const { page } = app
    await value("Rate").fill("0.5")
    await page.getByRole("list", { name: "Outcomes" }).getByText("6000.00 is a large loan.").waitFor()
    await page.getByText(/^Only changed/).click()
    const rules = page.getByRole("group", { name: "Rules that ran" }).getByRole("listitem")
    await rules
      .filter({ hasText: /^▸interest/ })
      .getByText("2000.00")
      .waitFor()
    expect(
      await rules
        .filter({ hasText: /^▸interest/ })
        .locator("del")
        .count()
    ).toBe(1)
    await value("Guarantor").waitFor()
  })

  test("F9 switches between filling and complete, also while a field is filled, and the list of shortcuts says so", async () => {
    const { page } = app
    const isPressed = (name: string) => page.getByRole("button", { name, exact: true }).getAttribute("aria-pressed")
    await value("Amount").fill("")
    await page.getByText("1 missing").waitFor()
    await page.keyboard.press("F9")
    await expect.poll(() => isPressed("Complete")).toBe("true")
    await page.locator(".fw-problem, [aria-invalid=true]").first().waitFor()
    expect(await value("Amount").evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.press("F9")
    await expect.poll(() => isPressed("Filling")).toBe("true")
    await page.keyboard.insertText("4000")
    await expect.poll(() => value("Amount").inputValue()).toBe("4000")
    await page.keyboard.press("?")
    expect(await page.getByRole("dialog").count()).toBe(0)
    await value("Amount").fill("4000")
    await page.getByRole("button", { name: "Complete", exact: true }).focus()
    await page.keyboard.press("?")
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" })
    await help.getByText("Try-out: switch between filling and complete").waitFor()
    expect(await app.accessFindings()).toEqual([])
    await help.getByText(/^Keys that are a character alone/u).click()
    await page.keyboard.press("Escape")
    await help.waitFor({ state: "hidden" })
    await page.keyboard.press("?")
    await page.waitForTimeout(200)
    expect(await help.count()).toBe(0)
    await page.getByRole("button", { name: "Demo Owner" }).click()
    await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click()
    await help.getByText(/^Keys that are a character alone/u).click()
    await page.keyboard.press("Escape")
  })

  test("the payload as JSON goes both ways, and keeps its numerals", async () => {
    const { page } = app
    await page.getByRole("tab", { name: "Payload" }).click()
    const json = page.getByRole("textbox", { name: "Payload" })
    expect(JSON.parse(await json.inputValue())).toMatchObject({ amount: "4000", rate: 0.5 })
    await json.fill('{"amount": 0.10000000000000000555}')
    await page.getByText("1 wrong").waitFor()
    await json.fill('{"amount": ')
    await page.getByText("A value is missing, in line 1.").waitFor()
    await json.fill('{"amount": "10.50", "rate": "0.1"}')
    await page.locator("output", { hasText: "11.55" }).waitFor()
    await page.getByRole("tab", { name: "Result" }).click()
    await page.getByText('"total": "11.55"').waitFor()
    expect(await app.accessFindings()).toEqual([])
  })

  test("a text that is not JSON names the line, and the form that ran goes on", async () => {
    const { page } = app
    await type(form("round(amount * rate, 2)").replace('"code": "LN",', '"code": "LN"'))
    await page.getByText("A comma is missing, in line 4.").waitFor()
    await page.getByText("This is the form as it last ran.").waitFor()
    await page.locator("output", { hasText: "11.55" }).waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByText("No faults").waitFor()
  })

  test("a part of a rule says what it is and what it gives", async () => {
    const { page } = app
    await page.locator(".cm-line", { hasText: "round(amount * rate, 2)" }).getByText("rate", { exact: true }).hover()
    const tooltip = page.locator(".fw-hover")
    await tooltip.getByText("0.1", { exact: true }).waitFor()
    await tooltip.getByText("a number, 3 decimals; 1 step").waitFor()
    await page.mouse.move(0, 0)
  })

  test("what a field reads and what reads it, all the way, is shown by Alt and the pointer, and by a key", async () => {
    const { page } = app
    const name = page.locator(".cm-line", { hasText: '"slug": "rate"' }).getByText('"rate"')
    await name.hover()
    await page.keyboard.down("Alt")
    const box = await name.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 12, (box?.y ?? 0) + 6)
    const card = page.locator(".fw-chain")
    await card.getByText("guarantor").waitFor()
    expect((await card.innerText()).split(/\s*\n\s*/u)).toEqual([
      "Reads",
      "Nothing",
      "Read by",
      "interest",
      "total",
      "guarantor",
      "large"
    ])
    await page.keyboard.up("Alt")
    await page.mouse.move(0, 0)
    await card.waitFor({ state: "hidden" })
    await page.getByRole("tab", { name: /^Trace/u }).click()
    const trace = page.getByRole("group", { name: "Rules that ran" })
    const total = trace.getByRole("button", { name: "total", exact: true })
    await page.keyboard.down("Alt")
    await total.hover()
    await page.getByRole("tooltip").getByText("rate").waitFor()
    await page.keyboard.up("Alt")
    await page.mouse.move(0, 0)
    await total.focus()
    await page.keyboard.press("Shift+F2")
    const dialog = page.getByRole("dialog", { name: "What total reads, and what reads it" })
    await dialog.getByRole("region", { name: "Reads" }).getByRole("button", { name: "rate" }).waitFor()
    await dialog.getByRole("region", { name: "Read by" }).getByRole("button", { name: "guarantor" }).waitFor()
    expect(await app.accessFindings()).toEqual([])
    await dialog.getByRole("button", { name: "rate" }).press("Enter")
    await dialog.waitFor({ state: "hidden" })
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Source of the definition")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Shift+F2")
    const other = page.getByRole("dialog", { name: "What rate reads, and what reads it" })
    await other.getByRole("region", { name: "Read by" }).getByRole("button", { name: "large" }).waitFor()
    await page.keyboard.press("Escape")
    await other.waitFor({ state: "hidden" })
  })

  test("F8 goes to the next fault, and its sentence opens there", async () => {
    const { page } = app
    await type(form("amount * rate"))
    await page.getByText("1 fault").waitFor()
    await page.getByRole("textbox", { name: "Source of the definition" }).press("F8")
    await page.locator(".cm-diagnostic").first().waitFor()
    expect(await page.evaluate(() => String(getSelection()))).toBe("amount * rate")
  })

  test("proposals at the caret are the engine's, and one is put in by its key", async () => {
    const { page } = app
    await type(form("round(amount * , 2)"))
    await page.getByText("1 fault").waitFor()
    await page.getByRole("button", { name: /\/fields\/2\/formula/ }).click()
    await page.getByRole("textbox", { name: "Source of the definition" }).press("ArrowLeft")
    await page.keyboard.insertText("ra")
    await page.keyboard.press("Control+Space")
    await page.getByRole("option", { name: /^rate/ }).waitFor()
    await page.locator("[aria-selected=true]").filter({ hasText: "rate" }).waitFor()
    // A list that has just opened takes no key for 75 milliseconds, so that Enter stays a line's end for who types on.
    await page.waitForTimeout(150)
    await page.keyboard.press("Enter")
    await page.getByText("No faults").waitFor()
  })

  test("a field is renamed everywhere by F2", async () => {
    const { page } = app
    await page.getByRole("textbox", { name: "Source of the definition" }).press("F2")
    const dialog = page.getByRole("dialog", { name: "Rename rate" })
    await dialog.getByLabel("New name").fill("amount")
    await dialog.getByRole("button", { name: "Rename everywhere" }).click()
    await dialog.getByText("There is a field `amount` beside it already.").waitFor()
    await dialog.getByLabel("New name").fill("percent")
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "hidden" })
    await page.getByText("No faults").waitFor()
    const source = await page.locator(".cm-content").textContent()
    expect(source).toContain('"slug": "percent"')
    expect(source).not.toContain("rate")
  })

  test("a search far down ends at what it finds", async () => {
    const { page } = app
    await app.open(`/forms/${app.server.variable("FORM_ID_MQ")}/edit?view=source`)
    await page.getByText("No faults").waitFor()
    await page.getByRole("textbox", { name: "Source of the definition" }).press("Control+f")
    await page.getByRole("textbox", { name: "Find" }).pressSequentially("extrasPremium + tax")
    await page.keyboard.press("Enter")
    const found = page.locator(".cm-line", { hasText: "basePremium + extrasPremium + taxPremium" })
    const isBetween = async (): Promise<boolean> => {
      const panel = await page.locator(".cm-search").boundingBox()
      const line = await found.boundingBox()
      const foot = await page.getByText("No faults").boundingBox()
      return panel !== null && line !== null && foot !== null && line.y > panel.y && line.y < foot.y
    }
    await expect.poll(isBetween).toBe(true)
  })

  for (const [name, size] of [
    ["1280 pixels", { width: 1280, height: 800 }],
    ["320 pixels", { width: 320, height: 700 }]
  ] as const) {
    test(`in the dark, ${name} wide, the workspace of the demo's quote has no finding of axe`, async () => {
      const { page } = app
      await page.emulateMedia({ colorScheme: "dark" })
      await page.setViewportSize(size)
      await app.open(`/forms/${app.server.variable("FORM_ID_MQ")}/edit?view=source`)
      await page.getByText("No faults").waitFor()
      expect(await app.accessFindings()).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    })
  }
})
