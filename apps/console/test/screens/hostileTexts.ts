/** Texts that a stranger may write, and answers that have far longer ones than this server keeps. */
import type { Page } from "playwright-core"

/** In answers of the server it becomes 10,000 characters without a blank: the page trusts no limit of the server. */
const marker = "LONGTEXT"

const long = "w".repeat(10_000)

/** A name: markup, a template, overrides of the writing direction, zero-width characters, an emoji of several parts, two scripts. */
export const hostile = `<img src=x onerror=ran=1><script>ran=1</script>{{7*7}}\u202Etxt\u2066\u200B👩‍👧א ${marker}`

/** A text of several lines. */
export const hostileLines = `${hostile}\n<b onclick="ran=1">second</b>\n\njavascript:ran=1`

/** A word that no line breaks, as long as a definition may have it. */
export const unbroken = (length: number): string => `${hostile} `.padEnd(length, "W")

/** Characters that change how a line looks without being seen: `Foreign` shows signs in their place. */
const hidden = "[\\u200B\\u202E\\u2066]"

/** A definition goes to the rules, which have limits for its texts: there the marker stays. */
const isDefinition = (url: string): boolean => /\/(?:draft|schema|check|prepared|versions\/[^/?]+)(?:\?|$)/u.test(url)

/** Makes the texts of all answers long from now on. */
export const lengthenAnswers = async (page: Page): Promise<void> => {
  await page.route("**/api/platform/**", async (route) => {
    if (isDefinition(route.request().url())) return route.continue()
    const response = await route.fetch()
    const text = await response.text()
    if (!text.includes(marker)) return route.fulfill({ response, body: text })
    return route.fulfill({ response, body: text.replaceAll(marker, long) })
  })
}

/** Shortens the long texts of the page as it stands: axe looks at each line of a text, and has seen enough after the first. */
export const shortenTexts = (page: Page): Promise<void> =>
  page.evaluate((whole) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      if (text.nodeValue?.includes(whole) === true) text.nodeValue = text.nodeValue.replaceAll(whole, "www")
  }, long)

/** Texts of the page in which a control character stands as it is: only editors and the filled form may have one. */
export const escapesIn = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate((characters) => {
    const found: Array<string> = []
    const pattern = new RegExp(characters, "u")
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement
      if (parent === null || !pattern.test(text.textContent ?? "")) continue
      if (parent.closest("textarea, select, script, style, .cm-editor, formwork-form, [hidden]") !== null) continue
      found.push(`${parent.tagName}.${parent.className}: ${(text.textContent ?? "").slice(0, 60)}`)
    }
    const titles = [
      document.title,
      ...[...document.querySelectorAll("[title]")].map((one) => one.getAttribute("title"))
    ]
    return [
      ...found,
      ...titles.filter((title) => title !== null && pattern.test(title)).map((title) => `title: ${title?.slice(0, 60)}`)
    ]
  }, hidden)

/** Elements that a text has made, and whether one of them ran. */
export const madeIn = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => [
    ...("ran" in globalThis ? ["a script of a text ran"] : []),
    ...[
      ...document.querySelectorAll(
        "img:not(.cm-widgetBuffer), iframe, b, body script:not([type=module]), a[href^='javascript']"
      )
    ].map((one) => one.outerHTML)
  ])
