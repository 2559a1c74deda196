/** A draft that is filled on, saved and filed, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess, refusing, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { focusIsKept, watchFocus } from "../keys/support.ts"
import { makeClaim, makeClaimForm } from "./support.ts"

const begun = { name: "Ada", rooms: [{ room: "Hall", cost: "10.00" }] }

describeInBrowser("a draft", () => {
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

  const openDraft = async (): Promise<string> => {
    const { id } = await makeClaim(app, formId, begun, true)
    await app.open(`/submissions/${id}?tab=fill`)
    await app.page.getByText("Saved as revision 1, 1 missing").waitFor()
    return id
  }

  test("is filled on, saved, and filed once nothing is missing, by keyboard alone", async () => {
    const { page } = app
    const id = await openDraft()
    await tabTo(page, "Your name")
    await page.keyboard.press("End")
    await page.keyboard.type(" Byron")
    await page.getByText("Not saved, 1 missing").waitFor()
    await tabTo(page, "Save draft")
    await page.keyboard.press("Enter")
    await page.getByText("Saved as revision 2, 1 missing").waitFor()
    await focusIsKept(page)
    expect((await call(app, `GET submissions/${id}`)).body["data"]).toEqual({ ...begun, name: "Ada Byron" })
    await page.getByRole("button", { name: "File", exact: true }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("region", { name: "There is a problem" }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("There is a problem")
    await expectAccess(app, "a draft with what is missing")
    expect((await call(app, `GET submissions/${id}`)).body["revision"]).toBe(2)
    await page.getByLabel("When it happened").fill("2026-11-20")
    await page.getByRole("button", { name: "File", exact: true }).focus()
    const timesLost = await watchFocus(page)
    await page.keyboard.press("Enter")
    await page.getByRole("status").getByText("Received").waitFor()
    await focusIsKept(page)
    // The page has no button to file any more, and the focus went on without a gap.
    expect(await timesLost()).toBe(0)
    await page.getByText("20 Nov 2026").waitFor()
    expect((await call(app, `GET submissions/${id}`)).body["workflowState"]).toBe("received")
    expect(await page.getByRole("tab", { name: "Fill in" }).count()).toBe(0)
  })

  test("that somebody else saved meanwhile is put together by field, and nothing of either is lost", async () => {
    const { page } = app
    const id = await openDraft()
    await page.getByLabel("Your name").fill("Ada Byron")
    const theirs = { name: "Charles", cause: "rain", rooms: begun.rooms }
    expect((await call(app, `PUT submissions/${id}`, { data: theirs }, { "If-Match": '"1"' })).status).toBe(200)
    app.expectRefusals()
    await page.getByRole("button", { name: "Save draft" }).click()
    await page.getByRole("radiogroup", { name: "Both changed Your name" }).waitFor()
    await page.getByRole("row", { name: "What caused it nothing Rain" }).waitFor()
    await expectAccess(app, "a draft in conflict")
    await page.getByLabel("When it happened").fill("2026-11-20")
    await page.getByText("Yours: Ada Byron").click()
    await page.getByRole("button", { name: "Put together, and go on" }).click()
    await page.getByRole("button", { name: "Save draft" }).click()
    await page.getByText("Saved as revision 3").waitFor()
    expect((await call(app, `GET submissions/${id}`)).body["data"]).toEqual({
      ...theirs,
      name: "Ada Byron",
      happened: "2026-11-20"
    })
  })

  test("keeps a long number as it was typed when two changes are put together", async () => {
    const { page } = app
    const id = await openDraft()
    await page.getByLabel("What caused it").selectOption("pipe")
    const theirs = { ...begun, happened: "2026-11-20" }
    expect((await call(app, `PUT submissions/${id}`, { data: theirs }, { "If-Match": '"1"' })).status).toBe(200)
    app.expectRefusals()
    await page.getByRole("button", { name: "Save draft" }).click()
    await page.getByRole("row", { name: /When it happened/u }).waitFor()
    const age = page.getByLabel("Age of the pipe")
    await age.fill("0.10000000000000000555")
    await page.getByRole("button", { name: "Put together, and go on" }).click()
    await expect.poll(() => page.getByLabel("When it happened").inputValue()).toBe("2026-11-20")
    expect(await age.inputValue()).toBe("0.10000000000000000555")
    await age.fill("3")
    await page.getByRole("button", { name: "Save draft" }).click()
    await page.getByText("Saved as revision 3").waitFor()
  })

  test("keeps what was filled in where saving is refused, and is not left by accident", async () => {
    const { page, server } = app
    await openDraft()
    const name = page.getByLabel("Your name")
    await name.fill("Ada Lovelace")
    app.expectRefusals()
    for (const [status, sentence] of [
      [403, "It needs the privilege submission:write"],
      [422, "The server said 422."],
      [503, "Request request-503"],
      [0, "The server cannot be reached."]
    ] as const) {
      const answer = refusing(status, { privilege: "submission:write" })
      await page.route("**/api/platform/submissions/*", answer, { times: 1 })
      await page.getByRole("button", { name: "Save draft" }).click()
      await page.getByRole("alert").getByText(sentence).waitFor()
      expect(await name.inputValue()).toBe("Ada Lovelace")
    }
    await page.route("**/api/platform/submissions/*", refusing(401), { times: 1 })
    await page.getByRole("button", { name: "Save draft" }).click()
    const door = page.getByRole("dialog", { name: "You have been signed out" })
    await door.getByLabel("Password").fill(server.owner.password)
    await page.keyboard.press("Enter")
    await door.waitFor({ state: "detached" })
    await page.getByRole("tab", { name: "History" }).click()
    const leave = page.getByRole("alertdialog", { name: "Leave without saving?" })
    await leave.waitFor()
    await page.keyboard.press("Escape")
    await leave.waitFor({ state: "detached" })
    expect(await name.inputValue()).toBe("Ada Lovelace")
    await page.getByRole("tab", { name: "History" }).click()
    await leave.getByRole("button", { name: "Leave", exact: true }).click()
    await page.getByRole("list", { name: "Revisions, the newest first" }).waitFor()
  })
})
