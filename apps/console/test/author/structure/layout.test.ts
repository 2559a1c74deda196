/** Sections, defaults and what only people see of a field, in the structure editor. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { openConsole } from "../../harness/browser.ts"
import type { Console } from "../../harness/browser.ts"
import { describeInBrowser } from "../../harness/chromium.ts"
import { draftOf, patience, rowOf } from "./support.ts"

interface Definition {
  readonly sections?: ReadonlyArray<object>
  readonly fields: ReadonlyArray<{ readonly slug: string; readonly default?: unknown; readonly hint?: string }>
}

describeInBrowser("sections and what people see", () => {
  let app: Console
  let form: string
  beforeAll(async () => {
    app = await openConsole()
    form = app.server.variable("FORM_ID_MQ")
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  const row = (name: string) => rowOf(app, name)
  const stored = async () => (await draftOf<{ readonly definition: Definition }>(app, form)).definition
  const openAt = async (pointer: string): Promise<void> => {
    await app.open(`/forms/${form}/edit?view=structure&try=false&select=${encodeURIComponent(pointer)}`)
    await row("Form").waitFor()
  }

  test("A section is added, says what is wrong with its fields, and moves with its buttons", async () => {
    const { page } = app
    await openAt("/")
    await row("Form").click()
    await page.getByRole("button", { name: "Add a section" }).click()
    const first = page.getByRole("group", { name: "Section 1" })
    await first.getByLabel("Title").fill("About you")
    await first.getByLabel("Fields").fill("proposerName, emial")
    await first.getByText("There is no field `emial`. Did you mean `email`?").waitFor()
    await first.getByLabel("Fields").fill("proposerName, email")
    await first.getByLabel("Begins a page").check({ force: true })
    await page.getByRole("button", { name: "Add a section" }).click()
    await page.getByRole("group", { name: "Section 2" }).getByLabel("Title").fill("Reach")
    await page.getByRole("button", { name: "Move number 2 up" }).click()
    await expect.poll(() => first.getByLabel("Title").inputValue(), patience).toBe("Reach")
    expect(await app.accessFindings()).toEqual([])
    await expect
      .poll(async () => (await stored()).sections, patience)
      .toEqual([
        { id: "section2", title: "Reach", fields: ["phone"] },
        { id: "section1", title: "About you", newPage: true, fields: ["proposerName", "email"] }
      ])
  })

  test("A default is chosen among the options, and a hint is written", async () => {
    const { page } = app
    await openAt("/")
    await row("cover").click()
    await page.getByLabel("Hint").fill("What it pays for")
    await page.getByLabel("Begins with").click()
    await page.getByRole("option", { name: "tpo", exact: true }).click()
    const cover = async () => (await stored()).fields.find(({ slug }) => slug === "cover")
    await expect.poll(cover, patience).toMatchObject({ default: "tpo", hint: "What it pays for" })
  })
})
