/** A submission that two people work on, and one that is deleted, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { focusIsKept } from "../keys/support.ts"
import { makeClaim, makeClaimForm, move } from "./support.ts"

describeInBrowser("a submission", () => {
  let app: Console
  let formId: string
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
    formId = await makeClaimForm(app)
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  test("that was moved meanwhile is not moved again unseen, and the comment stays", async () => {
    const { page } = app
    const { id, referenceNumber } = await makeClaim(app, formId)
    await app.open(`/submissions/${id}`)
    await page.getByRole("button", { name: "Review" }).click()
    const dialog = page.getByRole("dialog", { name: `Review ${referenceNumber}?` })
    const comment = dialog.getByRole("textbox", { name: "Comment" })
    await comment.fill("I looked at the photos.")
    await move(app, id, 1, "review", "Taken by me.")
    app.expectRefusals()
    await dialog.getByRole("button", { name: "Review" }).click()
    await dialog.getByText("It was changed meanwhile, so nothing was done yet").waitFor()
    await dialog.getByText("Demo Owner changed it. It is In review now.").waitFor()
    await dialog.getByText("Demo Owner: Taken by me.").waitFor()
    await dialog.getByText("No value changed.").waitFor()
    await dialog.getByText("There is no Review from In review any more.").waitFor()
    expect(await dialog.getByRole("button", { name: "Review all the same" }).isDisabled()).toBe(true)
    expect(await comment.inputValue()).toBe("I looked at the photos.")
    await expectAccess(app, "a stale transition")
    expect((await call(app, `GET submissions/${id}`)).body["revision"]).toBe(2)
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("button", { name: "Approve" }).waitFor()
  })

  test("that changed meanwhile and can still be moved is, once that was seen", async () => {
    const { page } = app
    const { id, referenceNumber } = await makeClaim(app, formId)
    await app.open(`/submissions/${id}`)
    await page.getByText("€1,215.45").waitFor()
    // A revision of before, as a page that was left open has it.
    await page.route(`**/api/platform/submissions/${id}`, async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const data = { ...body.data, name: "Ada" }
      await route.fulfill({ response, json: { ...body, data, revision: 7 } })
    })
    await page.reload()
    await page.getByRole("button", { name: "Review" }).click()
    await page.unrouteAll()
    const dialog = page.getByRole("dialog", { name: `Review ${referenceNumber}?` })
    await dialog.getByRole("textbox", { name: "Comment" }).fill("Seen.")
    app.expectRefusals()
    await dialog.getByRole("button", { name: "Review" }).click()
    await dialog.getByRole("row", { name: "Your name Ada Ada Byron" }).waitFor()
    await dialog.getByRole("button", { name: "Review all the same" }).click()
    await page.getByRole("status").getByText("In review").waitFor()
    const { items } = (await call(app, `GET submissions/${id}/history`)).body
    expect(Object(items).at(-1)).toMatchObject({ transition: "review", comment: "Seen." })
  })

  test("is deleted by keyboard alone, with a reason and its reference number, and the page says what is left", async () => {
    const { page } = app
    const { id, referenceNumber } = await makeClaim(app, formId)
    await app.open(`/submissions/${id}`)
    await page.getByText("€1,215.45").waitFor()
    await tabTo(page, "Delete")
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("alertdialog", { name: `Delete ${referenceNumber} for good?` })
    await dialog.getByText(/Cannot be called back, because it was sent: .*thanks/u).waitFor()
    const submit = dialog.getByRole("button", { name: "Delete for good" })
    await tabTo(page, "Reason")
    await page.keyboard.type("Asked for by the person concerned.")
    expect(await submit.isDisabled()).toBe(true)
    await tabTo(page, `Type ${referenceNumber} to confirm`)
    await page.keyboard.type(referenceNumber)
    await expectAccess(app, "deleting a submission")
    await tabTo(page, "Delete for good")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: `${referenceNumber} is deleted` }).waitFor()
    await focusIsKept(page)
    await expectAccess(app, "a deleted submission")
    app.expectRefusals()
    expect((await call(app, `GET submissions/${id}`)).status).toBe(404)
    await page.reload()
    await page.getByText("There is nothing here").waitFor()
    const { items } = (await call(app, `GET audit?subject=${id}&action=submission.deleted`)).body
    expect(JSON.stringify(items)).toContain("Asked for by the person concerned.")
  })
})
