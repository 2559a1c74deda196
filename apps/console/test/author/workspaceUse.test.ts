/** What a person meets in the workspace: where it opens, where the focus is, what may be changed, and how it is used with a mouse and a finger. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, makeForm, saveDraft } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { addPerson, signInAs } from "../people/support.ts"
import { draftOf, patience, rowOf } from "./structure/support.ts"

interface Definition {
  readonly fields: ReadonlyArray<{ readonly slug: string; readonly type: string; readonly currency?: string }>
}

const override = "x\u202Elive\u202C y"

const definition = {
  title: `Application for a permit ${"to put up a scaffold on a public road ".repeat(4)}`.trim(),
  code: "USE",
  fields: [
    { slug: "name", type: "text", label: override },
    { slug: "crew", type: "list", label: "Crew", fields: [{ slug: "age", type: "integer" }] }
  ],
  checks: [{ id: "one", field: "crew", check: "size(crew) == 1", message: "One person is needed." }]
}

describeInBrowser("the workspace as it is used", () => {
  let app: Console
  let form: string
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" }, { viewport: { width: 1440, height: 900 } })
    await app.signIn()
    form = await makeForm(app, definition)
  })
  afterAll(() => app.close())
  afterEach(async () => {
    app.expectNothingWrong()
    await app.page.setViewportSize({ width: 1440, height: 900 })
  })

  const row = (name: string) => rowOf(app, name)
  const open = async (query = "view=structure") => {
    await app.open(`/forms/${form}/edit?${query}`)
    await app.page.getByText(/^Draft \d+, saved$/u).waitFor()
  }
  const fields = async () => (await draftOf<{ readonly definition: Definition }>(app, form)).definition.fields
  const edit = async () => {
    await app.open(`/forms/${form}`)
    await app.page.getByRole("link", { name: "Edit draft" }).click()
  }
  const view = () => new URL(app.page.url()).searchParams.get("view")

  test("a draft opens as its structure, with the focus on its title, and later in the view that was chosen last", async () => {
    const { page } = app
    await edit()
    await row("Form").waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), patience).toBe("H1")
    await page.getByRole("button", { name: "Source", exact: true }).click()
    await page.getByRole("textbox", { name: "Source of the definition" }).waitFor()
    await edit()
    await page.getByRole("textbox", { name: "Source of the definition" }).waitFor()
    expect(view()).toBe("source")
    await page.getByRole("button", { name: "Structure", exact: true }).click()
    await row("Form").waitFor()
  })

  test("a long title leaves the buttons beside it", async () => {
    const { page } = app
    await open()
    const heading = page.getByRole("heading", { level: 1 })
    expect(await heading.getAttribute("title")).toBe(definition.title)
    const seen = async () => {
      const title = await heading.boundingBox()
      const publish = await page.getByRole("link", { name: "Publish…" }).boundingBox()
      if (title === null || publish === null) return undefined
      return [title.height < 30, publish.y < 30, publish.x > title.x + title.width]
    }
    await expect.poll(seen, patience).toEqual([true, true, true])
  })

  test("a field of a type is added with the mouse, after the selected one, and its name has the focus", async () => {
    const { page } = app
    await open()
    await row("name").click()
    await page.getByRole("button", { name: "Add field" }).click()
    expect(await app.accessFindings()).toEqual([])
    await page.getByRole("menuitem", { name: "Amount of money" }).click()
    const slug = page.getByLabel("Slug")
    await expect.poll(() => slug.evaluate((input) => input === document.activeElement), patience).toBe(true)
    expect(await slug.inputValue()).toBe("field")
    await expect
      .poll(async () => (await fields()).map((one) => [one.slug, one.type, one.currency]), patience)
      .toEqual([
        ["name", "text", undefined],
        ["field", "money", "EUR"],
        ["crew", "list", undefined]
      ])
    await row("age").click()
    await page.getByRole("button", { name: "Add field" }).click()
    expect(await page.getByRole("menuitem", { name: "List of rows" }).count()).toBe(0)
    await page.keyboard.press("Escape")
  })

  test("what a person has not come to is not wrong yet, and what is wrong is led to", async () => {
    const { page } = app
    await open()
    await page.getByText("0 wrong").waitFor()
    await page.getByRole("button", { name: "Complete" }).click()
    await page.getByRole("button", { name: "1 wrong" }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), patience).toMatch(/-crew/u)
  })

  test("what is wrong with the form as a whole, which no field shows, is said beside how many are wrong", async () => {
    const { page } = app
    const checks = [{ id: "dear", check: "amount + rate < 100.00", message: "{amount} is dear. \u202E" }]
    const [amount, rate] = ["amount", "rate"].map((slug) => ({ slug, type: "money", currency: "EUR", label: slug }))
    const whole = await makeForm(app, { title: "Whole", code: "WHOLE", fields: [amount, rate], checks })
    await app.open(`/forms/${whole}/edit?view=structure`)
    const filled = page.getByRole("group", { name: "The form" })
    await filled.getByLabel("amount").fill("99.00")
    await filled.getByLabel("rate").fill("2.00")
    await page.keyboard.press("Tab")
    const standing = page.getByRole("status").filter({ hasText: "1 wrong" })
    await standing.getByText("99.00 is dear. ▯").waitFor()
    // It leads nowhere.
    expect(await page.getByRole("button", { name: "1 wrong" }).count()).toBe(0)
    expect(await app.accessFindings()).toEqual([])
    await filled.getByLabel("rate").fill("0.50")
    await page.getByText("0 wrong").waitFor()
    expect(await page.getByText("99.00 is dear").count()).toBe(0)
  })

  test("an override of the writing direction has a sign in the try-out as in the outline", async () => {
    const { page } = app
    await open()
    await page.getByRole("group", { name: "The form" }).getByText("x▯live▯ y").waitFor()
  })

  test("a revision of one's own from another window is not another person's", async () => {
    const { page } = app
    // The save that meets the other revision.
    app.expectRefusals()
    await open()
    const { body } = await call(app, `GET forms/${form}/draft`)
    const stored = body["definition"] as object
    await saveDraft(app, form, Number(body["revision"]), { ...stored, timeZone: "Europe/Paris" })
    await row("name").click()
    await page.getByLabel("Hint").fill("As in the passport")
    await page.keyboard.press("Control+s")
    await page.getByText(/^You saved revision \d+ in another window/u).waitFor()
  })

  test("on a phone all panes are tabs, and a part is opened from the outline", async () => {
    const { page } = app
    await page.setViewportSize({ width: 390, height: 844 })
    await open()
    await expect
      .poll(() => page.getByRole("tab").allInnerTexts(), patience)
      .toEqual(["Outline", "Selected part", "Source", "Try-out"])
    expect(await page.getByRole("button", { name: /^(?:Try-out|Both)$/u }).count()).toBe(0)
    await row("crew").dblclick()
    await page.getByRole("region", { name: "What is selected" }).getByText("crew", { exact: true }).waitFor()
    expect(await app.accessFindings()).toEqual([])
  })

  test("who may not change a draft reads it and tries it out, and is told so at once", async () => {
    const { page } = app
    // The page of before may still be asking when its session is gone.
    app.expectRefusals()
    await signInAs(app, await addPerson(app, "reviewing", "reviewer"))
    await open("view=both&at=/fields/0")
    await page.getByText("Changing it needs the privilege form:write").waitFor()
    expect(await page.getByLabel("Label").isDisabled()).toBe(true)
    for (const name of ["Undo", "Redo", "Add field", "Actions for name"])
      expect(await page.getByRole("button", { name }).count(), name).toBe(0)
    expect(await page.getByRole("link", { name: "Publish…" }).count()).toBe(0)
    const source = page.getByRole("textbox", { name: "Source of the definition" })
    // What the rules gave stands in the source, and comes after it.
    await source.getByText("= false").waitFor()
    const before = await source.innerText()
    await source.focus()
    await page.keyboard.type("x")
    await row("name").click()
    await page.keyboard.press("Delete")
    await page.keyboard.press("Alt+ArrowDown")
    expect(await source.innerText()).toBe(before)
    expect(await page.getByText("Not saved").count()).toBe(0)
    expect(await app.accessFindings()).toEqual([])
  })
})
