/** My account: one's own sessions, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess, refusing, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { focusIsKept } from "./support.ts"

describeInBrowser("my sessions", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  /** Signs in elsewhere, as a program that names itself so. */
  const signInElsewhere = async (browser: string): Promise<string> => {
    const response = await fetch(`${app.server.url}/api/platform/sessions`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": browser },
      body: JSON.stringify({ email: app.server.owner.email, password: app.server.owner.password })
    })
    const { token } = (await response.json()) as { readonly token: string }
    return token
  }

  const statusWith = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${app.server.url}/api/platform/me`, { headers })).status
  }

  test("one session is ended by keyboard alone, and the others at once", async () => {
    const { page } = app
    const one = await signInElsewhere("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    await app.open("/settings/me")
    await page.getByRole("row", { name: /Firefox, Linux/u }).waitFor()
    await expectAccess(app, "sessions")
    await page
      .getByRole("row", { name: /Firefox, Linux/u })
      .getByRole("button")
      .focus()
    await page.keyboard.press("Enter")
    await page.getByRole("alertdialog", { name: "End this session?" }).waitFor()
    expect(await app.accessFindings()).toEqual([])
    await tabTo(page, "End")
    await page.keyboard.press("Enter")
    await page.getByRole("row", { name: /Firefox, Linux/u }).waitFor({ state: "detached" })
    await focusIsKept(page)
    expect(await statusWith(one)).toBe(401)
    const [two, three] = [await signInElsewhere("curl/8.5.0"), await signInElsewhere("<b>markup</b>")]
    await page.reload()
    await page.getByRole("row", { name: /<b>.*markup<\/b>/u }).waitFor()
    await page.getByRole("button", { name: "End all others" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "End all others" }).click()
    await expect.poll(() => page.getByRole("table", { name: "Sessions" }).getByRole("row").count()).toBe(2)
    await focusIsKept(page)
    expect([await statusWith(two), await statusWith(three)]).toEqual([401, 401])
    expect((await call(app, "GET me")).status).toBe(200)
  })

  test("an end that fails stands in its dialog, and sessions that cannot be read say so", async () => {
    const { page } = app
    app.expectRefusals()
    await signInElsewhere("curl/8.5.0")
    await app.open("/settings/me")
    await page.getByRole("button", { name: "End", exact: true }).first().click()
    for (const status of [404, 429, 503, 0]) {
      await page.route("**/me/sessions/*", refusing(status), { times: 1 })
      await page.getByRole("alertdialog").getByRole("button", { name: "End", exact: true }).click()
      await page.getByRole("alertdialog").getByRole("alert").waitFor()
    }
    await page.route("**/me/sessions", refusing(503))
    await page.reload()
    await page.getByRole("heading", { name: "The server gave no answer" }).waitFor()
    await page.unroute("**/me/sessions")
    await page.getByRole("table", { name: "Sessions" }).waitFor()
  })

  test("a wrong current password is said, and the right one is taken after it", async () => {
    const { page } = app
    app.expectRefusals()
    await app.open("/settings/me")
    await page.getByLabel("Current password").fill("not the password")
    await page.getByLabel("New password").fill("another long password")
    await page.getByRole("button", { name: "Change password" }).click()
    await page.getByText("This is not your current password.").waitFor()
    await page.getByLabel("Current password").fill(app.server.owner.password)
    await page.getByRole("button", { name: "Change password" }).click()
    await page.getByText("The password is changed.").waitFor()
  })
})
