/** A page in light and dark, wide and narrow: nothing wider than its window, and no finding of axe. */
import { expect } from "vitest"
import { findingsOn } from "../harness/axe.ts"
import type { Console } from "../harness/browser.ts"
import { shortenTexts } from "./hostileTexts.ts"

const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 320, height: 800 } } as const

/** All rules once for each width, and each scheme once. */
const looks = [
  ["narrow", "dark"],
  ["wide", "light"]
] as const

/** The other scheme has the same elements in other colours. */
const others = [
  ["narrow", "light"],
  ["wide", "dark"]
] as const

const widthOf = ({ page }: Pick<Console, "page">): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth)

export const expectNothingWider = async (app: Pick<Console, "page">, what: string): Promise<void> => {
  for (const size of [sizes.wide, sizes.narrow]) {
    await app.page.setViewportSize(size)
    await expect.poll(() => widthOf(app), { message: `${what}, ${size.width} pixels` }).toBeLessThanOrEqual(size.width)
  }
}

/** @param isBrief each width in one scheme alone: of a screen among many that have the same parts. */
export const expectWholeAccess = async (app: Pick<Console, "page">, what: string, isBrief = false): Promise<void> => {
  const { page } = app
  await expectNothingWider(app, what)
  await shortenTexts(page)
  const all = isBrief ? looks : ([...looks, ...others] as const)
  for (const [place, [size, colorScheme]] of all.entries()) {
    const rules = place < looks.length ? undefined : ["color-contrast"]
    await page.setViewportSize(sizes[size])
    // Where an act before has scrolled to, the bar at the top may cover a part of a link: a finding of nothing but the place. Below a dialog a page stays.
    await page.evaluate(() => document.querySelector("[role$='dialog']") ?? scrollTo(0, 0))
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    expect(await findingsOn(page, rules), `${what}, ${size}, ${colorScheme}`).toEqual([])
  }
}
