/** A form made from nothing, without a pointer, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { focusIsKept } from "../keys/support.ts"
import { call, tabTo } from "./support.ts"

describeInBrowser("a form from nothing", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  const press = async (...keys: ReadonlyArray<string>) => {
    for (const key of keys) await app.page.keyboard.press(key)
  }
  const focused = () => app.page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "")
  /** Fills the control of the selected part that has this label. */
  const fill = async (label: string, text: string) => {
    await tabTo(app.page, label)
    await press("Control+a")
    await app.page.keyboard.type(text)
  }
  /** What is chosen is known by the first letters of its name. */
  const choose = async (label: string, name: string) => {
    await tabTo(app.page, label)
    await press("Enter")
    await app.page.getByRole("option", { name, exact: true }).waitFor()
    await app.page.keyboard.type(name)
    await press("Enter")
    await app.page.getByRole("listbox").waitFor({ state: "detached" })
  }
  /** Goes from the inspector back to the row that is selected in the outline. */
  const backTo = async (row: RegExp) => {
    for (let presses = 0; presses < 20 && !row.test(await focused()); presses++) await press("Shift+Tab")
    await expect.poll(focused).toMatch(row)
  }
  /** Adds a field after the row that has the focus, and gives it a name and a type. */
  const addField = async (slug: string, label: string, type?: string) => {
    await press("Enter")
    await expect.poll(focused).toMatch(/^field/u)
    await fill("Slug", slug)
    await press("Enter")
    await app.page.getByRole("row", { name: new RegExp(`^${slug}`, "u") }).waitFor()
    await fill("Label", label)
    if (type !== undefined) await choose("Type", type)
    await focusIsKept(app.page)
  }

  const formId = () => /forms\/([^/?]+)/u.exec(app.page.url())?.[1] ?? ""
  const slugs = async () => {
    const { body } = await call(app, `GET forms/${formId()}/draft`)
    const { fields } = body["definition"] as { readonly fields: ReadonlyArray<{ readonly slug: string }> }
    return fields.map(({ slug }) => slug)
  }

  test("gets five fields with a list, one of them moved, is tried, and is published and called, by keyboard alone", async () => {
    const { page } = app
    await app.open("/forms")
    await tabTo(page, "New form")
    await press("Enter")
    await page.getByRole("heading", { name: "New form" }).waitFor()
    await expect.poll(() => page.getByLabel("Title").evaluate((title) => title === document.activeElement)).toBe(true)
    await page.keyboard.type("Boat hire")
    await tabTo(page, "Make form")
    await press("Enter")
    await page.getByRole("heading", { name: "Boat hire" }).waitFor()
    await focusIsKept(page)
    await tabTo(page, "Edit draft")
    await press("Enter")
    await page.getByRole("row", { name: "Form", exact: true }).waitFor()
    await tabTo(page, "Form")
    await press("ArrowDown", "ArrowDown")
    await expect.poll(focused).toMatch(/^name/u)

    await addField("hours", "Hours", "Whole number")
    await backTo(/^hours/u)
    await addField("crew", "Crew", "List of rows")
    await backTo(/^crew/u)
    // The list came with one field.
    await press("ArrowDown")
    await expect.poll(focused).toMatch(/^field/u)
    await fill("Slug", "age")
    await press("Enter")
    await page.getByRole("row", { name: /^age/u }).waitFor()
    await choose("Type", "Whole number")
    await backTo(/^age/u)
    await press("Home", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown")
    await expect.poll(focused).toMatch(/^crew/u)
    await addField("deposit", "Deposit", "Amount of money")
    await fill("Currency", "EUR")
    await backTo(/^deposit/u)
    await addField("price", "Price", "Amount of money")
    await fill("Currency", "EUR")
    await tabTo(page, "Formula")
    await page.keyboard.type("hours * 25.00 + count(crew, row, row.age >= 18) * 10.00")
    await backTo(/^price/u)
    await press("Alt+ArrowUp")
    await page.getByText(/^Draft \d+, saved$/u).waitFor()
    expect(await slugs()).toEqual(["name", "hours", "crew", "price", "deposit"])

    await tabTo(page, "Filling")
    await fill("Name", "Ada Byron")
    await fill("Hours", "3")
    await tabTo(page, "Add to Crew")
    await press("Enter")
    await page.getByRole("textbox", { name: "age" }).waitFor()
    await page.keyboard.type("40")
    // What a key of the last answer changed stands beside what it was.
    await page.getByRole("deletion").filter({ hasText: "75.00" }).waitFor()

    await tabTo(page, "Publish…")
    await press("Enter")
    await page.getByText("This is the first version").waitFor()
    await focusIsKept(page)
    await tabTo(page, "Publish version 1")
    await press("Enter")
    await page.getByRole("heading", { name: "Version 1 is live" }).waitFor()
    const { body, status } = await call(app, `POST v1/forms/${formId()}/evaluate`, {
      data: { name: "Ada Byron", hours: 3, crew: [{ age: 40 }, { age: 8 }] }
    })
    expect([status, body["calculatedData"]]).toEqual([200, { price: "85.00" }])
  })
})
