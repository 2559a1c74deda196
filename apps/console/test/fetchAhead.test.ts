/** What a first look needs is asked for at once, however long each part takes. */
import type { Page, Request, Route } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { openConsole } from "./harness/browser.ts"
import type { Console } from "./harness/browser.ts"
import { describeInBrowser } from "./harness/chromium.ts"

/** Opens a page of which files are held back: they are a part of what its `load` waits for. */
const begin = (app: Console, path: string) => app.page.goto(`${app.server.url}/console${path}`, { waitUntil: "commit" })

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
      await begin(app, path)
      await expect.poll(() => held.map((one) => one.requests())).toEqual([1, 1, 1])
      for (const one of held) await one.end()
      await page.getByRole("heading", { name: heading, exact: true }).waitFor()
    })

  for (const [path, screen, heading] of [
    ["/submissions", /\/assets\/submissions\.lazy-[^/]*\.js$/u, "Submissions"],
    ["/settings/keys/new", /\/assets\/keys\.lazy-[^/]*\.js$/u, "New API key"]
  ] as const)
    test(`at ${path} asks for the screen beside the console's own scripts, and for each file once`, async () => {
      const { page } = app
      const scripts: Array<string> = []
      const note = (request: Request) => {
        // The page before may still be fetching what it needs later.
        if (request.isNavigationRequest()) scripts.length = 0
        scripts.push(new URL(request.url()).pathname)
      }
      const held = await Promise.all([/\/assets\/(?:first|index)-[^/]*\.js$/u, screen].map((one) => holding(page, one)))
      page.on("request", note)
      await begin(app, path)
      await expect.poll(() => held.every((one) => one.requests() > 0)).toBe(true)
      for (const one of held) await one.end()
      await page.getByRole("heading", { name: heading, exact: true }).waitFor()
      await page.waitForLoadState("networkidle")
      page.off("request", note)
      const assets = scripts.filter((each) => each.startsWith("/console/assets/"))
      expect(assets.length).toBeGreaterThan(10)
      expect(assets.filter((each, place) => assets.indexOf(each) !== place)).toEqual([])
    })

  /** The paths that the page asks for, until the returned function is called. */
  const noting = (page: Page) => {
    const asked: Array<string> = []
    const note = (request: Request) => void asked.push(new URL(request.url()).pathname)
    page.on("request", note)
    return {
      times: (address: RegExp) => asked.filter((path) => address.test(path)).length,
      end: () => void page.off("request", note)
    }
  }

  for (const [path, screen, data] of [
    ["/submissions", /\/assets\/submissions\.lazy-[^/]*\.js$/u, /\/platform\/submissions$/u],
    ["/forms", /\/assets\/Forms-[^/]*\.js$/u, /\/platform\/forms$/u]
  ] as const)
    test(`at ${path} asks for the list before its screen has come, once, and for no editor`, async () => {
      const { page } = app
      const held = await holding(page, screen)
      const asked = noting(page)
      await begin(app, path)
      await expect.poll(() => asked.times(data)).toBe(1)
      expect(held.requests()).toBe(1)
      await held.end()
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.waitForLoadState("networkidle")
      expect([asked.times(data), asked.times(/\/WhereField-/u)]).toEqual([1, 0])
      asked.end()
    })

  test("pointing at a link fetches its screen, and no data", async () => {
    const { page } = app
    await app.open("/settings/me")
    await page.getByRole("heading", { name: "My account" }).waitFor()
    const asked = noting(page)
    await page.getByRole("link", { name: "Forms", exact: true }).hover()
    await expect.poll(() => asked.times(/\/assets\/Forms-[^/]*\.js$/u)).toBe(1)
    await page.waitForLoadState("networkidle")
    expect(asked.times(/\/platform\//u)).toBe(0)
    asked.end()
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
    await page.evaluate(() => localStorage.clear())
    await app.open("/signin")
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    expect(asked).toBe(0)
    await page.unroute(me)
  })
})
