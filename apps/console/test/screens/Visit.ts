/** One screen or dialog, and how a person gets there. */
import type { Console } from "../harness/browser.ts"
import { hostile, hostileLines } from "./hostileTexts.ts"
import type { HostileOrganisation } from "./organisation.ts"

export interface Visit {
  readonly name: string
  /** The route's path in the router. */
  readonly route?: string
  /** Files of `src` that have the dialog or the menu which is open at the end. */
  readonly opens?: ReadonlyArray<string>
  /** Goes there from wherever the visit before has ended, and waits until everything is shown. */
  readonly go: (app: Console, made: HostileOrganisation) => Promise<void>
}

export const press = (app: Console, name: string | RegExp) => app.page.getByRole("button", { name }).first().click()
export const choose = (app: Console, name: string) => app.page.getByRole("menuitem", { name, exact: true }).click()
export const dialog = (app: Console) => app.page.getByRole("dialog").or(app.page.getByRole("alertdialog")).first()
export const escape = async (app: Console) => {
  await app.page.keyboard.press("Escape")
  await dialog(app).waitFor({ state: "detached" })
}

/** Leaves the dialog before, if one is open, and makes the window wide: in a narrow one the panes of the workspace are tabs. */
export const wide = async (app: Console) => {
  if ((await dialog(app).count()) > 0) await escape(app)
  await app.page.setViewportSize({ width: 1280, height: 800 })
}

export const openMenu = async (app: Console, name: RegExp) => {
  await press(app, name)
  await app.page.getByRole("menu").waitFor()
}

/** Leaves the dialog before, if one is open, and opens another one by a menu. */
export const fromMenu = async (app: Console, menu: RegExp, item: string) => {
  if ((await dialog(app).count()) > 0) await escape(app)
  await openMenu(app, menu)
  await choose(app, item)
  await dialog(app).waitFor()
}

/** What a refusal of the server says, in texts that are not its own. */
export const refused = {
  error: hostileLines,
  requestId: hostile,
  problems: [{ pointer: "/elsewhere", message: hostileLines }]
}
