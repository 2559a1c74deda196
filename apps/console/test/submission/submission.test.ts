/** One submission: read, explained and moved, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess, file, gutter, makeForm, refusing, tabTo } from "../forms/support.ts"
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
  afterEach(async () => {
    await app.page.unrouteAll()
    app.expectNothingWrong()
  })

  const stateOf = async (id: string) => (await call(app, `GET submissions/${id}`)).body["workflowState"]

  test("is opened, explained and approved by keyboard alone, and the focus is never lost", async () => {
    const { page } = app
    const { id, referenceNumber } = await makeClaim(app, formId)
    await app.open(`/submissions/${id}`)
    await page.getByRole("heading", { name: referenceNumber }).waitFor()
    await page.getByText("€1,215.45").waitFor()
    await tabTo(page, "Why: To be paid")
    await page.keyboard.press("Enter")
    const why = page
      .getByRole("region", { name: "Why To be paid" })
      .or(page.getByRole("region", { name: /To be paid/u }))
    await why.getByText("paid is 1215.45: damage is 1350.50; and excess is 135.05.").waitFor()
    expect(new URL(page.url()).searchParams.get("why")).toBe("/paid")
    await tabTo(page, "excess")
    await page.keyboard.press("Enter")
    await why
      .getByText(/round\(damage \* 0\.1, 2\)|excess is 135\.05: damage is 1350\.50\./u)
      .first()
      .waitFor()
    await page.keyboard.press("Escape")
    await why.waitFor({ state: "detached" })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Why: To be paid")
    await page.getByRole("heading", { level: 1 }).focus()
    await tabTo(page, "Review")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name: `Review ${referenceNumber}?` }).waitFor()
    await tabTo(page, "Comment")
    await page.keyboard.type("Photos are there.")
    await tabTo(page, "Review")
    await page.keyboard.press("Enter")
    await page.getByRole("status").getByText("In review").waitFor()
    await focusIsKept(page)
    await tabTo(page, "Approve")
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog", { name: `Approve ${referenceNumber}?` })
    await dialog.getByText("Sends decided, where its condition holds.").waitFor()
    await tabTo(page, "Approve")
    await page.keyboard.press("Enter")
    await page.getByRole("status").getByText("Approved").waitFor()
    await focusIsKept(page)
    expect(await stateOf(id)).toBe("approved")
    const { items } = (await call(app, `GET submissions/${id}/history`)).body
    expect(Object(items).map(({ comment }: { comment: unknown }) => comment)).toEqual([null, "Photos are there.", null])
    await expectAccess(app, "an approved submission")
  })

  test("shows the fields that were not asked under the others, with why", async () => {
    const { page } = app
    const { id } = await makeClaim(app, formId)
    await app.open(`/submissions/${id}`)
    await page.getByText("1 field was not asked").click()
    await page.getByRole("button", { name: "Why Age of the pipe" }).click()
    await page.getByText("cause == 'pipe'").waitFor()
    await page.reload()
    await page.getByText("cause == 'pipe'").waitFor()
    await expectAccess(app, "the why of a hidden field")
  })

  test("says so where the rules give something else than what is stored, and only there", async () => {
    const { page } = app
    const { id } = await makeClaim(app, formId)
    await app.open(`/submissions/${id}`)
    await page.getByText("€1,215.45").waitFor()
    expect(await page.getByText("The rules give something else").count()).toBe(0)
    await page.route(`**/api/platform/submissions/${id}`, async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      await route.fulfill({ response, json: { ...body, calculatedData: { ...body.calculatedData, paid: "1000.00" } } })
    })
    await page.reload()
    await page.getByText("The rules give something else").waitFor()
    await page.getByRole("row", { name: "Value paid 1000.00 1215.45" }).waitFor()
    await page.getByText("€1,000.00").waitFor()
    await expectAccess(app, "a submission that differs")
  })

  test("stands by the names of its fields where its version cannot be read", async () => {
    const { page } = app
    const { id } = await makeClaim(app, formId)
    app.expectRefusals()
    await page.route("**/versions/*", refusing(403, { privilege: "form:read" }))
    await app.open(`/submissions/${id}`)
    await page.getByText("It needs the privilege form:read").waitFor()
    await page.getByRole("row", { name: /happened 2026-11-20/u }).waitFor()
    await page.getByRole("row", { name: /paid computed 1215\.45/u }).waitFor()
    expect(await page.getByRole("button", { name: "Review" }).count()).toBe(0)
    await page.getByText("Its transitions are not known").waitFor()
  })

  test("disables the transitions that a person may not make, and says which privilege is missing", async () => {
    const { page } = app
    const { id } = await makeClaim(app, formId)
    await move(app, id, 1, "review")
    await page.route("**/api/platform/me", async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const privileges = ["submission:read", "submission:write", "form:read"]
      await route.fulfill({ response, json: { ...body, privileges } })
    })
    await app.open(`/submissions/${id}`)
    await page.getByRole("button", { name: "Reject" }).waitFor()
    expect(await page.getByRole("button", { name: "Reject" }).isEnabled()).toBe(true)
    expect(await page.getByRole("button", { name: "Approve" }).isDisabled()).toBe(true)
    await page.getByText("Approve needs the privilege submission:delete, which you do not have.").waitFor()
    await expectAccess(app, "a transition that is out of reach")
  })

  test("tells by field what each revision changed, by whom, and why", async () => {
    const { page } = app
    const { id } = await makeClaim(app, formId, { name: "Ada", rooms: [{ room: "Hall", cost: "10.00" }] }, true)
    const data = { name: "Ada Byron", cause: "pipe", happened: "2026-11-20", rooms: [{ room: "Hall", cost: "12.00" }] }
    expect((await call(app, `PUT submissions/${id}`, { data }, { "If-Match": '"1"' })).status).toBe(200)
    expect((await call(app, `POST submissions/${id}/file`, {}, { "If-Match": '"2"' })).status).toBe(200)
    await move(app, id, 3, "review", "The pipe was old.")
    await app.open(`/submissions/${id}?tab=history`)
    const entries = page.getByRole("list", { name: "Revisions, the newest first" }).getByRole("listitem")
    await entries.nth(3).waitFor()
    expect(await entries.locator("strong").allTextContents()).toEqual([
      "Review",
      "Filed",
      "Saved as a draft",
      "Begun as a draft"
    ])
    await entries.nth(0).getByText("The pipe was old.").waitFor()
    await entries.nth(0).getByText("Demo Owner").waitFor()
    await entries.nth(1).getByText("No value changed.").waitFor()
    await page.getByRole("button", { name: "What changed in revision 2" }).click()
    const changed = entries.nth(2)
    await changed.getByRole("row", { name: "Your name Ada Ada Byron" }).waitFor()
    await changed.getByRole("row", { name: "What caused it nothing A burst pipe" }).waitFor()
    await changed.getByRole("row", { name: "Rooms, row 1, Cost €10.00 €12.00" }).waitFor()
    await changed.getByRole("row", { name: "Damage computed €10.00 €12.00" }).waitFor()
    await changed.getByText("Asked now: Age of the pipe.").waitFor()
    await expectAccess(app, "a history")
  })
  test("shows its values below a message of any length, which opens", async () => {
    const { page } = app
    const outcomes = [
      { id: "long", severity: "warning", when: "metres > 0", message: "A long story. ".repeat(70).trim() }
    ]
    const id = await makeForm(app, { ...gutter, code: "LONG", outcomes })
    await file(app, id, { name: "Ada", metres: 3 })
    const { body } = await call(app, `GET submissions?form=${id}`)
    const [one] = body["items"] as ReadonlyArray<{ readonly id: string }>
    await app.open(`/submissions/${one?.id}`)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByText("€55.50").waitFor()
    const message = page.getByRole("list", { name: "Outcomes" })
    const height = async () => Math.round((await message.boundingBox())?.height ?? 0)
    const short = await height()
    expect(short).toBeLessThan(200)
    await page.getByRole("button", { name: "Show all" }).click()
    await expect.poll(height).toBeGreaterThan(2 * short)
    await page.getByRole("button", { name: "Show less" }).click()
    await expect.poll(height).toBe(short)
    await page.setViewportSize({ width: 1280, height: 800 })
  })
})
