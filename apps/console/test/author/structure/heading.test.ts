/** What the inspector is called: the kind of the part in one piece, however long its name is. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { makeForm } from "../../forms/support.ts"
import { openConsole } from "../../harness/browser.ts"
import type { Console } from "../../harness/browser.ts"
import { describeInBrowser } from "../../harness/chromium.ts"

const titles = [
  "Application for a permit to put up a scaffold on a public road or square",
  "Donaudampfschifffahrtsgesellschaft".repeat(5)
]

describeInBrowser("the inspector's heading", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole()
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  test.each(titles)("keeps the kind whole beside the title %s", async (title) => {
    const { page } = app
    const form = await makeForm(
      app,
      { title, code: `LONG${title.length}`, fields: [{ slug: "a", type: "text" }] },
      "draft"
    )
    const kind = page.getByRole("region", { name: "What is selected" }).getByRole("heading").getByText("Form").first()
    for (const [width, tab] of [
      [1440, undefined],
      [390, "Selected part"]
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await app.open(`/forms/${form}/edit?view=structure`)
      if (tab !== undefined) await page.getByRole("tab", { name: tab }).click()
      await kind.waitFor()
      await expect
        .poll(() => kind.evaluate(({ clientHeight }) => clientHeight), { message: `${width}` })
        .toBeLessThan(30)
    }
  })
})
