/** An e-mail in the language that its form says, in the structure editor: its texts get a line for each language, and it says its own. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { openConsole } from "../../harness/browser.ts"
import type { Console } from "../../harness/browser.ts"
import { describeInBrowser } from "../../harness/chromium.ts"
import { draftOf, patience, rowOf } from "./support.ts"

interface Draft {
  readonly revision: number
  readonly definition: { readonly effects: ReadonlyArray<{ readonly id: string; readonly kind: string }> }
}

describeInBrowser("effects in languages", () => {
  let app: Console
  let form: string
  let index = -1
  let id = ""
  beforeAll(async () => {
    app = await openConsole()
    form = app.server.variable("FORM_ID_MQ")
    await app.signIn()
    const { definition, revision } = await draftOf<Draft>(app, form)
    index = definition.effects.findIndex(({ kind }) => kind === "notification")
    id = definition.effects[index]?.id ?? ""
    const status = await app.page.evaluate(
      async ([to, tag, json]) =>
        (
          await fetch(`/api/platform/forms/${to}/draft`, {
            method: "PUT",
            headers: { "content-type": "application/json", "if-match": tag ?? "", "x-formwork": "console" },
            body: json ?? ""
          })
        ).status,
      [form, `"${revision}"`, JSON.stringify({ definition: { ...definition, languages: ["en", "de"] } })]
    )
    expect(status).toBe(200)
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  /** Rows out of sight are not drawn. */
  const choose = async (name: string): Promise<void> => {
    const row = rowOf(app, name)
    await app.page.getByRole("treegrid").hover()
    const seek = async () => {
      if ((await row.count()) === 0) await app.page.mouse.wheel(0, 200)
      return row.count()
    }
    await expect.poll(seek, patience).toBe(1)
    const press = async () => {
      const isChosen = (await row.getAttribute("aria-selected")) === "true"
      if (!isChosen) await row.click()
      return isChosen
    }
    await expect.poll(press, { ...patience, interval: 1_000 }).toBe(true)
  }

  test("an e-mail that says its language has a line for each, and one that does not has one", async () => {
    const { page } = app
    await app.open(`/forms/${form}/edit?view=structure&try=false&select=/`)
    await rowOf(app, "Form").waitFor()
    await choose(id)
    const line = (name: string) => page.getByRole("textbox", { name, exact: true })
    await line("Subject").waitFor()
    expect(await line("Subject (de)").count()).toBe(0)
    await line("Language").fill("'fr'")
    await page.getByText("The form has no language `fr`. Its `languages` are `en` or `de`.").first().waitFor()
    await line("Language").fill("'de'")
    await line("Subject (en)").waitFor()
    await line("Subject (de)").fill("Ihr Angebot {$reference}")
    await expect
      .poll(async () => (await draftOf<Draft>(app, form)).definition.effects[index], patience)
      .toMatchObject({
        language: "'de'",
        subject: { en: expect.stringContaining("{$reference}"), de: "Ihr Angebot {$reference}" }
      })
    expect(await app.accessFindings()).toEqual([])
  })
})
