/** API keys as people see them who may do less, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"

describeInBrowser("API keys", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  test("are out of the navigation of people who may not see them, and refused by name of the privilege", async () => {
    const { page } = app
    const password = "correct horse battery"
    for (const role of ["viewer", "author"]) {
      const email = `${role}@demo.example`
      expect((await call(app, "POST users", { email, name: role, role, password })).status).toBe(201)
    }
    for (const role of ["viewer", "author"]) {
      app.expectRefusals()
      await page.context().clearCookies()
      await app.open("/signin")
      await page.getByLabel("Address").fill(`${role}@demo.example`)
      await page.getByLabel("Password").fill(password)
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Home" }).waitFor()
      expect(await page.getByRole("link", { name: "API keys" }).count()).toBe(0)
      for (const path of ["/settings/keys", "/settings/keys/01a206a2-c04a-771a-81c5-88934cc88200"]) {
        await app.open(path)
        await page.getByText("It needs the privilege apikey:read").waitFor()
        await expectAccess(app, `${role} ${path}`)
      }
      await app.open("/settings/keys/new")
      await page.getByText("You do not have this.").first().waitFor()
      expect(await page.getByRole("checkbox", { name: "apikey:write" }).isDisabled()).toBe(true)
      await expectAccess(app, `${role} new key`)
    }
  })
})
