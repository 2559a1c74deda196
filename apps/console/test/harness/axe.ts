/** Axe on a page, by the tags of WCAG 2.2 AA. It is given to the page by the driver: the page's own policy lets no script in. */
import axe from "axe-core"
import type { RunOptions } from "axe-core"
import type { Page } from "playwright-core"

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

/**
 * Chromium gives elements that are new, and all of them in another scheme, their colours within some frames. Frames are seldom, and a
 * look takes seconds, while other tests have the processors: what is found is a finding once it was there in so many looks, and so long.
 */
const MOST_LOOKS = 20
const PATIENCE_MILLIS = 20_000

const findingsNow = async (page: Page, rules?: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source)
  const options: RunOptions = {
    runOnly: rules === undefined ? { type: "tag", values: tags } : { type: "rule", values: [...rules] },
    resultTypes: ["violations"]
  }
  return page.evaluate(async (given) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, given)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target }) => `${id}: ${target.join(" ")} ${html.slice(0, 300)}`)
    )
  }, options)
}

/** Until colours have come to rest: those of a button take a moment for another scheme, and would be findings of another look. */
const restOf = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(done))
    const ending = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 1_000)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

/**
 * What stays however often one looks: one line a finding, its rule and where it is.
 * @param rules ids of the only rules to look at; left out, those of all tags.
 */
export const findingsOn = async (page: Page, rules?: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  await restOf(page)
  const begun = performance.now()
  for (let look = 1; look < MOST_LOOKS || performance.now() - begun < PATIENCE_MILLIS; look += 1) {
    if ((await findingsNow(page, rules)).length === 0) return []
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  }
  return findingsNow(page, rules)
}
