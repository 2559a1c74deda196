/** The door of the console, in a browser: signing in, what the page holds, signing out. */
import { createHash } from "node:crypto"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { openConsole } from "./harness/browser.ts"
import type { Console } from "./harness/browser.ts"
import { describeInBrowser } from "./harness/chromium.ts"

describeInBrowser("the door", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  test("a screen behind the door leads to signing in, and back to it", async () => {
    const { page } = app
    await app.open("/settings/me")
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    // Nothing was asked of the server that it had to refuse.
    app.expectNothingWrong()
    app.expectRefusals()
    expect(await app.accessFindings()).toEqual([])
    await page.getByLabel("Address").fill(app.server.owner.email)
    await page.getByLabel("Password").fill("not the password")
    await page.keyboard.press("Enter")
    await page.getByText("This address and password do not belong together.").waitFor()
    await page.getByLabel("Password").fill(app.server.owner.password)
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "My account" }).waitFor()
    expect(new URL(page.url()).pathname).toBe("/console/settings/me")
  })

  test("is behind a person who is signed in: Back does not lead to it, and its address leads on", async () => {
    const { page } = app
    await page.getByRole("link", { name: "Tables" }).click()
    await page.getByRole("heading", { name: "Tables", exact: true }).waitFor()
    await page.goBack()
    await page.getByRole("heading", { name: "My account" }).waitFor()
    const entries = await page.evaluate(() => history.length)
    await page.goto(`${app.server.url}/console/signin?to=/tables%3Ftext=a`)
    await page.getByRole("heading", { name: "Tables", exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe("/console/tables")
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await page.goBack()
    await page.getByRole("heading", { name: "My account" }).waitFor()
  })

  test("an address without a screen keeps the navigation", async () => {
    const { page } = app
    await app.open("/nowhere/at/all")
    await page.getByRole("heading", { name: "No screen has this address" }).waitFor()
    await page.getByRole("navigation").getByRole("link", { name: "Forms" }).waitFor()
    await app.open("/settings/me")
  })

  test("no script of the page can read the session, which a reload keeps", async () => {
    const { page } = app
    await page.reload()
    await page.getByRole("heading", { name: "My account" }).waitFor()
    expect(await app.accessFindings()).toEqual([])
    expect(await page.evaluate(() => document.cookie)).toBe("")
    expect(
      await page.evaluate(() => JSON.stringify([Object.values(localStorage), Object.values(sessionStorage)]))
    ).not.toContain("fws_")
  })

  test("an invitation's link sets a password and signs the person in; the link is used up and leaves no trace", async () => {
    const { page, server } = app
    const made = await page.evaluate(async () => {
      const answer = await fetch("/api/platform/invitations", {
        method: "POST",
        headers: { "content-type": "application/json", "x-formwork": "console" },
        body: JSON.stringify({ email: "ada@demo.example", name: "Ada", role: "author" })
      })
      return (await answer.json()) as { readonly link: string }
    })
    expect(made.link).toContain(`${server.url}/console/invitation#fwi_`)
    const context = await app.browser.newContext()
    const other = await context.newPage()
    await other.goto(made.link.slice(0, -1))
    await other.getByText("This invitation cannot be used any more").waitFor()
    expect(await other.getByLabel("New password").count()).toBe(0)
    await other.goto("about:blank")
    await other.goto(made.link)
    await other.getByLabel("New password").pressSequentially("short")
    await other.getByRole("button", { name: "Set password and sign in" }).click()
    await expect.poll(() => other.getByLabel("New password").getAttribute("aria-invalid")).toBe("true")
    expect(other.url()).not.toContain("fwi_")
    await other.getByLabel("New password").fill("a sentence that only Ada knows")
    await other.getByRole("button", { name: "Set password and sign in" }).click()
    await other.getByRole("heading", { name: "Home" }).waitFor()
    await other.goto(made.link)
    await other.getByLabel("New password").fill("a sentence that only Ada knows")
    await other.getByRole("button", { name: "Set password and sign in" }).click()
    await other.getByText("This invitation cannot be used any more").waitFor()
    await context.close()
  })

  test("an address elsewhere is not where signing in leads", async () => {
    await app.page.context().clearCookies()
    await app.page.evaluate(() => localStorage.clear())
    await app.open("/signin?to=//evil.example/")
    await app.page.getByLabel("Address").fill(app.server.owner.email)
    await app.page.getByLabel("Password").fill(app.server.owner.password)
    await app.page.keyboard.press("Enter")
    await app.page.getByRole("heading", { name: "Home" }).waitFor()
    expect(new URL(app.page.url()).host).toBe(new URL(app.server.url).host)
  })

  test("a session that ends elsewhere asks for the password over the page, which goes on", async () => {
    const { page } = app
    await app.open("/settings/me")
    await page.getByLabel("New password").fill("half of a password")
    await page.context().clearCookies()
    app.expectRefusals()
    await page.getByLabel("Current password").fill("x".repeat(12))
    await page.getByRole("button", { name: "Change password" }).click()
    const dialog = page.getByRole("dialog", { name: "You have been signed out" })
    await dialog.waitFor()
    expect(await app.accessFindings()).toEqual([])
    await dialog.getByLabel("Password").fill(app.server.owner.password)
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "detached" })
    expect(await page.getByLabel("New password").inputValue()).toBe("half of a password")
  })

  test("signing out ends the session and leads to the door, in every tab", async () => {
    const { page } = app
    const other = await page.context().newPage()
    await other.goto(`${app.server.url}/console/settings/me`)
    await other.getByRole("heading", { name: "My account" }).waitFor()
    await page.getByRole("button", { name: "Demo Owner" }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    await other.getByRole("heading", { name: "Sign in" }).waitFor()
    expect(await page.context().cookies()).toEqual([])
    await other.close()
  })
})

describeInBrowser("a person of two organisations", () => {
  const operator = "a-token-of-the-operator-that-no-person-knows"
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ OPERATOR_TOKEN_HASH: createHash("sha256").update(operator).digest("hex") })
  })
  afterAll(() => app.close())

  test("chooses one by its name, and stays in it when the session ends", async () => {
    const { page, server } = app
    const { email, password } = server.owner
    const headers = { authorization: `Bearer ${operator}`, "content-type": "application/json" }
    const founded = await fetch(`${server.admin}/api/platform/operator/organisations`, {
      method: "POST",
      headers,
      body: JSON.stringify({ name: "Ashworth & Daughters", owner: { email, name: "Edith", password } })
    })
    expect(founded.status).toBe(201)
    app.expectRefusals()
    await page.context().clearCookies()
    await app.open("/signin")
    await page.getByLabel("Address").fill(email)
    await page.getByLabel("Password").fill(password)
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Which organisation?" }).waitFor()
    expect(await app.accessFindings()).toEqual([])
    await page.getByRole("button", { name: "Ashworth & Daughters" }).press("Enter")
    await page.getByRole("heading", { name: "Home" }).waitFor()
    await app.open("/settings/me")
    await page.getByText("You are signed in to Ashworth & Daughters.").waitFor()
    await page.context().clearCookies()
    await page.getByLabel("Current password").fill("x".repeat(12))
    await page.getByLabel("New password").fill("y".repeat(12))
    await page.getByRole("button", { name: "Change password" }).click()
    const dialog = page.getByRole("dialog", { name: "You have been signed out" })
    await dialog.getByLabel("Password").fill(password)
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "detached" })
    await page.reload()
    await page.getByText("You are signed in to Ashworth & Daughters.").waitFor()
    app.expectNothingWrong()
  })
})
