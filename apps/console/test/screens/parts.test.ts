/** Every part of the console in every state, at `/console/_parts` of Vite's server for developers, in a browser. */
import { globSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { chromium as playwright } from "playwright-core"
import type { Browser, Page } from "playwright-core"
import { createServer } from "vite"
import type { ViteDevServer } from "vite"
import { afterAll, beforeAll, expect, test } from "vitest"
import { chromium, describeInBrowser } from "../harness/chromium.ts"
import { expectWholeAccess } from "./access.ts"
import { expectForcedColours } from "./forcedColours.ts"
import { escapesIn, madeIn } from "./hostileTexts.ts"

const root = resolve(import.meta.dirname, "../..")

/** Parts of other parts, which a chart or a grid draws, and what fetches parts. */
const within = ["chart/Legend", "chart/Patterns", "chart/Plot", "grid/GridRow", "lazily"]

test("no build has them", () => {
  const manifest = readFileSync(join(root, "dist/.vite/manifest.json"), "utf8")
  expect(manifest).toContain("screens/forms")
  expect(manifest).not.toContain("screens/parts")
})

describeInBrowser("the parts", () => {
  let vite: ViteDevServer
  let browser: Browser
  let page: Page
  const wrong: Array<string> = []
  beforeAll(async () => {
    vite = await createServer({
      root,
      configFile: join(root, "vite.config.ts"),
      logLevel: "error",
      server: { host: "127.0.0.1", port: 0, hmr: false, watch: null }
    })
    await vite.listen()
    browser = await playwright.launch({
      executablePath: chromium ?? "chromium",
      args: ["--no-sandbox", "--disable-dev-shm-usage"]
    })
    page = await browser.newPage({ locale: "en-GB", timezoneId: "Europe/Berlin", reducedMotion: "reduce" })
    page.on("pageerror", (error) => wrong.push(`error: ${error.message}`))
    page.on("console", (message) => {
      if (message.type() === "error") wrong.push(`console: ${message.text()}`)
    })
    await page.goto(`${vite.resolvedUrls?.local[0] ?? ""}_parts`)
    await page.getByRole("heading", { name: "Parts", exact: true }).waitFor({ timeout: 60_000 })
  })
  afterAll(async () => {
    await browser.close()
    await vite.close()
  })

  test("are all there", async () => {
    const shown = await page
      .locator("[data-part]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("data-part")))
    const parts = globSync("**/*.tsx", { cwd: join(root, "src/parts") }).map((file) => file.replace(/\.tsx$/u, ""))
    expect([...new Set([...shown, ...within])].toSorted()).toEqual(parts.toSorted())
  })

  test("say what went wrong where the console itself made a mistake", async () => {
    for (const part of ["Refused", "States"])
      await page.locator(`[aria-label="${part} unexpected"]`).getByText("The console made a mistake.").waitFor()
  })

  test("are clean in light and dark, wide and narrow, and show a stranger's text as a text", async () => {
    await expectWholeAccess({ page }, "parts")
    expect(await escapesIn(page)).toEqual([])
    expect(await madeIn(page)).toEqual([])
  })

  test("take the colours of another scheme at once for who wants less motion, and a button a moment for all others", async () => {
    /** How many transitions a change to another scheme has begun. */
    const begunFor = async (reducedMotion: "reduce" | "no-preference"): Promise<number> => {
      await page.emulateMedia({ colorScheme: "light", reducedMotion })
      return page.evaluate(async () => {
        const rest = async () => {
          for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done))
          await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
        }
        let begun = 0
        const hear = () => void (begun += 1)
        await rest()
        addEventListener("transitionrun", hear)
        document.documentElement.dataset["theme"] = "dark"
        await rest()
        removeEventListener("transitionrun", hear)
        delete document.documentElement.dataset["theme"]
        await rest()
        return begun
      })
    }
    expect(await begunFor("no-preference")).toBeGreaterThan(0)
    expect(await begunFor("reduce")).toBe(0)
  })

  test("show in forced colours what is chosen, what is disabled and what has the focus", async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await expectForcedColours(page)
    expect(wrong).toEqual([])
  })

  test("are clean while a dialog, a menu or a list is open", async () => {
    for (const part of ["Dialog", "ConfirmDialog", "NameDialog"]) {
      await page.getByRole("button", { name: `Open ${part}` }).click()
      const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"))
      if (part !== "Dialog") {
        await dialog.getByRole("button", { name: "Do it" }).click()
        await dialog.getByRole("alert").waitFor()
      }
      await expectWholeAccess({ page }, part)
      expect(await escapesIn(page), part).toEqual([])
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "detached" })
    }
    for (const [part, role] of [
      ["Menu", "menu"],
      ["Select", "listbox"]
    ] as const) {
      await page.locator(`[data-part=${part}]`).getByRole("button").first().click()
      await page.getByRole(role).waitFor()
      await expectWholeAccess({ page }, part)
      await page.keyboard.press("Escape")
    }
    expect(wrong).toEqual([])
  })
})
