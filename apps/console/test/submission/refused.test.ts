/** What is done with a submission, refused or cut off: a sentence says why, and what was entered stays. In a browser at a real server. */
import type { Locator } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { refusing } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { type Made, makeClaim, makeClaimForm } from "./support.ts"

const refusals = [
  [403, { privilege: "submission:write" }, "It needs the privilege submission:write"],
  [404, {}, "The server said 404."],
  // A conflict of another kind: the draft's form is archived.
  [409, {}, "The server said 409."],
  [422, { problems: [{ pointer: "/elsewhere", message: "It is elsewhere." }] }, "It is elsewhere."],
  [429, {}, "Wait 1 second"],
  [500, {}, "Request request-500"],
  [503, {}, "Request request-503"],
  [0, {}, "The server cannot be reached."]
] as const

describeInBrowser("what is done with a submission", () => {
  let app: Console
  let made: Made
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
    made = await makeClaim(app, await makeClaimForm(app))
  })
  afterAll(() => app.close())
  afterEach(async () => {
    await app.page.unrouteAll()
    app.expectNothingWrong()
  })

  /** @param tried the status after which the console tries again by itself. */
  const expectKept = async (address: string, submit: Locator, kept: Locator, tried?: number) => {
    const { page, server } = app
    const entered = await kept.inputValue()
    for (const [status, members, sentence] of refusals.filter(([status]) => status !== tried)) {
      await page.route(address, refusing(status, members), { times: 1 })
      await submit.click()
      await page.getByRole("alert").getByText(sentence).waitFor()
      expect(await kept.inputValue(), String(status)).toBe(entered)
    }
    await page.route(address, refusing(401), { times: 1 })
    await submit.click()
    const door = page.getByRole("dialog", { name: "You have been signed out" })
    await door.getByLabel("Password").fill(server.owner.password)
    await page.keyboard.press("Enter")
    await door.waitFor({ state: "detached" })
    expect(await kept.inputValue()).toBe(entered)
  }

  test("a transition says why it failed, and keeps its comment", async () => {
    const { page } = app
    app.expectRefusals()
    await app.open(`/submissions/${made.id}`)
    await page.getByRole("button", { name: "Review" }).click()
    const dialog = page.getByRole("dialog", { name: /^Review/u })
    const comment = dialog.getByRole("textbox", { name: "Comment" })
    await comment.fill("Half of a comment")
    await expectKept("**/transitions", dialog.getByRole("button", { name: "Review" }), comment)
    await dialog.getByRole("button", { name: "Review" }).click()
    await page.getByRole("status").getByText("In review").waitFor()
  })

  test("keeping a case says why it failed, and keeps its name", async () => {
    const { page } = app
    app.expectRefusals()
    await app.open(`/submissions/${made.id}`)
    await page.getByRole("button", { name: "Keep as a case" }).click()
    const dialog = page.getByRole("dialog", { name: /as a case$/u })
    const name = dialog.getByRole("textbox", { name: "Name" })
    await name.fill("Half of a name")
    const keep = dialog.getByRole("button", { name: "Keep" })
    await expectKept("**/example", keep, name)
    // After a 409 the console reads the cases again and saves once more.
    await expectKept("**/examples", keep, name, 409)
    await keep.click()
    await page.getByRole("status").getByText("Half of a name stands with the cases").waitFor()
  })

  test("deleting says why it failed, and keeps its reason", async () => {
    const { page } = app
    app.expectRefusals()
    await app.open(`/submissions/${made.id}`)
    await page.getByRole("button", { name: "Delete" }).click()
    const dialog = page.getByRole("alertdialog", { name: /^Delete/u })
    const reason = dialog.getByRole("textbox", { name: "Reason" })
    await reason.fill("Half of a reason")
    await dialog.getByRole("textbox", { name: /^Type/u }).fill(made.referenceNumber)
    await expectKept("**/delete", dialog.getByRole("button", { name: "Delete for good" }), reason)
  })
})
