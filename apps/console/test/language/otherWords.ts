/**
 * Other words for the screen that stands: German, and a language that no build has. That one is made of the English catalogue in the
 * page, each text some 40 % longer, and is written from the right to the left. It comes in the place of the German file.
 */
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { expect } from "vitest"

const tags = { english: "en", german: "de", mirrored: "ar" } as const

type Words = keyof typeof tags

const manifest: Readonly<Record<string, { readonly file: string }>> = JSON.parse(
  readFileSync(new URL("../../dist/.vite/manifest.json", import.meta.url), "utf8")
)

const fileOf = (language: string): string =>
  manifest[`src/messages/${language}/${language}.ts`]?.file ?? expect.fail(`no build has ${language}`)

/** `wordsIn` reads the exported name at each choice, so that it can be given another value. */
const catalogue = (): string => `
  import { de as german } from "/console/${fileOf("de")}?german"
  import { en } from "/console/${fileOf("en")}"
  const longer = (text) => text.replace(/(?<!\\p{L})\\p{L}{3,40}(?!\\p{L})/gu, (word) => word + word.slice(0, Math.ceil(word.length * 0.45)))
  const grown = (value) =>
    typeof value === "string" ? longer(value)
    : typeof value === "function" ? (...given) => grown(value(...given))
    : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, grown(one)]))
  const made = grown(en)
  const mirrored = { ...made, common: { ...made.common, language: "ar" } }
  export let de = german
  addEventListener("words", ({ detail }) => { de = detail === "mirrored" ? mirrored : german })`

/** From now on the page can be given other words. */
export const serveOtherWords = async (page: Page): Promise<void> => {
  await page.route(
    (url) => url.pathname === `/console/${fileOf("de")}` && url.search === "",
    (route) => route.fulfill({ contentType: "text/javascript", body: catalogue() })
  )
}

/** The screen as it stands, with all that is open, in other words: as where the person chose them in another tab. */
export const speak = async (page: Page, words: Words): Promise<void> => {
  await page.evaluate((chosen) => {
    const key = "formwork.language"
    dispatchEvent(new CustomEvent("words", { detail: chosen }))
    if (chosen === "english") localStorage.removeItem(key)
    else localStorage.setItem(key, "de")
    dispatchEvent(new StorageEvent("storage", { key }))
  }, words)
  await page.locator(`html[lang="${tags[words]}"]`).waitFor({ state: "attached" })
}
