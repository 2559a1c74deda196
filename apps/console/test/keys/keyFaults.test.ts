/** Keys where calls are refused or fail, and the states of their screens, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess, refusing } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { focusIsKept, makeKey } from "./support.ts"

describeInBrowser("API keys that are refused", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  test("what the server refuses stands at its control, has the focus, and loses nothing", async () => {
    const { page } = app
    await app.open("/settings/keys/new")
    const name = page.getByRole("textbox", { name: "Name", exact: true })
    await page.getByRole("button", { name: "Make key" }).click()
    await page.getByText("Give the key a name").waitFor()
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    await name.fill("Limited")
    await page.getByRole("button", { name: "Make key" }).click()
    await page.getByText("Tick at least one privilege").waitFor()
    await page.getByRole("checkbox", { name: "audit:read" }).press("Space")
    await page.locator("summary").filter({ hasText: "Forms" }).click()
    await page.getByRole("checkbox", { name: "Motor quote" }).press("Space")
    await page.getByRole("textbox", { name: "Requests a minute" }).fill("many")
    await page.getByRole("button", { name: "Make key" }).click()
    await page.getByText("This is not a whole number.").waitFor()
    await page.getByRole("textbox", { name: "Requests a minute" }).fill("60")
    app.expectRefusals()
    await page.getByRole("textbox", { name: "Addresses" }).fill("203.0.113.0/24\n203.0.113.7/24")
    await page.getByRole("button", { name: "Make key" }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-describedby") ?? ""))
      .not.toBe("")
    await expect.poll(() => page.getByRole("textbox", { name: "Addresses" }).getAttribute("aria-invalid")).toBe("true")
    await page.getByRole("textbox", { name: "Addresses" }).fill("203.0.113.0/24")
    await page.getByRole("button", { name: "Make key" }).click()
    await page.getByText("cannot have audit:read").first().waitFor()
    expect(await app.accessFindings()).toEqual([])
    expect(await name.inputValue()).toBe("Limited")
    expect(await page.getByRole("checkbox", { name: "Motor quote" }).isChecked()).toBe(true)
    await page.getByRole("checkbox", { name: "audit:read" }).press("Space")
    await page.getByRole("checkbox", { name: "submission:write" }).press("Space")
    await page
      .getByText(
        "This key can file submissions and nothing else, for 1 form, from 1 network, at most 60 times a minute."
      )
      .waitFor()
    await page.getByRole("button", { name: "Make key" }).click()
    await page.getByRole("button", { name: "Try it now" }).click()
    await page.getByText("The server refused: 401").waitFor()
    await page.getByText("The key works from certain networks only").waitFor()
    await page.getByRole("button", { name: "I have stored it" }).click()
    await page.getByRole("definition").getByText("Motor quote").waitFor()
  })

  test("a call that fails keeps what was entered, and says why and what to do", async () => {
    const { page } = app
    app.expectRefusals()
    await app.open("/settings/keys/new")
    const name = page.getByRole("textbox", { name: "Name", exact: true })
    await name.fill("Not lost")
    await page.getByText("Price and file").click()
    const alert = page.getByRole("alert")
    const faults = [
      [409, {}, "The server said 409."],
      [422, { problems: [{ pointer: "/elsewhere", message: "It is elsewhere." }] }, "It is elsewhere."],
      [429, {}, "Wait 1 second"],
      [503, {}, "Request request-503"],
      [403, { privilege: "apikey:write" }, "It needs the privilege apikey:write"],
      [0, {}, "The server cannot be reached."]
    ] as const
    for (const [status, members, sentence] of faults) {
      await page.route("**/api/platform/api-keys", refusing(status, members), { times: 1 })
      await page.getByRole("button", { name: "Make key" }).click()
      await alert.getByText(sentence).waitFor()
      expect(await name.inputValue(), String(status)).toBe("Not lost")
      expect(await page.getByRole("checkbox", { name: "submission:write" }).isChecked()).toBe(true)
    }
    await page.route("**/api/platform/api-keys", refusing(403, { privilege: "submission:write" }), { times: 1 })
    await page.getByRole("button", { name: "Make key" }).click()
    await page.getByRole("group", { name: "Privileges" }).and(page.locator("[data-invalid]")).waitFor()
    await page.route("**/api/platform/api-keys", refusing(401), { times: 1 })
    await page.getByRole("button", { name: "Make key" }).click()
    const door = page.getByRole("dialog", { name: "You have been signed out" })
    await door.getByLabel("Password").fill(app.server.owner.password)
    await page.keyboard.press("Enter")
    await door.waitFor({ state: "detached" })
    await focusIsKept(page)
    await page.getByRole("button", { name: "Make key" }).click()
    await page.getByRole("button", { name: "I have stored it" }).click()
    await page.getByRole("heading", { name: "Not lost" }).waitFor()
  })

  test("a call that needs the password again asks for it, and then goes on", async () => {
    const { page } = app
    app.expectRefusals()
    await app.open("/settings/keys/new")
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Confirmed")
    await page.getByRole("checkbox", { name: "apikey:write" }).press("Space")
    const asksAgain = refusing(403, { code: "CONFIRMATION_REQUIRED" })
    await page.route("**/api/platform/api-keys", asksAgain, { times: 1 })
    await page.getByRole("button", { name: "Make key" }).click()
    const dialog = page.getByRole("dialog", { name: "Your password, please" })
    await dialog.getByLabel("Password").fill("not the password")
    await page.keyboard.press("Enter")
    await dialog.getByText("This is not your password.").waitFor()
    expect(await app.accessFindings()).toEqual([])
    await dialog.getByLabel("Password").fill(app.server.owner.password)
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Store this key now" }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Token")
    await page.getByRole("button", { name: "I have stored it" }).click()
    await page.getByRole("heading", { name: "Confirmed" }).waitFor()
    await page.route("**/rotate", asksAgain, { times: 1 })
    await page.getByRole("link", { name: "Rotate" }).click()
    await page.getByRole("button", { name: "Rotate key" }).click()
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("alert").waitFor()
    await focusIsKept(page)
  })

  test("rotating and revoking that fail say so, and can be tried again", async () => {
    const { page } = app
    app.expectRefusals()
    const { id } = await makeKey(app, { name: "Stays", privileges: ["report:read"] })
    for (const status of [401, 409, 422, 429, 503, 0]) {
      await app.open(`/settings/keys/${id}/rotate`)
      await page.getByRole("textbox", { name: "Name" }).fill("Renamed")
      await page.route("**/rotate", refusing(status), { times: 1 })
      await page.getByRole("button", { name: "Rotate key" }).click()
      if (status === 401) await page.getByRole("dialog", { name: "You have been signed out" }).waitFor()
      else await page.getByRole("alert").waitFor()
      expect(await page.locator("input[value=Renamed]").count()).toBe(1)
      await app.open(`/settings/keys/${id}`)
      await page.getByRole("button", { name: "Revoke" }).click()
      await page.route("**/revoke", refusing(status), { times: 1 })
      await page.getByRole("button", { name: "Revoke key" }).click()
      if (status === 401) await page.getByRole("dialog", { name: "You have been signed out" }).waitFor()
      else await page.getByRole("alertdialog").getByRole("alert").waitFor()
    }
    expect((await call(app, `GET api-keys/${id}`)).body["end"]).toBeNull()
  })

  test("a list or key that loads, is empty, missing or broken says so", async () => {
    const { page } = app
    app.expectRefusals()
    await page.route(
      "**/api/platform/api-keys",
      async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 600))
        await route.continue()
      },
      { times: 1 }
    )
    await app.open("/settings/keys")
    await page.getByRole("status", { name: "Loading" }).waitFor()
    await page.getByRole("table").first().waitFor()
    await page.route("**/api/platform/api-keys", (route) => route.fulfill({ json: { items: [] } }))
    await page.reload()
    await page.getByRole("heading", { name: "No keys yet" }).waitFor()
    await page.getByRole("link", { name: "New key" }).waitFor()
    await page.unroute("**/api/platform/api-keys")
    await page.route("**/api/platform/api-keys", refusing(503))
    await page.reload()
    await page.getByRole("heading", { name: "The server gave no answer" }).waitFor()
    await expectAccess(app, "broken list")
    await page.unroute("**/api/platform/api-keys")
    await page.getByRole("table").first().waitFor()
    await app.open("/settings/keys/01a206a2-c04a-771a-81c5-88934cc88200")
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor()
  })
})
