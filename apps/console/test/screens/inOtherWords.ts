/** A screen or dialog as it stands, in German, and in a mirrored language whose texts are longer. */
import { expect } from "vitest"
import { findingsOn } from "../harness/axe.ts"
import type { Console } from "../harness/browser.ts"
import { englishOn } from "../language/english.ts"
import { speak } from "../language/otherWords.ts"
import { cutOffOn } from "./cutOff.ts"
import type { Visit } from "./Visit.ts"

const widths = [320, 1280] as const

/** How far the page goes beyond its window, to either side. */
const beyond = ({ page }: Pick<Console, "page">): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

export const expectOtherWords = async (app: Pick<Console, "page">, { name, opens }: Visit): Promise<void> => {
  const { page } = app
  await speak(page, "german")
  const inGerman = { message: `${name}, in German` }
  await expect.poll(() => englishOn(app), inGerman).toEqual([])
  if (opens !== undefined) expect.soft(await findingsOn(page), inGerman.message).toEqual([])
  await speak(page, "mirrored")
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    // English has been there in both widths: from the left, longer words are in want of room where there is least.
    for (const direction of width === 320 ? (["rtl", "ltr"] as const) : (["rtl"] as const)) {
      const what = `${name}, longer, ${direction}, ${width} pixels`
      await page.evaluate((dir) => void (document.documentElement.dir = dir), direction)
      await expect.poll(() => beyond(app), { message: what }).toBeLessThanOrEqual(0)
      await expect.poll(() => cutOffOn(page), { message: what }).toEqual([])
    }
  }
  await speak(page, "english")
  expect(await page.evaluate(() => document.documentElement.dir), name).toBe("ltr")
}
