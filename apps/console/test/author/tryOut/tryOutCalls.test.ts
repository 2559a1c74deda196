/** The try-out with what the server keeps: submissions to fill it from, drafts that it files, examples that it runs. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, file, makeForm, saveDraft } from "../../forms/support.ts"
import { openConsole } from "../../harness/browser.ts"
import type { Console } from "../../harness/browser.ts"
import { describeInBrowser } from "../../harness/chromium.ts"

const before = {
  title: "Gutters",
  code: "TRYOUT",
  fields: [
    { slug: "name", type: "text", label: "Name" },
    { slug: "phone", type: "text", label: "Phone" },
    { slug: "colour", type: "text", label: "Colour" },
    { slug: "metres", type: "integer", label: "Metres", required: true },
    { slug: "price", type: "money", currency: "EUR", label: "Price", formula: "metres * 18.50" }
  ],
  outcomes: [{ id: "large", severity: "warning", when: "metres > 100", message: "A large order." }]
}

/** No phone, a choice of colours, another price. */
const after = {
  ...before,
  fields: before.fields.flatMap((field): ReadonlyArray<object> => {
    if (field.slug === "phone") return []
    if (field.slug === "price") return [{ ...field, formula: "metres * 20.00" }]
    return field.slug === "colour"
      ? [{ slug: "colour", type: "choice", label: "Colour", options: [{ value: "white", label: "White" }] }]
      : [field]
  })
}

describeInBrowser("the try-out with what the server keeps", () => {
  let app: Console
  let form: string
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
    form = await makeForm(app, before)
    await file(app, form, { name: "Ada", phone: "020", colour: "green", metres: 12 })
    await saveDraft(app, form, 1, after)
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  const open = (query = "view=structure") => app.open(`/forms/${form}/edit?${query}`)
  const value = (label: string) => app.page.getByRole("textbox", { name: label, exact: true })
  const button = (name: string | RegExp) => app.page.getByRole("button", { name })

  test("a submission fills it, and what of it does not fit into the draft is said", async () => {
    const { page } = app
    await open()
    await button("From a submission…").click()
    const dialog = page.getByRole("dialog", { name: "Fill from a submission" })
    await dialog.getByRole("row", { name: /submitted/u }).waitFor()
    expect(await app.accessFindings()).toEqual([])
    await dialog.getByRole("button", { name: /^TRYOUT/u }).click()
    await dialog.waitFor({ state: "hidden" })
    await page.getByText(/^Filled from TRYOUT-.*, which is of version 1, the live one$/u).waitFor()
    await page.getByText("This draft has no field for phone: its value is left out.").waitFor()
    await page.getByText(/^Colour: /u).waitFor()
    expect(await value("Name").inputValue()).toBe("Ada")
    await page.locator("output", { hasText: "240.00" }).waitFor()
    expect(await app.accessFindings()).toEqual([])
    await button("Dismiss").click()
  })

  test("what is filled in is filed as a draft by the live version, whose refusals are shown", async () => {
    const { page } = app
    app.expectRefusals()
    await page.getByRole("tab", { name: "Payload" }).click()
    await page.getByRole("textbox", { name: "Payload" }).fill('{"name": "Grace", "metres": 1.5}')
    await button("File as a draft by live version 1…").click()
    const dialog = page.getByRole("alertdialog", { name: "File as a draft of a submission" })
    await dialog.getByText("The live version of the form, version 1, runs, and not this draft of it.").waitFor()
    await dialog.getByRole("button", { name: "File as a draft" }).click()
    await dialog
      .getByRole("alert")
      .getByText(/whole number/u)
      .waitFor()
    expect(await app.accessFindings()).toEqual([])
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("textbox", { name: "Payload" }).fill('{"name": "Grace"}')
    await button("File as a draft by live version 1…").click()
    await dialog.getByRole("button", { name: "File as a draft" }).click()
    await page.getByText(/^TRYOUT-\S+ is stored as a draft\.$/u).waitFor()
    const { items } = (await call(app, `GET submissions?form=${form}&state=draft`)).body
    expect(items).toMatchObject([{ data: { name: "Grace" }, workflowState: "draft" }])
    await button("Dismiss").click()
  })

  test("the draft and the live version stand side by side, with what differs marked", async () => {
    const { page } = app
    await page.getByRole("textbox", { name: "Payload" }).fill('{"name": "Grace", "metres": 120, "colour": "green"}')
    await page.getByRole("tab", { name: "Beside live" }).click()
    const results = page.getByRole("table", { name: "Results in the draft and in the live version" })
    const rules = page.getByRole("table", { name: "Rules in the draft and in the live version" })
    await page.getByText("Beside live version 1: 3 results and 1 rule differ.").waitFor()
    expect((await results.getByRole("row").allInnerTexts()).map((text) => text.replace(/\s+/gu, " ").trim())).toEqual(
      [
        "RESULT DRAFT LIVE 1",
        "valid ! differs no yes",
        "price ! differs 2400.00 2220.00",
        expect.stringMatching(/^problem at \/data\/colour \S+ ! differs .+ not there$/u)
      ].map((row) => (typeof row === "string" ? expect.stringMatching(new RegExp(`^${row}$`, "iu")) : row))
    )
    const [, price = ""] = await rules.getByRole("row").allInnerTexts()
    expect(price).toMatch(/price\s+formula\s+!\s+differs\s+2400\.00\s+metres \* 20\.00\s+2220\.00\s+metres \* 18\.50/u)
    expect(await app.accessFindings()).toEqual([])
    await page.getByText("Show what is the same too").click()
    await results.getByRole("row", { name: /^outcome large/u }).waitFor()
    expect(
      await results
        .getByRole("row", { name: /^outcome large/u })
        .getByText("differs")
        .count()
    ).toBe(0)
    await value("Name").fill("Ada")
    await page.getByRole("tab", { name: "Payload" }).click()
    await page.getByRole("textbox", { name: "Payload" }).fill('{"name": "Grace", "metres": 0}')
    await page.getByRole("tab", { name: "Beside live" }).click()
    await page.getByText("For this payload the draft gives what live version 1 gives.").waitFor()
    await page.getByRole("tab", { name: "Payload" }).click()
  })

  test("an example is kept with what it gives, loaded, renamed, run with each change, and deleted", async () => {
    const { page } = app
    await page.getByRole("textbox", { name: "Payload" }).fill('{"name": "Grace", "metres": 120}')
    await page.getByRole("tab", { name: "Cases" }).click()
    await page.getByText("No cases yet.").waitFor()
    await button("Keep what is filled in…").click()
    const dialog = page.getByRole("dialog", { name: "Keep as a case" })
    await dialog.getByLabel("Name").fill("Large")
    expect(await app.accessFindings()).toEqual([])
    await page.keyboard.press("Enter")
    await page.getByRole("tab", { name: "Cases 1" }).waitFor()
    const kept = async () => (await call(app, `GET forms/${form}/examples`)).body["examples"]
    await expect.poll(kept).toMatchObject([
      {
        name: "Large",
        data: { name: "Grace", metres: 120 },
        expect: { valid: true, outcomes: ["large"], calculatedData: { price: "2400.00" }, problems: [] }
      }
    ])
    await page.getByText("as expected").waitFor()
    await page.getByText("Expects 4 things").waitFor()
    await page.getByText(/^The cases reach \d+ of \d+ parts of the rules$/u).click()
    await page.locator("li", { hasText: "is never false" }).waitFor()
    await saveDraft(app, form, 2, {
      ...after,
      fields: after.fields.map((field) => ("formula" in field ? { ...field, formula: "metres * 21.00" } : field))
    })
    await open()
    await page.getByRole("tab", { name: "Cases 1, 1 differs" }).click()
    const row = page.getByRole("table", { name: "What Large expects and gives" }).getByRole("row", { name: /^price/u })
    await expect.poll(() => row.innerText()).toMatch(/price\s+2400\.00\s+✕?\s*2520\.00/u)
    const check = (await call(app, `POST forms/${form}/check`, {})).body["examples"]
    expect(check).toMatchObject({
      failed: [{ name: "Large", differences: [{ field: "price", expected: "2400.00", found: "2520.00" }] }]
    })
    expect(await app.accessFindings()).toEqual([])
    await button("Fill in Large").click()
    await page.locator("output", { hasText: "2,520.00" }).waitFor()
    const act = async (action: string) => {
      await button(/^Actions for L/u).click()
      await page.getByRole("menuitem", { name: action }).click()
    }
    await act("Expect what it gives now…")
    await button("Expect this").click()
    await page.getByRole("tab", { name: "Cases 1", exact: true }).waitFor()
    await expect.poll(kept).toMatchObject([{ expect: { calculatedData: { price: "2520.00" } } }])
    await value("Name").fill("Ada")
    await act("Replace by what is filled in…")
    await page.getByRole("dialog").getByRole("button", { name: "Keep" }).click()
    await expect.poll(kept).toMatchObject([{ name: "Large", data: { name: "Ada" } }])
    await act("Rename…")
    await page.getByRole("dialog").getByLabel("Name").fill("Long")
    await page.keyboard.press("Enter")
    await button("Fill in Long").waitFor()
    await act("Delete…")
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
    await page.getByText("No cases yet.").waitFor()
    expect(await kept()).toEqual([])
  })

  test("examples that another person has changed meanwhile are changed as they left them", async () => {
    const { page } = app
    app.expectRefusals()
    const { body } = await call(app, `GET forms/${form}/examples`)
    const theirs = { name: "Theirs", data: { metres: 1 }, expect: { valid: true } }
    const saved = await call(
      app,
      `PUT forms/${form}/examples`,
      { examples: [theirs] },
      {
        "If-Match": `"${String(body["revision"])}"`
      }
    )
    expect(saved.status).toBe(200)
    await button("Keep what is filled in…").click()
    await page.getByRole("dialog").getByLabel("Name").fill("Mine")
    await page.keyboard.press("Enter")
    await page.getByRole("tab", { name: "Cases 2" }).waitFor()
    const { examples } = (await call(app, `GET forms/${form}/examples`)).body
    expect(examples).toMatchObject([{ name: "Theirs" }, { name: "Mine" }])
  })

  test("in the dark and 320 pixels wide it has no finding of axe, and nothing is wider than the window", async () => {
    const { page } = app
    await page.emulateMedia({ colorScheme: "dark" })
    await page.setViewportSize({ width: 320, height: 800 })
    await open()
    await page.getByRole("tab", { name: "Try-out" }).click()
    await button("Fill with an example").click()
    for (const [tab, shown] of [
      ["Beside live", page.getByRole("table").first()],
      [/^Cases/u, page.getByText("Expects", { exact: false }).first()]
    ] as const) {
      await page.getByRole("tab", { name: tab }).click()
      await shown.waitFor()
      expect(await app.accessFindings()).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    }
    await page.emulateMedia({ colorScheme: "light" })
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test("who may not read or file submissions, or write forms, is told which privilege that needs", async () => {
    const { page } = app
    await page.route("**/api/platform/me", async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), privileges: ["form:read"] } })
    })
    await open()
    await page.getByText("Filling from a submission needs the privilege submission:read").waitFor()
    await page.getByText("Filing needs the privilege submission:write").waitFor()
    expect(await button("From a submission…").isDisabled()).toBe(true)
    expect(await button(/^File as a draft/u).isDisabled()).toBe(true)
    await page.getByRole("tab", { name: "Cases" }).click()
    await page.getByText("Changing cases needs the privilege form:write").waitFor()
    expect(await button("Keep what is filled in…").isDisabled()).toBe(true)
    expect(await app.accessFindings()).toEqual([])
    await page.unroute("**/api/platform/me")
  })
})
