/** Internal fields and constants in the structure editor: by keys, as an author of a tariff makes them. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { openConsole } from "../../harness/browser.ts"
import type { Console } from "../../harness/browser.ts"
import { describeInBrowser } from "../../harness/chromium.ts"
import { draftOf, patience, rowOf } from "./support.ts"

interface Definition {
  readonly constants?: Readonly<Record<string, { readonly type: string; readonly value: string }>>
  readonly fields: ReadonlyArray<{ readonly slug: string; readonly formula?: string; readonly internal?: boolean }>
}

describeInBrowser("internal fields and constants", () => {
  let app: Console
  let form: string
  beforeAll(async () => {
    app = await openConsole()
    form = app.server.variable("FORM_ID_MQ")
    await app.signIn()
    await app.open(`/forms/${form}/edit?view=structure&try=false&select=/`)
    await row("Form").waitFor()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  const row = (name: string) => rowOf(app, name)
  const stored = async () => (await draftOf<{ readonly definition: Definition }>(app, form)).definition
  const choose = async (name: string): Promise<void> => {
    const list = app.page.getByRole("treegrid")
    await list.hover()
    // Rows out of sight are not drawn.
    const seek = async () => {
      if ((await row(name).count()) === 0) await app.page.mouse.wheel(0, 200)
      return row(name).count()
    }
    await expect.poll(seek, patience).toBe(1)
    const press = async () => {
      const isChosen = (await row(name).getAttribute("aria-selected")) === "true"
      if (!isChosen) await row(name).click()
      return isChosen
    }
    await expect.poll(press, { ...patience, interval: 1_000 }).toBe(true)
  }
  test("A constant is added, named and given a value, and another name reaches the rules that use it", async () => {
    const { page } = app
    await choose("Form")
    await page.getByRole("button", { name: "Add a constant" }).click()
    const table = page.getByRole("table", { name: "Constants" })
    await table.getByText("No rule, message or effect uses the constant `constant1`.").waitFor()
    await page.getByLabel("Value of constant1").fill("0.0425")
    await page.getByLabel("Name of constant1").fill("today")
    await page.keyboard.press("Enter")
    await table.getByText(/the rule language uses the word for itself/u).waitFor()
    await page.getByLabel("Name of constant1").fill("base_rate")
    await page.keyboard.press("Enter")
    await page.getByLabel("Value of base_rate").waitFor()
    expect(await app.accessFindings()).toEqual([])
    await expect
      .poll(async () => (await stored()).constants, patience)
      .toEqual({ base_rate: { type: "number", value: "0.0425" } })
  })

  test("A computed field is made internal, and the outline says so", async () => {
    const { page } = app
    const computed = (await stored()).fields.find(({ formula }) => formula !== undefined)?.slug ?? ""
    await choose(computed)
    await page.getByRole("checkbox", { name: "Internal" }).focus()
    await page.keyboard.press("Space")
    // Only the inspector scrolls to it.
    const scrolled = await page.evaluate(() => {
      const around: Array<Element> = []
      for (let one = document.activeElement; one !== null; one = one.parentElement) around.push(one)
      // The hidden input is cut to a pixel.
      return around
        .filter(({ clientHeight, scrollTop }) => scrollTop > 0 && clientHeight > 10)
        .map((one) => getComputedStyle(one).overflowY)
    })
    expect(scrolled).toEqual(["auto"])
    await row(computed).getByText("internal", { exact: true }).waitFor()
    expect(await app.accessFindings()).toEqual([])
    await expect
      .poll(async () => (await stored()).fields.find(({ slug }) => slug === computed)?.internal, patience)
      .toBe(true)
  })
})
