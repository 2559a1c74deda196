/** A submission that is kept as a case of its form, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { makeClaim, makeClaimForm } from "./support.ts"

describeInBrowser("keeping a submission as a case", () => {
  let app: Console
  let formId: string
  beforeAll(async () => {
    app = await openConsole()
    await app.signIn()
    formId = await makeClaimForm(app)
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  test("puts it with the cases of its form's draft, under a name of its own, and leads there", async () => {
    const { page } = app
    const { id, referenceNumber } = await makeClaim(app, formId)
    await app.open(`/submissions/${id}`)
    await page.getByRole("button", { name: "Keep as a case" }).click()
    const dialog = page.getByRole("dialog", { name: `Keep ${referenceNumber} as a case` })
    const name = dialog.getByRole("textbox", { name: "Name" })
    await expect.poll(() => name.inputValue()).toBe(referenceNumber)
    await expectAccess(app, "keeping a submission as a case")
    await name.fill("A burst pipe")
    await page.keyboard.press("Enter")
    await page.getByRole("status").getByText("A burst pipe stands with the cases of the form’s draft.").waitFor()
    await expectAccess(app, "a submission that was kept")
    const examples = (await call(app, `GET forms/${formId}/examples`)).body["examples"]
    const made = (await call(app, `GET submissions/${id}/example`)).body
    expect(examples).toEqual([{ ...made, name: "A burst pipe" }])
    await page.getByRole("link", { name: /^Open the draft/u }).click()
    await page.getByRole("tab", { name: "Cases 1" }).click()
    await page.getByText("as expected").waitFor()
  })

  test("asks for a name that no other case has", async () => {
    const { page } = app
    const { id } = await makeClaim(app, formId)
    await app.open(`/submissions/${id}`)
    await page.getByRole("button", { name: "Keep as a case" }).click()
    const dialog = page.getByRole("dialog", { name: /as a case$/u })
    await dialog.getByRole("textbox", { name: "Name" }).fill("A burst pipe")
    await dialog.getByText("Another case has this name.").waitFor()
    expect(await dialog.getByRole("button", { name: "Keep" }).isDisabled()).toBe(true)
    await page.keyboard.press("Escape")
  })
})
