/** A screen that could not be opened, because its first call or its script failed, opens when it is tried again. */
import type { Page, Route } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { refusing } from "./forms/support.ts"
import { openConsole } from "./harness/browser.ts"
import type { Console } from "./harness/browser.ts"
import { describeInBrowser } from "./harness/chromium.ts"

/** Answers requests for an address in another way, until the returned function is called. */
const failing = async (page: Page, address: RegExp, answer: (route: Route) => Promise<void>) => {
  let requests = 0
  await page.route(address, (route) => {
    requests += 1
    return answer(route)
  })
  return { requests: () => requests, end: () => page.unroute(address) }
}

describeInBrowser("a screen that could not be opened", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole()
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  /** The errors that these screens show. */
  const shown = /^(?:FormworkError|FormworkUnreachable|TypeError: Failed to fetch dynamically imported module)/u
  const me = /\/api\/platform\/me$/u
  const tryAgain = () => app.page.getByRole("button", { name: "Try again" })

  for (const [name, answer] of [
    ["a refusal", refusing(500)],
    ["no connection", refusing(0)]
  ] as const)
    test(`asks who is signed in again at each press, after ${name}`, async () => {
      const { page } = app
      app.expectRefusals(shown)
      const failed = await failing(page, me, answer)
      await app.open("/settings/keys")
      await page.getByText("The server gave no answer").waitFor()
      expect(await app.accessFindings()).toEqual([])
      const before = failed.requests()
      await tryAgain().click()
      await expect.poll(failed.requests).toBeGreaterThan(before)
      await failed.end()
      await tryAgain().click()
      await page.getByRole("heading", { name: "API keys" }).waitFor()
    })

  test("counts the seconds that the server said, each time anew, and then asks by itself", async () => {
    const { page } = app
    app.expectRefusals(shown)
    const failed = await failing(page, me, (route) =>
      route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        headers: { "retry-after": "1" },
        body: JSON.stringify({ status: 503, code: "OVERLOADED", error: "Too much at once.", requestId: "one" })
      })
    )
    await app.open("/settings/keys")
    await page.getByText("The server gave no answer").waitFor()
    await expect.poll(failed.requests).toBeGreaterThan(2)
    await failed.end()
    await page.getByRole("heading", { name: "API keys" }).waitFor()
  })

  test("says of a session that ended meanwhile that it is over, at the door", async () => {
    const { page } = app
    app.expectRefusals(shown)
    const failed = await failing(page, me, refusing(500))
    await app.open("/settings/keys")
    await page.getByText("The server gave no answer").waitFor()
    await failed.end()
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await tryAgain().click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    await page.context().addCookies(cookies)
  })

  for (const [path, script, heading] of [
    ["/settings/keys", "keys.lazy", "API keys"],
    ["/forms", "Forms", "Forms"]
  ] as const)
    test(`${path} opens when its script can be fetched; the frame stays, and the page while the server is away`, async () => {
      const { page } = app
      app.expectRefusals(shown)
      await app.open("/settings/me")
      await page.getByRole("heading", { name: "My account" }).waitFor()
      const fetched = await failing(page, new RegExp(`/assets/${script}-[^/]*\\.js$`, "u"), refusing(0))
      await page.getByRole("link", { name: heading, exact: true }).click()
      await tryAgain().waitFor()
      const asked = await failing(page, new RegExp(`/console${path}$`, "u"), refusing(0))
      await page.getByRole("navigation").first().waitFor()
      await tryAgain().click()
      await expect.poll(asked.requests).toBe(1)
      await page.getByRole("navigation").first().waitFor()
      await fetched.end()
      await asked.end()
      await tryAgain().click()
      await page.getByRole("heading", { name: heading, exact: true }).waitFor()
      expect(new URL(page.url()).pathname).toBe(`/console${path}`)
    })
})
