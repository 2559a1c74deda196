/** Rows of a list, and sending, in Chromium. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { FormworkForm } from "../../src/element/formworkForm.ts"
import { found } from "./page.ts"
import { every, fill, Site } from "./site.ts"

describe.skipIf(found === undefined)(`in Chromium ${found?.version ?? ""}`, () => {
  let site: Site
  beforeAll(async () => {
    site = await Site.open()
  })
  afterAll(() => site.close())

  it("a filling has one key: a double click files once, and so does trying again after a lost answer", async () => {
    const { done, filed, page } = await site.show(every)
    await page.waitForSelector(".fw-form")
    await page.getByLabel("Fee").fill("12")
    await page.getByLabel("Yes").check()
    // The answer comes after both clicks, however slow the machine is.
    let clicked = (): void => undefined
    const after = new Promise<void>((resolve) => {
      clicked = resolve
    })
    site.answers.push({ status: 503, body: '{"error":"Try again in a minute."}', after })
    await page.getByRole("button", { name: "Send" }).dblclick()
    clicked()
    await page.getByText("Try again in a minute.").waitFor()
    await page.waitForFunction(() => document.activeElement?.className === "fw-summary")
    expect(await page.getByLabel("Fee").inputValue()).toBe("12")
    expect(filed).toHaveLength(1)
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByText("Your reference is").waitFor()
    expect(filed).toHaveLength(2)
    expect(filed[0]).toEqual(filed[1])
    expect(filed[0]?.key).toMatch(/^[0-9a-f]{32}$/u)
    expect(await done()).toEqual([
      "error: Failed to load resource: the server responded with a status of 503 (Service Unavailable)"
    ])
  })

  it("a list shows fifty rows at a time, and the summary leads to a row of another page", async () => {
    const { done, page } = await site.show(every)
    await page.waitForSelector(".fw-form")
    await fill(page, {
      rows: Array.from({ length: 120 }, (_, index) => (index === 110 ? {} : { name: `row ${index}` }))
    })
    await page.getByText("1 to 50 of 120").waitFor()
    expect(await page.locator(".fw-row").count()).toBe(50)
    await page.getByRole("button", { name: "Next" }).click()
    await page.getByText("51 to 100 of 120").waitFor()
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByRole("link", { name: "Rows 111, Name is required." }).click()
    await page.waitForFunction(() => document.activeElement?.id.endsWith("-rows-110-name"))
    await page.getByRole("button", { name: "Add to Rows" }).click()
    await page.waitForFunction(() => document.activeElement?.id.endsWith("-rows-120-name"))
    const focus = (pointer: string) =>
      page.evaluate((own) => document.querySelector<FormworkForm>("formwork-form")?.focusField(own), pointer)
    expect([await focus("/rows/3/twice"), await focus("/rows/200"), await focus("/secret")]).toEqual([
      true,
      false,
      false
    ])
    await page.waitForFunction(() => document.activeElement?.id.endsWith("-rows-3-twice"))
    expect(await done()).toEqual([])
  })

  it("rows move and go by their buttons, with what was typed in them, and the focus stays with the change", async () => {
    const { done, page } = await site.show(every)
    await page.waitForSelector(".fw-form")
    for (const name of ["one", "two", "three"]) {
      await page.getByRole("button", { name: "Add to Rows" }).click()
      await page.waitForFunction(() => document.activeElement?.id.includes("-rows-"))
      await page.keyboard.type(name)
    }
    const names = () =>
      page
        .locator(".fw-row input[id$=-name]")
        .evaluateAll((all) => all.map((own) => (own instanceof HTMLInputElement ? own.value : "")))
    await page.getByRole("button", { name: "Move up: Rows 3" }).click()
    expect(await names()).toEqual(["one", "three", "two"])
    await page.waitForFunction(() => document.activeElement?.id.endsWith("-rows-1-name"))
    await page.getByRole("button", { name: "Remove: Rows 2" }).click()
    expect(await names()).toEqual(["one", "two"])
    await page.waitForFunction(() => document.activeElement?.id.endsWith("-rows-1-name"))
    expect(await done()).toEqual([])
  })
})
