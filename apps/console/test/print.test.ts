/** What stands on paper: the content of a page, black on white. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, file, gutter, makeForm } from "./forms/support.ts"
import { openConsole } from "./harness/browser.ts"
import type { Console } from "./harness/browser.ts"
import { describeInBrowser } from "./harness/chromium.ts"

describeInBrowser("a printed page", () => {
  let app: Console
  let formId: string
  beforeAll(async () => {
    app = await openConsole({}, { viewport: { width: 794, height: 1_000 } })
    await app.signIn()
    formId = await makeForm(app, gutter)
    await file(app, formId, { name: "Ada", metres: 3 })
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  const printed = async () => {
    const { page } = app
    await page.emulateMedia({ media: "print", colorScheme: "dark" })
    for (const role of ["navigation", "button", "search", "tablist"] as const)
      await expect.poll(() => page.getByRole(role).count(), { message: role }).toBe(0)
    const paper = () =>
      page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.body)
        const { left, width } = document.querySelector("main h1")?.closest("main")?.getBoundingClientRect() ?? {}
        return { backgroundColor, color, left, width }
      })
    await expect
      .poll(paper)
      .toEqual({ backgroundColor: "rgb(255, 255, 255)", color: "rgb(0, 0, 0)", left: 0, width: 794 })
    const text = await page.locator("main").innerText()
    await page.emulateMedia({ media: "screen", colorScheme: "light" })
    return text
  }

  test("of a submission has its reference, its state and its values, and no way to go on", async () => {
    const { page } = app
    const { body } = await call(app, `GET submissions?form=${formId}`)
    const [one] = body["items"] as ReadonlyArray<{ readonly id: string }>
    await app.open(`/submissions/${one?.id}`)
    await page.getByText("€55.50").waitFor()
    const text = await printed()
    for (const part of ["GUTTER-00000001", "Submitted", "Ada", "€55.50"]) expect(text).toContain(part)
    expect(text).not.toContain("Why")
  })

  test("of a report has its numbers and charts", async () => {
    const { page } = app
    await app.open(`/forms/${formId}/report`)
    await page.getByText("1 submission").waitFor()
    const text = await printed()
    for (const part of ["Gutters", "1 submission", "Created by day"]) expect(text).toContain(part)
    expect(text).not.toContain("as a list")
  })
})
