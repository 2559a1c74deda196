/** What a first look needs is asked for at once, however long each part takes. */
import type { Page, Request, Route } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { openConsole } from "./harness/browser.ts"
import type { Console } from "./harness/browser.ts"
import { describeInBrowser } from "./harness/chromium.ts"

/** Keeps the answers to requests for an address back. */
const holding = async (page: Page, address: RegExp) => {
  const held: Array<Route> = []
  const hold = (route: Route) => void held.push(route)
  await page.route(address, hold)
  return {
    requests: () => held.length,
    end: async () => {
      for (const route of held) await route.continue()
      await page.unroute(address, hold)
    }
  }
}

describeInBrowser("a first look", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole()
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  const me = /\/api\/platform\/me$/u
  const words = /\/assets\/en-[^/]*\.js$/u

  for (const [path, screen, heading] of [
    ["/submissions", /\/assets\/submissions\.lazy-[^/]*\.js$/u, "Submissions"],
    ["/forms", /\/assets\/Forms-[^/]*\.js$/u, "Forms"],
    ["/settings/me", /\/assets\/Account-[^/]*\.js$/u, "My account"]
  ] as const)
    test(`at ${path} asks for the person, the words and the screen before any of them has come`, async () => {
      const { page } = app
      const held = await Promise.all([me, words, screen].map((address) => holding(page, address)))
      await app.open(path)
      await expect.poll(() => held.map((one) => one.requests())).toEqual([1, 1, 1])
      for (const one of held) await one.end()
      await page.getByRole("heading", { name: heading, exact: true }).waitFor()
    })

  test("at the list of submissions asks for them before the screen has come, once, and for no editor", async () => {
    const { page } = app
    const screen = await holding(page, /\/assets\/submissions\.lazy-[^/]*\.js$/u)
    const asked: Array<string> = []
    const note = (request: Request) => void asked.push(new URL(request.url()).pathname)
    page.on("request", note)
    const times = (address: RegExp) => asked.filter((path) => address.test(path)).length
    await app.open("/submissions")
    await expect.poll(() => times(/\/platform\/submissions$/u)).toBe(1)
    expect(screen.requests()).toBe(1)
    await screen.end()
    await page.getByRole("button", { name: "Columns" }).waitFor()
    await page.waitForLoadState("networkidle")
    expect([times(/\/platform\/submissions$/u), times(/\/WhereField-/u)]).toEqual([1, 0])
    page.off("request", note)
  })

  test("shows the product's name until there is something to see", async () => {
    const { page } = app
    const held = await holding(page, words)
    await app.open("/forms")
    await expect.poll(held.requests).toBe(1)
    const shown = () =>
      page.evaluate(() => {
        return getComputedStyle(document.querySelector("#root") ?? document.body, "::before").content
      })
    await expect.poll(shown).toBe('"Formwork" / ""')
    await held.end()
    await page.getByRole("heading", { name: "Forms", exact: true }).waitFor()
    expect(await shown()).toBe("none")
  })

  test("at the door asks for nobody", async () => {
    const { page } = app
    let asked = 0
    await page.route(me, (route) => {
      asked += 1
      return route.continue()
    })
    await app.open("/signin")
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    expect(asked).toBe(0)
    await page.unroute(me)
  })
})
