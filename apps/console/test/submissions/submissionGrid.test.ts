/** The list of submissions as a grid, by keyboard, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { makeForm, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { fileMany, focusedCell, pipes, reference, rowOf } from "./support.ts"

describeInBrowser("the list of submissions", () => {
  let app: Console
  let formId: string
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "50000" })
    await app.signIn()
    formId = await makeForm(app, pipes)
    await fileMany(app, formId, 1, 450)
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  const openList = async () => {
    await app.open(`/submissions?form=${formId}`)
    await rowOf(app, 450).waitFor()
  }

  test("is reached by g s, and a form's by its page", async () => {
    const { page } = app
    await app.open("/")
    await page.getByRole("heading", { name: "Home" }).waitFor()
    await expect
      .poll(async () => {
        await page.keyboard.press("g")
        await page.keyboard.press("s")
        return page.getByRole("heading", { name: "Submissions" }).count()
      })
      .toBe(1)
    await rowOf(app, 450).waitFor()
    await app.open(`/forms/${formId}`)
    await page.getByRole("navigation", { name: "Form" }).getByRole("link", { name: "Submissions" }).click()
    await page.getByText("450 submissions", { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get("form")).toBe(formId)
  })

  test("is one tab stop, in which the keys of a grid go to every row while pages are fetched ahead", async () => {
    const { page } = app
    await openList()
    const grid = page.getByRole("grid", { name: "Submissions" })
    expect(await grid.getAttribute("aria-rowcount")).toBe("-1")
    await tabTo(page, reference(450))
    expect(await focusedCell(app)).toEqual([2, reference(450)])
    await page.keyboard.press("ArrowDown")
    expect((await focusedCell(app))[1]).toBe(reference(449))
    await page.keyboard.press("End")
    expect((await focusedCell(app))[1]).toBe("€8,306.50")
    await page.keyboard.press("Home")
    await page.keyboard.press("ArrowRight")
    await expect
      .poll(async () => {
        await page.keyboard.press("Control+End")
        await page.keyboard.press("Home")
        await page.keyboard.press("ArrowRight")
        return focusedCell(app)
      })
      .toEqual([451, reference(1)])
    expect(await grid.getAttribute("aria-rowcount")).toBe("451")
    expect(await page.getByRole("row").count()).toBeLessThan(60)
    await page.keyboard.press("PageUp")
    expect((await focusedCell(app))[0]).toBeLessThan(445)
    await page.keyboard.press("Control+Home")
    expect((await focusedCell(app))[0]).toBe(2)
    await page.keyboard.press("Tab")
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=grid]") === null)).toBe(true)
    await page.keyboard.press("Shift+Tab")
    expect((await focusedCell(app))[0]).toBe(2)
  })

  test("shows references and moments whole, and shares the width that is left", async () => {
    const { page } = app
    const code = "HOSTILEFRM"
    const hostile = await makeForm(app, { ...pipes, code })
    await fileMany(app, hostile, 1, 1)
    const row = page.getByRole("row", { name: new RegExp(`${code}-00000001`, "u") })
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await app.open(`/submissions?form=${hostile}`)
      await row.waitFor()
      const grid = page.getByRole("grid", { name: "Submissions" })
      const seen = async () => {
        const cells = await row.locator("[data-column]").evaluateAll((all) =>
          all.map((cell) => ({
            isCut: cell.scrollWidth > cell.clientWidth,
            end: Math.round(
              cell.getBoundingClientRect().right - (cell.parentElement?.getBoundingClientRect().left ?? 0)
            )
          }))
        )
        const [inner, whole, height] = await grid.evaluate(({ clientHeight, clientWidth, scrollWidth }) => [
          clientWidth,
          scrollWidth,
          clientHeight
        ])
        const isFilled = cells.at(-1)?.end === whole && (width !== 1440 || whole === inner)
        // The header and one row: nothing that looks like an empty one.
        return { cut: cells.slice(1, 4).map(({ isCut }) => isCut), isFilled, height }
      }
      // Styles and the width of what is in a column may come after the row.
      await expect
        .poll(seen, { message: `${width}` })
        .toEqual({ cut: [false, false, false], isFilled: true, height: 72 })
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test("keeps the focus at a row that is scrolled out of view", async () => {
    const { page } = app
    await openList()
    await rowOf(app, 449).getByRole("gridcell").nth(1).click()
    await page.mouse.wheel(0, 4_000)
    await rowOf(app, 335).waitFor()
    expect((await focusedCell(app))[0]).toBe(3)
    await page.keyboard.press("ArrowDown")
    expect((await focusedCell(app))[0]).toBe(4)
    await expect.poll(() => rowOf(app, 448).isVisible()).toBe(true)
  })

  test("moves the focus at each key, also between two of the page's own steps", async () => {
    const { page } = app
    await openList()
    await rowOf(app, 449).getByRole("gridcell").nth(1).click()
    const lost = await page.evaluate(async () => {
      const grid = document.querySelector<HTMLElement>("[role=grid]")
      const last = String(Number(grid?.ariaColCount) - 1)
      /** The next of the page's tasks: what React leaves for later may be before it or after it. */
      const turn = () =>
        new Promise<unknown>((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener("message", resolve, { once: true })
          port1.start()
          port2.postMessage(undefined)
        })
      let count = 0
      for (let round = 0; round < 5; round++) {
        grid?.scrollTo({ top: 3_000 * ((round + 1) % 2) })
        // The grid draws once more 150 ms after the last of the scrolling.
        const end = performance.now() + 300
        for (let index = 0; performance.now() < end; index++) {
          await turn()
          const key = index % 2 === 0 ? "End" : "Home"
          document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))
          await Promise.resolve().then(() => undefined)
          const column = document.activeElement?.getAttribute("data-column")
          if (column !== (key === "End" ? last : "0")) count++
        }
      }
      return count
    })
    expect(lost).toBe(0)
  })

  test("selects by Space, with Shift up to there, and opens a submission by Enter and by its link", async () => {
    const { page } = app
    await openList()
    await tabTo(page, reference(450))
    await page.keyboard.press("Space")
    for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Shift+Space")
    const selected = page.locator("[role=row][aria-selected=true]")
    await expect.poll(() => selected.count()).toBe(4)
    await rowOf(app, 449).getByRole("checkbox").click()
    await expect.poll(() => selected.count()).toBe(3)
    const link = rowOf(app, 448).getByRole("link")
    const path = await link.getAttribute("href")
    expect(path).toMatch(/^\/console\/submissions\/[0-9a-f-]{36}$/u)
    await rowOf(app, 448).getByRole("gridcell").nth(1).click()
    await page.keyboard.press("Enter")
    await page.waitForURL(`**${path}`)
  })

  test("shows what was done with a submission on its page, and reads no page of the list again", async () => {
    const { page } = app
    await openList()
    const read: Array<string> = []
    page.on("request", (request) => {
      if (/\/api\/platform\/submissions\?/u.test(request.url())) read.push(request.url())
    })
    await rowOf(app, 448)
      .getByRole("link", { name: reference(448) })
      .click()
    await page.getByRole("button", { name: "Review" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Review" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.goBack()
    await rowOf(app, 448).getByText("In review").waitFor()
    // What is newer is counted, and not read.
    expect(read.filter((url) => !url.includes("createdFrom="))).toEqual([])
  })

  test("shows the columns that were chosen, in their order, after a reload too", async () => {
    const { page } = app
    await openList()
    await page.getByRole("button", { name: "Columns…" }).click()
    const dialog = page.getByRole("dialog", { name: "Columns" })
    await dialog.getByRole("button", { name: "Remove Outcomes" }).click()
    await dialog.getByRole("button", { name: "Move Price up" }).click()
    await dialog
      .getByRole("button", { name: "Usual Width of Name" })
      .or(dialog.getByLabel("Width of Name"))
      .first()
      .click()
    await page.getByRole("option", { name: "Wide" }).click()
    await dialog.getByRole("button", { name: "Close" }).click()
    const names = ["Reference", "State", "Created", "Name", "Price", "Metres"]
    const shown = () => page.getByRole("columnheader").allTextContents()
    expect((await shown()).slice(1)).toEqual(names)
    await page.reload()
    await rowOf(app, 450).waitFor()
    expect((await shown()).slice(1)).toEqual(names)
    const kept = await page.evaluate(() => JSON.stringify(localStorage))
    expect(kept).not.toContain("Person")
    await page.getByRole("button", { name: "Columns…" }).click()
    await dialog.getByRole("button", { name: "As at first" }).click()
    await dialog.getByRole("button", { name: "Close" }).click()
    await page.getByRole("columnheader", { name: "Outcomes" }).waitFor()
  })

  test("says how many new ones there are, and moves no row until they are asked for", async () => {
    const { page } = app
    await page.clock.install()
    await openList()
    await tabTo(page, reference(450))
    await fileMany(app, formId, 451, 453)
    await expect
      .poll(async () => {
        await page.clock.fastForward(31_000)
        return page.getByText("3 new").count()
      })
      .toBe(1)
    expect(await focusedCell(app)).toEqual([2, reference(450)])
    expect(await rowOf(app, 453).count()).toBe(0)
    await page.getByRole("button", { name: "Show", exact: true }).click()
    await rowOf(app, 453).waitFor()
    await expect.poll(() => page.getByText("3 new").count()).toBe(0)
    await page.getByText("453 submissions", { exact: true }).waitFor()
  })
})
