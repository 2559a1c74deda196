/** A page in light and dark, wide and narrow: nothing wider than its window, and no finding of axe. */
import { expect } from "vitest"
import { findingsOn } from "../harness/axe.ts"
import type { Console } from "../harness/browser.ts"
import { shortenTexts } from "./hostileTexts.ts"

const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 320, height: 800 } } as const

/** All rules once for each width. The other scheme has the same elements in other colours. */
const looks = [
  ["narrow", "dark", undefined],
  ["narrow", "light", ["color-contrast"]],
  ["wide", "light", undefined],
  ["wide", "dark", ["color-contrast"]]
] as const

const widthOf = ({ page }: Pick<Console, "page">): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth)

export const expectWholeAccess = async (app: Pick<Console, "page">, what: string): Promise<void> => {
  const { page } = app
  for (const size of [sizes.wide, sizes.narrow]) {
    await page.setViewportSize(size)
    await expect.poll(() => widthOf(app), { message: `${what}, ${size.width} pixels` }).toBeLessThanOrEqual(size.width)
  }
  await shortenTexts(page)
  for (const [size, colorScheme, rules] of looks) {
    await page.setViewportSize(sizes[size])
    // Where an act before has scrolled to, the bar at the top may cover a part of a link: a finding of nothing but the place. Below a dialog a page stays.
    await page.evaluate(() => document.querySelector("[role$='dialog']") ?? scrollTo(0, 0))
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    expect(await findingsOn(page, rules), `${what}, ${size}, ${colorScheme}`).toEqual([])
  }
}
