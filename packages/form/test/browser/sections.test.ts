/** A form of sections and pages in Chromium: what a person sees, in which order, and how the keyboard goes through it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Page } from "playwright-core"
import type { FormworkForm } from "../../src/element/formworkForm.ts"
import { findings, found } from "./page.ts"
import { Site, steppedForm } from "./site.ts"

describe.skipIf(found === undefined)(`in Chromium ${found?.version ?? ""}`, () => {
  let site: Site
  beforeAll(async () => {
    site = await Site.open()
  })
  afterAll(() => site.close())

  const open = async (attributes = steppedForm, lang = "en") => {
    const shown = await site.show(attributes, lang)
    await shown.page.waitForSelector(".fw-form")
    return shown
  }
  const headings = (page: Page) => page.locator(".fw-title").allTextContents()
  const isFocused = (page: Page, end: string) =>
    page.waitForFunction((id) => document.activeElement?.id.endsWith(id), end)
  const go = (page: Page, name: string) => page.getByRole("button", { name }).click()
  const give = (page: Page, pointer: string, value: string) =>
    page.evaluate(
      ([at = "", what]) => document.querySelector<FormworkForm>("formwork-form")?.session?.set(at, what),
      [pointer, value]
    )

  it("sections are groups with headings, their fields in the section's order, and pages are steps", async () => {
    const { done, page } = await open()
    expect(await headings(page)).toEqual(["The house", "The paint"])
    await page.getByText("Step 1 of 3").waitFor()
    const house = page.getByRole("group", { name: "The house" })
    expect(await house.locator(".fw-label, .fw-option").allTextContents()).toEqual([
      "Customer",
      "Area*",
      "Somebody lives there"
    ])
    expect(await findings(page)).toEqual([])
    await expect(await page.locator("formwork-form").ariaSnapshot()).toMatchFileSnapshot("../__aria__/stepped.txt")
    expect(await done()).toEqual([])
  })

  it("a value that is only read has no control, and a hint, a unit and a placeholder are said with the box", async () => {
    const { done, page } = await open()
    await give(page, "/customer", "Ada Byron")
    expect(await page.getByLabel("Customer").textContent()).toBe("Ada Byron")
    expect(await page.getByLabel("Customer").evaluate(({ tagName }) => tagName)).toBe("OUTPUT")
    const area = page.getByLabel("Area")
    expect(await area.getAttribute("placeholder")).toBe("120.5")
    const notes = (await area.getAttribute("aria-describedby"))?.split(" ") ?? []
    const said = await Promise.all(notes.map((id) => page.locator(`#${id}`).textContent()))
    expect(said).toEqual(["m²", "Of all outer walls.Round up."])
    expect(await page.getByLabel("Coats").inputValue()).toBe("2")
    expect(await page.getByLabel("Colour").locator("option").allTextContents()).toEqual(["Any", "White"])
    expect(await done()).toEqual([])
  })

  it("a page is left once its fields have no problem, by keyboard alone, and the focus goes with the person", async () => {
    const { done, filed, page } = await open()
    await go(page, "Continue")
    await isFocused(page, "-summary")
    expect(await page.locator(".fw-summary li").allTextContents()).toEqual(["Area is required."])
    expect(await findings(page)).toEqual([])
    await page.getByRole("link", { name: "Area is required." }).click()
    await isFocused(page, "-area")
    await page.keyboard.type("100")
    await page.keyboard.press("Enter")
    await isFocused(page, "-step")
    expect(await headings(page)).toEqual(["The people"])
    expect(await page.locator(".fw-summary").count()).toBe(0)
    await go(page, "Add to People")
    await go(page, "Continue")
    await isFocused(page, "-summary")
    await page.getByRole("link", { name: "People 1, Name is required." }).click()
    await isFocused(page, "-people-0-name")
    await page.keyboard.type("Ada")
    await page.keyboard.press("Enter")
    await page.getByText("Step 3 of 3").waitFor()
    expect(await page.getByLabel("Price").textContent()).toBe("€1,960.00")
    // A field of no section comes last.
    await page.getByRole("radio", { name: "Yes" }).check()
    await go(page, "Send")
    await page.getByText("Your reference is ALL-00000007").waitFor()
    expect(filed.map(({ body }) => JSON.parse(body))).toEqual([
      { data: { area: 100, coats: 2, lived: true, people: [{ name: "Ada", guest: false }], agreed: true } }
    ])
    expect(await done()).toEqual([])
  })

  it("a page without a field to show is passed over, and the way back leads to what was filled in", async () => {
    const { done, page } = await open()
    await page.getByLabel("Area").fill("10")
    await page.getByLabel("Somebody lives there").uncheck()
    await page.getByText("Step 1 of 2").waitFor()
    await go(page, "Continue")
    await page.getByText("Step 2 of 2").waitFor()
    expect(await headings(page)).toEqual(["What it costs"])
    await go(page, "Back")
    await isFocused(page, "-step")
    expect(await page.getByLabel("Area").inputValue()).toBe("10")
    expect(await done()).toEqual([])
  })

  it("a form that is not sent leads from its summary to the page of each field, and so does a page's own call", async () => {
    const { done, page } = await open()
    await page.getByLabel("Area").fill("10")
    await go(page, "Continue")
    await go(page, "Continue")
    await page.getByText("Step 3 of 3").waitFor()
    await give(page, "/coats", "9")
    await go(page, "Send")
    await isFocused(page, "-summary")
    await page.getByRole("link", { name: "Coats is more than 3." }).click()
    await isFocused(page, "-coats")
    await page.getByText("Step 1 of 3").waitFor()
    await page.evaluate(() => document.querySelector<FormworkForm>("formwork-form")?.focusField("/price"))
    await isFocused(page, "-price")
    expect(await headings(page)).toEqual(["What it costs"])
    expect(await done()).toEqual([])
  })

  it("what was filled in is read as one, with its headings and units, in German too", async () => {
    const { done, page } = await open(`${steppedForm} mode="read"`, "de")
    await give(page, "/area", "1234.5")
    await page.getByText("1.234,5\u00a0m²").waitFor()
    expect(await headings(page)).toEqual(["The house", "The paint", "The people", "What it costs"])
    expect(await findings(page)).toEqual([])
    expect(await done()).toEqual([])
    const filling = await open(steppedForm, "de")
    await filling.page.getByText("Schritt 1 von 3").waitFor()
    expect(await filling.done()).toEqual([])
  })
})
