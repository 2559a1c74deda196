/** The keys of a dialog's main action, in a browser at a real server. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { call, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"

describeInBrowser("Ctrl+Enter in a dialog", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
  })
  afterAll(() => app.close())

  test("does what it asks about once enough is entered, from wherever the focus is, and never what cannot be undone", async () => {
    const { page } = app
    const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"))
    await app.open("/forms")
    await page.getByRole("button", { name: "New folder" }).click()
    await dialog.waitFor()
    await page.keyboard.press("Control+Enter")
    expect(await dialog.count()).toBe(1)
    await page.keyboard.type("By keys")
    // On its other button the keys mean the same.
    await tabTo(page, "Cancel")
    await page.keyboard.press("Control+Enter")
    await page.getByRole("heading", { name: "By keys" }).waitFor()
    await dialog.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Actions of the folder By keys" }).click()
    await page.getByRole("menuitem", { name: "Remove folder" }).click()
    await dialog.waitFor()
    await page.keyboard.press("Control+Enter")
    await tabTo(page, "Cancel")
    await page.keyboard.press("Control+Enter")
    await page.waitForTimeout(300)
    expect(await dialog.count()).toBe(1)
    expect(JSON.stringify((await call(app, "GET folders")).body)).toContain("By keys")
    app.expectNothingWrong()
  })
})
