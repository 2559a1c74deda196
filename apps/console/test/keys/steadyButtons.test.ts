/** The buttons of a new key's page stay where they are while its forms and their examples come. */
import type { Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { makeKey, openIssued } from "./support.ts"

describeInBrowser("the page of a new key", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  /** Holds the answers of an address back until the returned function is called. */
  const holding = async (address: string): Promise<() => void> => {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    await app.page.route(address, async (route) => {
      await released
      await route.fallback()
    })
    return () => release()
  }
  const button = (name: string) => app.page.getByRole("button", { name, exact: true })
  const exampleCame = () =>
    app.page
      .getByRole("region", { name: /^Command/u })
      .getByText(/"data": \{\s*"/u)
      .waitFor()
  /** Where the pointer has to be for a button. */
  const middleOf = async (name: string) => {
    await button(name).scrollIntoViewIfNeeded()
    const box = await button(name).boundingBox()
    if (box === null) throw new Error(`“${name}” is not shown`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const pressDuring = async (page: Page, name: string, meanwhile: () => Promise<void>): Promise<void> => {
    const { x, y } = await middleOf(name)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await meanwhile()
    await page.mouse.up()
  }

  test("a press of “I have stored it” counts although the forms and the example come during it", async () => {
    const { page } = app
    const forms = await holding("**/api/platform/forms?*")
    const schema = await holding("**/schema")
    await openIssued(app, "Pressed early")
    await pressDuring(page, "I have stored it", async () => {
      forms()
      schema()
      await exampleCame()
    })
    await page.getByRole("heading", { name: "Pressed early" }).waitFor()
    expect(await page.getByRole("alertdialog").count()).toBe(0)
  })

  test("so does a press of “Try it now” while the example comes, after a rotation too", async () => {
    const { page } = app
    const { id } = await makeKey(app, { name: "Rotated early", privileges: ["submission:write"] })
    const schema = await holding("**/schema")
    await app.open(`/settings/keys/${id}/rotate`)
    await button("Rotate key").click()
    await button("Try it now").waitFor()
    await pressDuring(page, "Try it now", async () => {
      schema()
      await exampleCame()
    })
    await page.getByText("The key works: 200").waitFor()
    await button("I have stored it").click()
    await page.getByRole("heading", { name: "Rotated early" }).waitFor()
  })
})
