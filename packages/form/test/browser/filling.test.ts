/** What a person meets who fills a form in Chromium. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findings, found } from "./page.ts"
import { every, Site } from "./site.ts"

describe.skipIf(found === undefined)(`in Chromium ${found?.version ?? ""}`, () => {
  let site: Site
  beforeAll(async () => {
    site = await Site.open()
  })
  afterAll(() => site.close())

  it("a person fills every type of field and files the form by keyboard alone", async () => {
    const { done, filed, page } = await site.show(every)
    await page.waitForSelector(".fw-form")
    const type = async (text: string): Promise<void> => {
      await page.keyboard.type(text)
      await page.keyboard.press("Tab")
    }
    await page.getByLabel("Line", { exact: true }).focus()
    for (const text of [
      "a line",
      "two",
      "ada@example.com",
      "https://example.com",
      "020 7946 0018",
      "1,200",
      "1.250",
      "300.5"
    ])
      await type(text)
    await page.keyboard.press("Space") // yes
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space") // the tick, which shows one field more
    await page.keyboard.press("Tab")
    await page.keyboard.type("03022026")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab") // the date's own button
    await page.keyboard.type("0930AM")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.type("07152026")
    await page.keyboard.press("Tab")
    await page.keyboard.type("0915AM")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("S")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab") // the file
    await type("hidden before")
    await page.keyboard.press("Enter") // Add to Rows: its first field gets the focus
    await type("first")
    await type("4")
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Remove: Rows 1")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter") // Send
    await page.getByText("Your reference is ALL-00000007").waitFor()
    // The focus goes there once what was said is drawn.
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("fw-sent")
    expect(filed.map(({ body }) => JSON.parse(body))).toEqual([
      {
        data: {
          line: "a line",
          lines: "two",
          mail: "ada@example.com",
          link: "https://example.com",
          call: "020 7946 0018",
          whole: 1200,
          part: 1.25,
          fee: "300.5",
          yes: true,
          tick: true,
          day: "2026-03-02",
          hour: "09:30",
          moment: "2026-07-15T09:15:00+02:00",
          one: "b",
          some: ["a"],
          secret: "hidden before",
          rows: [{ name: "first", size: 4 }]
        }
      }
    ])
    expect(await done()).toEqual([])
  })

  it("computed values and outcomes follow each key, and are said once the person pauses", async () => {
    const { done, page } = await site.show(every)
    await page.waitForSelector(".fw-form")
    await page.getByLabel("Fee").pressSequentially("300.5")
    expect(await page.getByLabel("Double").textContent()).toBe("€601.00")
    await page.getByText("601.00 is a lot.").first().waitFor()
    await page.getByRole("status").filter({ hasText: "Double: €601.00" }).waitFor()
    expect(await done()).toEqual([])
  })

  it("an outcome about a field stands at the field, in each row, is said with its control, and counts for nothing else", async () => {
    const { done, page } = await site.show(every)
    await page.waitForSelector(".fw-form")
    for (const [row, size] of ["7", "101", "102"].entries()) {
      await page.getByRole("button", { name: "Add to Rows" }).click()
      await page.getByLabel("Size").nth(row).fill(size)
    }
    const raised = page.locator(".fw-outcomes")
    await page.getByText("102 is a large size.").first().waitFor()
    expect(await raised.allTextContents()).toEqual(["!101 is a large size.", "!102 is a large size."])
    const box = page.getByLabel("Size").nth(2)
    expect(await box.getAttribute("aria-invalid")).not.toBe("true")
    expect(await page.locator(`#${await box.getAttribute("aria-describedby")}`).textContent()).toBe(
      "!102 is a large size."
    )
    await page.getByLabel("Ticked").check()
    await page.getByText("Somebody will call.").first().waitFor()
    await page.getByRole("status").filter({ hasText: "102 is a large size." }).waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByLabel("Size").nth(1).fill("1")
    await page.waitForFunction(() => document.querySelectorAll(".fw-outcomes li").length === 2)
    expect(await done()).toEqual([])
  })

  it("before the form is sent a field shows its problem once it was left, and an unreadable number stays as it was typed", async () => {
    const { done, page } = await site.show(every)
    await page.waitForSelector(".fw-form")
    const whole = page.getByLabel("Whole")
    await whole.pressSequentially("12,")
    expect(await page.locator(".fw-problem").count()).toBe(0)
    await page.keyboard.press("Tab")
    expect(await whole.inputValue()).toBe("12,")
    expect(await page.locator(".fw-problem").allTextContents()).toEqual(["Whole has to be a whole number, such as 12."])
    expect(await whole.getAttribute("aria-invalid")).toBe("true")
    expect(await page.locator(`#${await whole.getAttribute("aria-describedby")}`).textContent()).toContain(
      "Whole has to be"
    )
    await whole.fill("0")
    expect(await page.locator(".fw-problem").allTextContents()).toEqual(["Whole is less than 1."])
    await whole.fill("12")
    expect(await page.locator(".fw-problem").count()).toBe(0)
    expect(await done()).toEqual([])
  })

  it("a button that moves down when a field is left is pressed all the same, and keys go on after a list of options took the pointer", async () => {
    const { done, page } = await site.show(every, "en", { viewport: { width: 800, height: 3000 } })
    await page.waitForSelector(".fw-form")
    await page.getByLabel("Whole").fill("0")
    await page.getByRole("button", { name: "Add to Rows" }).hover()
    await page.mouse.down()
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    })
    await page.mouse.up()
    await page.getByText("Whole is less than 1.").waitFor()
    await page.waitForFunction(() => document.activeElement?.id.endsWith("-rows-0-name"))
    await page.getByRole("combobox", { name: "One" }).click()
    await page.keyboard.press("Escape")
    await page.getByLabel("Mail").fill("x")
    await page.keyboard.press("Tab")
    await page.getByText("Mail has to be an e-mail address").waitFor()
    expect(await done()).toEqual([])
  })

  it("a form with problems is not sent: their summary gets the focus, and leads to each field", async () => {
    const { done, filed, page } = await site.show(every)
    await page.waitForSelector(".fw-form")
    await page.getByLabel("Day").fill("2025-12-31")
    await page.getByRole("button", { name: "Add to Rows" }).click()
    await page.getByRole("button", { name: "Send" }).click()
    await page.waitForFunction(() => document.activeElement?.className === "fw-summary")
    expect(await page.locator(".fw-summary li").allTextContents()).toEqual([
      "Fee is required.",
      "Agreed is required.",
      "Day is before Jan 1, 2026.",
      "Rows 1, Name is required."
    ])
    await page.getByRole("link", { name: "Rows 1, Name is required." }).click()
    await page.waitForFunction(() => document.activeElement?.id.endsWith("-rows-0-name"))
    await page.keyboard.type("met")
    expect(await page.locator(".fw-summary li").count()).toBe(3)
    expect(filed).toEqual([])
    expect(await done()).toEqual([])
  })

  it("problems are in the page's language, with its numbers, and a rule keeps its author's words", async () => {
    const { done, page } = await site.show(every, "de-CH")
    await page.waitForSelector(".fw-form")
    await page.getByLabel("Fee").fill("1’234,5")
    await page.getByLabel("Day").fill("2025-12-31")
    await page.getByRole("button", { name: "Senden" }).click()
    await page.getByRole("heading", { name: "Es gibt 3 Probleme" }).waitFor()
    expect(await page.locator(".fw-summary li").allTextContents()).toEqual([
      "Fee: nötig ist ein Betrag wie 12,50.",
      "Agreed: Angabe fehlt.",
      "Day: frühestens 01.01.2026."
    ])
    await page.getByLabel("Fee").fill("1’234.5")
    await page.keyboard.press("Tab")
    expect(await page.locator(".fw-summary li").allTextContents()).toContain("A fee of 1234.50 is too much.")
    expect(await done()).toEqual([])
  })
})
