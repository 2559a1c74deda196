/** What the tests of the palette share. */
import type { Locator } from "playwright-core"
import { expect } from "vitest"
import type { Console } from "../harness/browser.ts"

export const field = ({ page }: Console): Locator => page.getByRole("combobox", { name: /^A screen, a form/u })

export const said = ({ page }: Console): Locator =>
  page.getByRole("dialog", { name: "Go to or do" }).getByRole("status")

/** The text of the line that Enter chooses, as assistive technology finds it. */
export const activeLine = async (app: Console): Promise<string> =>
  app.page.evaluate(() => {
    const id = document.activeElement?.getAttribute("aria-activedescendant")
    return (id && document.getElementById(id)?.textContent) || ""
  })

/** Opens the palette by its keys and types, and waits until the search has ended. */
export const find = async (app: Console, text: string): Promise<void> => {
  await app.page.keyboard.press("Control+K")
  await field(app).waitFor()
  await app.page.keyboard.type(text)
  await expect.poll(() => said(app).textContent()).toMatch(/result|Nothing is called/u)
}

export const arrive = async (app: Console, heading: string): Promise<void> => {
  await app.page.getByRole("heading", { level: 1, name: heading }).waitFor()
  await field(app).waitFor({ state: "detached" })
}
