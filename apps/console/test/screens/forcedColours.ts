/** The parts in the person's own colours, which take the backgrounds away: what is chosen, disabled or has the focus is still seen. */
import type { Page } from "playwright-core"
import { expect } from "vitest"

interface Look {
  readonly text: string
  readonly background: string
  readonly edge: string
  readonly outline: string
}

/** How the first element of a part looks. @param selector below the part. */
const lookOf = (page: Page, part: string, selector: string): Promise<Look> =>
  page
    .locator(`[data-part="${part}"] ${selector}`)
    .first()
    .evaluate((element) => {
      const style = getComputedStyle(element)
      return {
        text: style.stroke === "none" ? style.color : style.stroke,
        background: style.backgroundColor,
        edge: style.borderBlockEndColor,
        outline: style.outlineStyle
      }
    })

/** What has the focus and shows none, of all that Tab comes to. */
const unseenFocus = async (page: Page): Promise<ReadonlySet<string>> => {
  const unseen = new Set<string>()
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab")
    const name = await page.evaluate(() => {
      const element = document.activeElement
      const isSeen = (one: Element): boolean => {
        const { outlineStyle, outlineWidth, stroke } = getComputedStyle(one)
        return (outlineStyle !== "none" && outlineWidth !== "0px") || (one.matches("rect") && stroke !== "none")
      }
      // A control of the browser is hidden in the label that is drawn, and a bar of a chart has its parts.
      const drawn = [element, element?.closest("label"), ...(element?.querySelectorAll("rect") ?? [])]
      const boxes = element?.closest("label")?.querySelectorAll("span") ?? []
      const isIn = [...drawn, ...boxes].some((one) => one instanceof Element && isSeen(one))
      return isIn || element === document.body
        ? undefined
        : `${element?.tagName}.${element?.getAttribute("class") ?? ""}`
    })
    if (name !== undefined) unseen.add(name)
  }
  return unseen
}

export const expectForcedColours = async (page: Page): Promise<void> => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ forcedColors: "active", colorScheme, reducedMotion: "reduce" })
    const box = await lookOf(page, "Checkbox", "label[data-selected] span")
    const tick = await lookOf(page, "Checkbox", "label[data-selected] svg")
    expect(tick.text, "a tick in its box").not.toBe(box.background)
    for (const [part, chosen, other] of [
      ["Tabs", "[role=tab][data-selected]", "[role=tab]:not([data-selected])"],
      ["Toggles", "button[data-selected]", "button:not([data-selected])"],
      ["RadioGroup", "label[data-selected]", "label:not([data-selected])"],
      ["Button", "button[disabled]", "button:not([disabled])"]
    ] as const) {
      const [one, two] = [await lookOf(page, part, chosen), await lookOf(page, part, other)]
      expect(one, `${part}, ${colorScheme}`).not.toEqual({ ...two, text: one.text, background: one.background })
    }
  }
  expect([...(await unseenFocus(page))]).toEqual([])
  await page.emulateMedia({ forcedColors: "none", colorScheme: "light" })
}
