/** What of English is still on a page: the console's own English sentences, wherever a person may meet them. */
import type { Page } from "playwright-core"
import { de } from "../../src/messages/de/de.ts"
import { en } from "../../src/messages/en/en.ts"

const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null

const textsIn = (catalogue: object): ReadonlyArray<string> =>
  Object.values(catalogue).flatMap((value: unknown) =>
    typeof value === "string" ? [value] : isBranch(value) ? textsIn(value) : []
  )

const german = new Set(textsIn(de))
const english = [...new Set(textsIn(en))].filter((text) => !german.has(text))

/** Texts and names of elements that are an English sentence, or have one of at least three words in them. */
export const englishOn = async ({ page }: { readonly page: Page }): Promise<ReadonlyArray<string>> => {
  const texts = await page.evaluate(() => {
    const isForeign = (element: Element | null): boolean =>
      element?.closest("[lang=en], bdi, option, code, pre, .cm-editor") !== null
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Array<string> = []
    while (walker.nextNode() !== null)
      if (!isForeign(walker.currentNode.parentElement)) found.push(walker.currentNode.textContent?.trim() ?? "")
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [aria-roledescription]"))
      for (const name of ["aria-label", "title", "placeholder", "aria-roledescription"])
        if (!isForeign(element)) found.push(element.getAttribute(name)?.trim() ?? "")
    return [...found, document.title]
  })
  return english.filter((sentence) =>
    texts.some((text) => text === sentence || (sentence.split(" ").length > 2 && text.includes(sentence)))
  )
}
