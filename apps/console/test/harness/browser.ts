/**
 * A browser at the console of a demo server. Whatever its page does that it should not (a violation of its policy, an error in its
 * script or on its console, a request elsewhere) fails the test in which it happens: `expectNothingWrong` in `afterEach`.
 */
import { findingsOn } from "./axe.ts"
import { chromium as playwright } from "playwright-core"
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { expect } from "vitest"
import { chromium } from "./chromium.ts"
import { startDemo } from "./server.ts"
import type { DemoServer } from "./server.ts"

export interface Console {
  readonly server: DemoServer
  readonly browser: Browser
  readonly page: Page
  /** Goes to a screen: `/settings/keys`. */
  readonly open: (path: string) => Promise<void>
  /** Signs the owner in by the form. */
  readonly signIn: () => Promise<void>
  /** Axe's findings against WCAG 2.2 AA on the page as it is. */
  readonly accessFindings: () => Promise<ReadonlyArray<string>>
  /**
   * Refusals that a test makes happen: Chromium writes an error to its console for each answer from 400 on.
   * @param shown what else is written there: React writes each error that a screen shows in its place.
   */
  readonly expectRefusals: (shown?: RegExp) => void
  readonly expectNothingWrong: () => void
  readonly close: () => Promise<void>
}

/** Collects in the page what its policy refused: no driver reports it. */
const listen = `addEventListener("securitypolicyviolation", (event) =>
  console.error("policy violation: " + event.violatedDirective + " " + event.blockedURI + " " + (event.sample ?? "")))`

const watch = async (context: BrowserContext, page: Page, origin: string) => {
  const wrong: Array<string> = []
  let expected: RegExp | undefined
  await context.addInitScript(listen)
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`))
  page.on("console", (message) => {
    if (message.type() !== "error") return
    if (expected !== undefined && message.text().startsWith("Failed to load resource")) return
    if (expected?.test(message.text()) === true) return
    wrong.push(`console: ${message.text()}`)
  })
  page.on("request", (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !/^(?:data|blob):/u.test(url)) wrong.push(`request elsewhere: ${url}`)
  })
  return {
    expectRefusals: (shown = /^Failed to load resource/u) => {
      expected = shown
    },
    expectNothingWrong: () => {
      expected = undefined
      expect(wrong.splice(0)).toEqual([])
    }
  }
}

let launched: Promise<Browser> | undefined

const launch = async (): Promise<Browser> => {
  const browser = await playwright.launch({
    executablePath: chromium ?? "chromium",
    // Containers have no place for a sandbox, and the pages are ours. They live for seconds, too short for code that is compiled to be
    // fast: without it they take a fifth less of the processors.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--js-flags=--no-opt --no-maglev"]
  })
  // The file in which it ends fails; the next one has another.
  return browser.once("disconnected", () => (launched = undefined))
}

/** One for all test files of this process, which ends with it. Each file has a context: cookies, storage and cache of its own. */
const browserOfAll = (): Promise<Browser> => (launched ??= launch())

/** @param settings of the server's environment. */
export const openConsole = async (
  settings: Readonly<Record<string, string>> = {},
  options: BrowserContextOptions = {}
): Promise<Console> => {
  const browser = await browserOfAll()
  const server = await startDemo(settings)
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options
  })
  const page = await context.newPage()
  const watched = await watch(context, page, server.url)
  const open = async (path: string) => void (await page.goto(`${server.url}/console${path}`))
  const signIn = async () => {
    await open("/signin")
    const [address, home] = [page.getByLabel("Address"), page.getByRole("heading", { name: "Home" })]
    // Who is signed in already comes to the first screen.
    await address.or(home).waitFor()
    if ((await home.count()) === 0) {
      await address.fill(server.owner.email)
      await page.getByLabel("Password").fill(server.owner.password)
      await page.getByRole("button", { name: "Sign in" }).click()
      await home.waitFor()
    }
    watched.expectNothingWrong()
  }
  return {
    server,
    browser,
    page,
    open,
    signIn,
    accessFindings: () => findingsOn(page),
    ...watched,
    close: async () => {
      await context.close()
      await server.close()
    }
  }
}
