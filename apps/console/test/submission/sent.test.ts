/** What was sent of a submission, and what was made of it, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess, refusing } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { type Made, makeClaim, makeClaimForm } from "./support.ts"

describeInBrowser("a submission", () => {
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

  const openEffect = async (name: string) => {
    await app.open(`/submissions/${made.id}?tab=effects`)
    await app.page.getByRole("button", { name: `Details of ${name}` }).click()
    await app.page.getByText("What is sent").waitFor()
  }

  test("shows what an e-mail said, with the reference number, and no secret of a request", async () => {
    const { page } = app
    await openEffect("thanks")
    await page.getByText(`Your claim ${made.referenceNumber}`, { exact: true }).waitFor()
    await page.getByText("Dear Ada Byron, we have your claim over 1350.50.").waitFor()
    await page.reload()
    await page.getByText("Dear Ada Byron, we have your claim over 1350.50.").waitFor()
    await page.getByRole("button", { name: "Details of ledger" }).click()
    await page.getByText("the secret ledger").waitFor()
    await page.getByText("https://ledger.example/claims", { exact: true }).waitFor()
    expect(await page.locator("main").textContent()).not.toContain("a value that no page shows")
    await expectAccess(app, "an effect")
  })

  test("sends an effect again, and says why where that is refused", async () => {
    const { page } = app
    await openEffect("ledger")
    await page.getByText("Attempt 1").waitFor()
    app.expectRefusals()
    const send = page.getByRole("button", { name: "Send now: ledger" })
    for (const [status, sentence] of [
      [403, "It needs the privilege effect:write"],
      [409, "The server said 409."],
      [0, "The server cannot be reached."]
    ] as const) {
      await page.route("**/retry", refusing(status, { privilege: "effect:write" }), { times: 1 })
      await send.click()
      await page.getByRole("alert").getByText(sentence).waitFor()
    }
    await send.click()
    await page.getByText("It is sent at once.").waitFor()
    await page.getByText("Attempt 2").waitFor()
  })

  test("gives a document as its bytes", async () => {
    const { page } = app
    await expect
      .poll(async () => Object((await call(app, `GET submissions/${made.id}/documents`)).body["items"]).length)
      .toBe(1)
    await app.open(`/submissions/${made.id}?tab=documents`)
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /^Download/u }).click()
    ])
    expect(download.suggestedFilename()).toMatch(/\.pdf$/u)
    const bytes = Buffer.concat(await (await download.createReadStream()).toArray())
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-")
    await page.getByRole("tab", { name: "JSON" }).click()
    await page.getByRole("button", { name: "Copy" }).click()
    await expect
      .poll(async () => JSON.parse(await page.evaluate(() => navigator.clipboard.readText())))
      .toMatchObject({ id: made.id, calculatedData: { paid: "1215.45" } })
    await page.getByRole("tab", { name: "Audit" }).click()
    await page
      .getByRole("row", { name: /Filed a submission|Made a submission/u })
      .first()
      .waitFor()
    expect(new URL(page.url()).searchParams.get("tab")).toBe("audit")
  })

  test("shows what is done to it in its audit log, while the log is open", async () => {
    const { page } = app
    await app.open(`/submissions/${made.id}?tab=audit`)
    await page.getByRole("row").nth(1).waitFor()
    await page.getByRole("button", { name: "Review" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Review" }).click()
    await page.getByRole("row", { name: /Moved a submission/u }).waitFor()
  })
})
