/** The structure editor in a browser: outline, inspector, saving, and what becomes of two people's work. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { openConsole } from "../../harness/browser.ts"
import type { Console } from "../../harness/browser.ts"
import { describeInBrowser } from "../../harness/chromium.ts"
import { draftOf, patience, rowOf } from "./support.ts"

interface Field {
  readonly slug: string
  readonly label?: string
}

interface Definition {
  readonly title: string
  readonly fields: ReadonlyArray<
    Field & { readonly fields?: ReadonlyArray<Field>; readonly options?: ReadonlyArray<object> }
  >
  readonly workflow?: { readonly states: ReadonlyArray<string>; readonly transitions: ReadonlyArray<object> }
  readonly effects: ReadonlyArray<{ readonly id: string; readonly subject?: string }>
}

/**
 * From here on, and after a reload, no PUT of the page reaches the server until `cut off` is taken from the session storage. A route of the browser
 * would not do: a save that begins as the page goes away passes it.
 */
const cutOff = async (page: Console["page"]): Promise<void> => {
  const cut = (): void => {
    const real = window.fetch
    window.fetch = (input, init) =>
      init?.method === "PUT" && sessionStorage.getItem("cut off") !== null
        ? Promise.reject(new TypeError("Failed to fetch"))
        : real(input, init)
  }
  await page.addInitScript(cut)
  await page.evaluate(cut)
  await page.evaluate(() => sessionStorage.setItem("cut off", ""))
}

describeInBrowser("the structure editor", () => {
  let app: Console
  let form: string
  beforeAll(async () => {
    // Its tests make more calls in a minute than one person does.
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    form = app.server.variable("FORM_ID_MQ")
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  const stored = () => draftOf<{ readonly revision: number; readonly definition: Definition }>(app, form)

  /** Saves as another tab or another person would. */
  const saveElsewhere = async (change: (definition: Definition) => object): Promise<void> => {
    const { definition, revision } = await stored()
    const body = JSON.stringify({ definition: change(definition) })
    const status = await app.page.evaluate(
      async ([id, tag, json]) =>
        (
          await fetch(`/api/platform/forms/${id}/draft`, {
            method: "PUT",
            headers: { "content-type": "application/json", "if-match": tag ?? "", "x-formwork": "console" },
            body: json ?? ""
          })
        ).status,
      [form, `"${revision}"`, body]
    )
    expect(status).toBe(200)
  }

  const row = (name: string) => rowOf(app, name)
  /**
   * Turns the wheel to the top, because rows out of sight are not drawn, and presses a row. On a machine that is busy with other things
   * a row can be drawn anew between the button's going down and up: then it is pressed again after a second, as a person would.
   */
  const choose = async (name: string): Promise<void> => {
    const list = app.page.getByRole("treegrid")
    await list.hover()
    await app.page.mouse.wheel(0, -100_000)
    await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop), patience).toBe(0)
    const isChosen = () =>
      row(name).evaluate((one) => one.getAttribute("aria-selected") === "true" && one.contains(document.activeElement))
    const press = async () => {
      if (!(await isChosen())) await row(name).click()
      return isChosen()
    }
    await expect.poll(press, { ...patience, interval: 1_000 }).toBe(true)
  }
  const focused = () => app.page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "")
  const saved = () => app.page.getByText(/^Draft \d+, saved$/u).waitFor()
  const slugs = async () => (await stored()).definition.fields.map(({ slug }) => slug)
  const openForm = async (query = "view=structure&try=false") => {
    await app.open(`/forms/${form}/edit?${query}`)
    await row("Form").waitFor()
    await app.page.getByText("Draft").first().waitFor()
  }

  test("A field is added, named, moved, copied and deleted by keys alone, and is saved by itself", async () => {
    const { page } = app
    await openForm()
    expect(await app.accessFindings()).toEqual([])
    await choose("email")
    await page.keyboard.press("Enter")
    await expect.poll(focused, patience).toMatch(/^field/u)
    await page.keyboard.press("Alt+ArrowDown")
    await page.keyboard.press("Control+d")
    await expect.poll(focused, patience).toMatch(/^field2/u)
    await page.keyboard.press("Delete")
    await choose("field")
    await page.getByLabel("Label").fill("Nick name")
    await saved()
    const before = await slugs()
    expect(before.slice(1, 4)).toEqual(["email", "phone", "field"])
    expect((await stored()).definition.fields[3]?.label).toBe("Nick name")
  })

  test("A row that is pressed while the list still follows an edit is chosen, and stays so", async () => {
    const { page } = app
    await openForm()
    const before = await slugs()
    const isChosen = () => row("Form").getAttribute("aria-selected")
    const edits = ["Control+d", "Alt+ArrowDown"]
    for (const edit of edits) {
      await choose("email")
      const place = await row("Form").boundingBox()
      await page.keyboard.press(edit)
      await page.mouse.click((place?.x ?? 0) + 60, (place?.y ?? 0) + 10)
      await expect.poll(isChosen, { ...patience, message: edit }).toBe("true")
      await page.waitForTimeout(400)
      expect([edit, await isChosen(), await focused()]).toEqual([edit, "true", "Form"])
    }
    for (const _ of edits) await page.getByRole("button", { name: "Undo" }).click()
    await expect.poll(slugs, patience).toEqual(before)
  })

  test("A field that something reads is deleted after its author has seen what", async () => {
    const { page } = app
    await choose("contactBy")
    await page.keyboard.press("Delete")
    const question = page.getByRole("alertdialog")
    await question.getByText("callTime · visibleWhen").waitFor()
    expect(await app.accessFindings()).toEqual([])
    await question.getByRole("button", { name: "Cancel" }).click()
    await expect.poll(focused, patience).toMatch(/^contactBy/u)
  })

  test("A field goes into a list by the menu and out of it by a key, and undo takes every step back", async () => {
    const { page } = app
    const before = await slugs()
    await choose("field")
    await page.getByRole("button", { name: "Actions for field", exact: true }).click()
    await page.getByRole("menuitem", { name: "Move to…" }).click()
    await page.getByLabel("Find a place").fill("In drivers: after name")
    expect(await app.accessFindings()).toEqual([])
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect.poll(focused, patience).toMatch(/^field/u)
    await saved()
    const inRows = (await stored()).definition.fields.find(({ slug }) => slug === "drivers")?.fields
    expect(inRows?.map(({ slug }) => slug).slice(0, 3)).toEqual(["name", "field", "birthDate"])
    await page.keyboard.press("Alt+ArrowLeft")
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByRole("button", { name: "Undo" }).click()
    await expect.poll(slugs, patience).toEqual(before)
  })

  test("A field gets another name everywhere, and what is wrong with a name stands at it", async () => {
    const { page } = app
    await choose("cover")
    const slug = page.getByLabel("Slug")
    await expect.poll(() => slug.inputValue(), patience).toBe("cover")
    await slug.fill("email")
    await page.keyboard.press("Enter")
    await page.getByText("There is a field `email` beside it already.").waitFor()
    await slug.fill("coverage")
    await page.getByRole("button", { name: "Rename everywhere" }).click()
    await row("coverage").waitFor()
    await saved()
    const { definition } = await stored()
    expect(JSON.stringify(definition)).toContain("coverage == 'comp'")
    expect(JSON.stringify(definition)).not.toContain("cover == 'comp'")
    await page.getByRole("button", { name: "Undo" }).click()
    await row("cover").waitFor()
  })

  test("Options take a paste of cells, and a text that is not a number yet stays out of the form", async () => {
    const { page } = app
    await choose("cover")
    await expect.poll(() => page.getByLabel("Slug").inputValue(), patience).toBe("cover")
    await page.getByLabel("Value of option 3").focus()
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.setData("text/plain", 'tpo\tThird party\nnone\t"No, ""thanks"""\n')
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })
      )
    })
    await expect.poll(() => page.getByLabel("Label of option 4").inputValue(), patience).toBe('No, "thanks"')
    await choose("proposerName")
    const most = page.getByLabel("Most characters")
    await most.fill("12x")
    await page.getByText("This is not a number such as 12 or 99.95. It is not in the form yet.").waitFor()
    await most.fill("120")
    await saved()
    const { definition } = await stored()
    expect(definition.fields.find(({ slug }) => slug === "cover")?.options?.slice(2)).toEqual([
      { value: "tpo", label: "Third party" },
      { value: "none", label: 'No, "thanks"' }
    ])
    expect(definition.fields[0]).toMatchObject({ maxLength: 120 })
  })

  test("A state of the workflow gets another name in the transitions too", async () => {
    const { page } = app
    await openForm()
    await choose("Form")
    await page.keyboard.press("End")
    await expect.poll(focused, patience).toBe("Workflow")
    await page.getByRole("button", { name: "Write a workflow" }).click()
    await page.getByLabel("Name of state 2").fill("at_desk")
    expect(await app.accessFindings()).toEqual([])
    await saved()
    expect((await stored()).definition.workflow).toMatchObject({
      states: ["submitted", "at_desk", "approved", "rejected"],
      transitions: [{ to: "at_desk" }, { from: "at_desk" }, { from: "at_desk" }]
    })
  })

  test("What another person saved meanwhile is merged, and what both changed is asked", async () => {
    const { page } = app
    app.expectRefusals()
    await openForm()
    await saveElsewhere((definition) => ({ ...definition, title: "Theirs" }))
    await choose("phone")
    await page.getByLabel("Label").fill("Mine")
    await page
      .getByText(/^You saved revision \d+ in another window, .*The draft has the changes of both windows/u)
      .waitFor()
    await saved()
    const { definition } = await stored()
    expect([definition.title, definition.fields[2]?.label]).toEqual(["Theirs", "Mine"])
    await page.getByRole("button", { name: "Dismiss" }).click()

    await saveElsewhere((definition) => ({ ...definition, title: "Theirs again" }))
    await choose("Form")
    await page.getByLabel("Title").fill("Mine again")
    const question = page.getByRole("dialog", { name: "You have saved this draft in another window" })
    await question.getByText('"Theirs again"').waitFor()
    expect(await app.accessFindings()).toEqual([])
    await question.getByLabel("Theirs").check()
    await question.getByRole("button", { name: "Merge" }).click()
    await expect.poll(() => page.getByLabel("Title").inputValue(), patience).toBe("Theirs again")
    await expect.poll(async () => (await stored()).definition.title, patience).toBe("Theirs again")
  })

  test("What could not be saved survives a reload, and is gone after signing out", async () => {
    const { page } = app
    await openForm()
    app.expectRefusals()
    await cutOff(page)
    await choose("email")
    await page.getByLabel("Label").fill("Kept")
    await page.getByText("Not saved: the server does not answer.").waitFor()
    await page.reload()
    await choose("email")
    await expect.poll(() => page.getByLabel("Label").inputValue(), patience).toBe("Kept")
    await expect
      .poll(() => page.locator("header").last().innerText(), { timeout: 40_000 })
      .toContain("Not saved: the server does not answer.")
    const kept = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve, reject) => {
            const opening = indexedDB.open("formwork-drafts", 1)
            opening.addEventListener("error", () => reject(opening.error ?? new Error("no database")))
            opening.addEventListener("success", () => {
              const counting = opening.result.transaction("texts").objectStore("texts").count()
              counting.addEventListener("success", () => resolve(counting.result))
            })
          })
      )
    expect(await kept()).toBe(1)
    await page.evaluate(() => sessionStorage.removeItem("cut off"))
    await page.keyboard.press("Control+s")
    await saved()
    expect((await stored()).definition.fields[1]).toMatchObject({ label: "Kept" })
    await expect.poll(kept, patience).toBe(0)
    await page.evaluate(() => sessionStorage.setItem("cut off", ""))
    await page.getByLabel("Label").fill("Not saved when its author leaves")
    await expect.poll(kept, patience).toBe(1)
    await page.getByRole("button", { name: "Demo Owner" }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await page.getByRole("button", { name: "Sign out and discard" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    // The server's answer has the browser clear what the site stored, the database itself included.
    const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    if (names.includes("formwork-drafts")) expect(await kept()).toBe(0)
  })
})
