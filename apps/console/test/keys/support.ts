/** What the tests of keys share: keys made beside the page, and where a token could be found. */
import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"
import { call } from "../forms/support.ts"
import type { Console } from "../harness/browser.ts"

export const tokenBox = (page: Page): Locator => page.getByRole("textbox", { name: "Token" })

export const makeKey = async (app: Console, request: Readonly<Record<string, unknown>>) => {
  const { body, status } = await call(app, "POST api-keys", request)
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: String(body["id"]), token: String(body["token"]) }
}

/** Makes a key that files, by the form, and stops where its token is shown. */
export const openIssued = async (app: Console, name: string): Promise<void> => {
  const { page } = app
  await app.open("/settings/keys/new")
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name)
  await page.getByText("Price and file").click()
  await page.getByRole("button", { name: "Make key" }).click()
  await page.getByRole("heading", { name: "Store this key now" }).waitFor()
}

/** What has the focus comes to be something in the page, and stays it. */
export const focusIsKept = async (page: Page): Promise<void> => {
  const isLost = () => page.evaluate(() => document.activeElement === null || document.activeElement === document.body)
  await expect.poll(isLost).toBe(false)
  await page.waitForTimeout(300)
  expect(await isLost()).toBe(false)
}

/** Looks whether nothing has the focus, every few milliseconds from now on. Gives how often nothing had it until it is asked. */
export const watchFocus = async (page: Page): Promise<() => Promise<number>> => {
  const counted = await page.evaluateHandle(() => {
    const seen = { lost: 0 }
    setInterval(() => {
      if (document.activeElement === null || document.activeElement === document.body) seen.lost += 1
    }, 5)
    return seen
  })
  return () => counted.evaluate(({ lost }) => lost)
}

/** The places of the page and of the browser's stores that have the text. Empty if no place has it. */
export const whereTokenStands = (page: Page, token: string): Promise<ReadonlyArray<string>> =>
  page.evaluate(async (text) => {
    const databases = await indexedDB.databases()
    const places = {
      html: document.documentElement.outerHTML,
      address: location.href,
      history: JSON.stringify(history.state) ?? "",
      local: JSON.stringify(Object.entries(localStorage)),
      session: JSON.stringify(Object.entries(sessionStorage)),
      databases: JSON.stringify(databases),
      caches: JSON.stringify(await caches.keys()),
      requests: JSON.stringify(performance.getEntries())
    }
    return Object.entries(places).flatMap(([place, content]) => (content.includes(text) ? [place] : []))
  }, token)

/** Whether the memory of the page's scripts has the text, after what nothing uses was collected. */
export const heapHolds = async (page: Page, text: string): Promise<boolean> => {
  const session = await page.context().newCDPSession(page)
  let snapshot = ""
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => {
    snapshot += chunk
  })
  await session.send("HeapProfiler.collectGarbage")
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false })
  await session.detach()
  return snapshot.includes(text)
}
