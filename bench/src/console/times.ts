/** How long a person waits at the console, in Chromium beside a server on the same machine. */
import type { Browser, BrowserContext, Page } from "playwright-core"
import { quantile } from "../measure.ts"
import type { Row } from "../Row.ts"
import type { DemoServer } from "./DemoServer.ts"

/** @param of measured milliseconds. The worst twentieth counts: people remember it. */
export const timeRow = (name: string, of: ReadonlyArray<number>, bar: number, notes: string): Row => {
  const ms = quantile(of, 0.95)
  return {
    name,
    ratio: ms / bar,
    ms,
    median_ms: quantile(of, 0.5),
    bar: `≤ ${bar} ms`,
    notes: `p95 of ${of.length}; ${notes}; the ratio is to the bar`
  }
}

/** Milliseconds from the navigation to the first paint with content. */
const firstContent = async (page: Page): Promise<number> => {
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0)
  return page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN)
}

/** The sign-in page, each time in a browser profile that has nothing. */
export const firstScreens = async (
  browser: Browser,
  { url }: DemoServer,
  count: number
): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  for (let index = 0; index < count; index += 1) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${url}/console/signin`)
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    times.push(await firstContent(page))
    await context.close()
  }
  return times
}

/** Signs the owner in by the form. */
export const signIn = async (page: Page, server: DemoServer): Promise<void> => {
  await page.goto(`${server.url}/console/signin`)
  await page.getByLabel("Address").fill(server.variable("OWNER"))
  await page.getByLabel("Password").fill(server.variable("OWNER_PASSWORD"))
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("heading", { name: "Home" }).waitFor()
}

export const signedIn = async (
  browser: Browser,
  server: DemoServer
): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await signIn(page, server)
  return { context, page }
}

/** From the press of a link to the heading of its screen, painted, as the page's own clock has it. */
const change = (page: Page, link: string, heading: string): Promise<number> =>
  page.evaluate(
    ([name = "", wanted = ""]) =>
      new Promise<number>((resolve) => {
        const links = Array.from(document.querySelectorAll("nav a"))
        const found = links.find((each) => each.textContent?.trim() === name)
        if (!(found instanceof HTMLElement)) throw new Error(`there is no link ${name}`)
        const started = performance.now()
        const look = () => {
          if (document.querySelector("h1")?.textContent !== wanted) return void requestAnimationFrame(look)
          // After the frame that shows it.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
        }
        found.click()
        requestAnimationFrame(look)
      }),
    [link, heading]
  )

/** Screens that were seen before, there and back. */
export const nextScreens = async (page: Page, count: number): Promise<ReadonlyArray<number>> => {
  const go = async () => [await change(page, "My account", "My account"), await change(page, "Home", "Home")]
  await go()
  const times: Array<number> = []
  for (let index = 0; index < count / 2; index += 1) times.push(...(await go()))
  return times
}
