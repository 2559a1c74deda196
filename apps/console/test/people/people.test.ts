/** Settings, People and Roles, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess, refusing, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { focusIsKept, heapHolds, whereTokenStands } from "../keys/support.ts"
import { addPerson, keyOf, signInAs } from "./support.ts"

describeInBrowser("people", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  const dialog = () => app.page.getByRole("alertdialog").or(app.page.getByRole("dialog"))

  test("a person is invited by keyboard alone, and the link that is shown once lets them in", async () => {
    const { page, browser } = app
    await app.open("/settings/people")
    await tabTo(page, "Invite")
    await page.keyboard.press("Enter")
    const name = page.getByRole("textbox", { name: "Name", exact: true })
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.press("Enter")
    await page.getByText("Give the name by which others know the person.").waitFor()
    await page.keyboard.type("Ada")
    await tabTo(page, "E-mail address")
    await page.keyboard.type("ada@demo.example")
    await tabTo(page, "Viewer")
    await page.keyboard.press("ArrowUp")
    await expect.poll(() => page.getByRole("radio", { name: "Reviewer", exact: true }).isChecked()).toBe(true)
    await tabTo(page, "Invite")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Ada is invited" }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Link")
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue()
    const token = new URL(link).hash.slice(1)
    expect(token).toMatch(/^fwi_/u)
    await tabTo(page, "Copy link")
    await page.keyboard.press("Enter")
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    expect(await whereTokenStands(page, token)).toEqual([])
    await expectAccess(app, "invitation")
    await tabTo(page, "I have passed it on")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Ada", exact: true }).waitFor()
    await focusIsKept(page)
    expect(await heapHolds(page, token)).toBe(false)
    const hers = await browser.newContext()
    const herPage = await hers.newPage()
    await herPage.goto(link)
    await herPage.getByLabel("New password").fill("a sentence that only Ada knows")
    await herPage.keyboard.press("Enter")
    await herPage.getByRole("heading", { name: "Home" }).waitFor()
    await hers.close()
    await page.reload()
    await page.getByRole("row", { name: /Accepted an invitation/u }).waitFor()
  })

  test("the list says who was invited and who has been here, and sends an invitation again", async () => {
    const { browser, page } = app
    const invite = async (name: string) => {
      const request = { name, email: `${name}@demo.example`, role: "viewer" }
      const { body } = await call(app, "POST invitations", request)
      return { id: String(Object(body["user"])["id"]), link: `${app.server.url}/console/invitation#${body["token"]}` }
    }
    const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`, "u") })
    const invited = await invite("Mary")
    const revoked = await invite("Dorothy")
    for (const act of ["deactivate", "reactivate"]) await call(app, `POST users/${revoked.id}/${act}`)
    await app.open("/settings/people")
    await row("Mary")
      .getByText(/Invited$/u)
      .waitFor()
    await row("Mary").getByText("ends in 6 days").waitFor()
    await row("Mary").getByRole("cell", { name: "Never" }).waitFor()
    await row("Dorothy").getByText("Invitation revoked").waitFor()
    await row("Demo Owner").getByText("Active").waitFor()
    expect(
      await row("Demo Owner")
        .getByRole("link", { name: /Send again/u })
        .count()
    ).toBe(0)
    await expectAccess(app, "people who were invited")

    const hers = await browser.newContext()
    const herPage = await hers.newPage()
    await herPage.goto(invited.link)
    await herPage.getByLabel("New password").fill("a sentence that only Mary knows")
    await herPage.keyboard.press("Enter")
    await herPage.getByRole("heading", { name: "Home" }).waitFor()
    await hers.close()
    await expect.poll(async () => (await call(app, `GET users/${invited.id}`)).body["lastSeenAt"]).not.toBe(null)
    await page.reload()
    await row("Mary").getByText("Active").waitFor()
    expect(await row("Mary").getByText("Never").count()).toBe(0)

    await page.getByRole("link", { name: "Mary", exact: true }).click()
    const facts = page.locator("dl")
    await facts.getByText("Accepted").waitFor()
    await facts.getByRole("link", { name: "Demo Owner" }).waitFor()
    expect(await facts.getByRole("link", { name: /Send again/u }).count()).toBe(0)

    await app.open("/settings/people?state=invited")
    await row("Dorothy").waitFor()
    expect(await page.getByRole("row", { name: /Mary|Demo Owner/u }).count()).toBe(0)
    await tabTo(page, "Send again, to Dorothy")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Send invitation" }).click()
    await page.getByRole("textbox", { name: "Link" }).waitFor()
    await page.getByRole("button", { name: "I have passed it on" }).click()
    await page.getByRole("heading", { name: "Dorothy", exact: true }).waitFor()
    await facts.getByText("Pending").waitFor()
  })

  test("leaving the link asks first", async () => {
    const { page } = app
    const { id } = await addPerson(app, "leaver", "viewer")
    await app.open(`/settings/people/${id}/invitation`)
    await page.getByRole("button", { name: "Send invitation" }).click()
    const link = page.getByRole("textbox", { name: "Link" })
    await link.waitFor()
    const shown = await link.inputValue()
    await page.getByRole("link", { name: "Home" }).click()
    await dialog().getByText("Once you leave, no one can read it again.").waitFor()
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "detached" })
    expect(await link.inputValue()).toBe(shown)
    await page.getByRole("link", { name: "Home" }).click()
    await dialog().getByRole("button", { name: "I have passed it on" }).click()
    await page.getByRole("heading", { name: "Home" }).waitFor()
  })

  test("an invitation that the mail server refused can be sent again from the same page", async () => {
    const { page } = app
    const { email, id } = await addPerson(app, "unsent", "viewer")
    const { body: user } = await call(app, `GET users/${id}`)
    const unsent = { user, expiresAt: "2026-11-30T00:00:00.000Z", delivery: "nobody", reason: "mailbox unknown" }
    await app.open(`/settings/people/${id}/invitation`)
    await page.route("**/invitation", (route) => route.fulfill({ status: 201, json: unsent }), { times: 1 })
    await page.getByRole("button", { name: "Send invitation" }).click()
    await page.getByText("The link was not sent").waitFor()
    await page.getByText(email).waitFor()
    await page.getByRole("button", { name: "Send another" }).click()
    await page.getByRole("button", { name: "Send invitation" }).click()
    await page.getByRole("textbox", { name: "Link" }).waitFor()
    await page.getByRole("button", { name: "I have passed it on" }).click()
    await page.getByRole("heading", { name: "unsent", exact: true }).waitFor()
  })

  test("another role says which keys hold more than it, and ends them if asked", async () => {
    const { page } = app
    const grace = await addPerson(app, "grace", "author")
    const kept = await keyOf(app, grace, { name: "Kept", privileges: ["submission:read"] })
    const above = await keyOf(app, grace, { name: "Above", privileges: ["form:write"] })
    await app.open(`/settings/people/${grace.id}`)
    await page.getByRole("row", { name: /^Above/u }).waitFor()
    await page.getByRole("button", { name: "Change role" }).click()
    expect(await dialog().getByRole("button", { name: "Change role" }).isDisabled()).toBe(true)
    await dialog().getByText("Viewer", { exact: true }).click()
    await dialog().getByText("1 key of theirs that holds more than this role").waitFor()
    await dialog().getByRole("button", { name: "Change role" }).click()
    await page.getByText("1 key of this person holds more than the new role").waitFor()
    expect(await above.status()).toBe(200)
    await expectAccess(app, "keys above the role")
    await page.getByRole("button", { name: "Revoke them" }).click()
    await page.getByRole("row", { name: /Above.*Revoked/u }).waitFor()
    expect([await kept.status(), await above.status()]).toEqual([200, 401])
    await page.getByRole("row", { name: /Changed a role.*author to viewer/u }).waitFor()
    // A later change of role says it again.
    await keyOf(app, grace, { name: "Later", privileges: ["form:write"] })
    await page.getByRole("button", { name: "Change role" }).click()
    await dialog().getByText("Reviewer", { exact: true }).click()
    await dialog().getByRole("button", { name: "Change role" }).click()
    await page.getByText("1 key of this person holds more than the new role").waitFor()
  })

  test("a page whose lines of what the person did cannot be read says so", async () => {
    const { page } = app
    const { id } = await addPerson(app, "unread", "viewer")
    app.expectRefusals()
    await page.route(/\/audit\?.*user=/u, refusing(422))
    await app.open(`/settings/people/${id}`)
    await page.getByText("The server said 422.").waitFor()
    await page.unroute(/\/audit\?.*user=/u)
    await page.getByRole("button", { name: "Try again" }).click()
    await page
      .getByRole("row", { name: /unread/u })
      .first()
      .waitFor()
  })

  test("deactivating says which keys end, asks for the name if one is in use, and can be taken back", async () => {
    const { page } = app
    const lin = await addPerson(app, "lin", "reviewer")
    const key = await keyOf(app, lin, { name: "Lin's importer", privileges: ["submission:read"] })
    expect(await key.status()).toBe(200)
    await expect
      .poll(async () => (await call(app, `GET api-keys/${key.id}`)).body["lastUsedAt"], { timeout: 20_000 })
      .not.toBe(null)
    await app.open(`/settings/people/${lin.id}`)
    await page.getByRole("button", { name: "Deactivate" }).click()
    await dialog().getByText("1 key ends too, and its next request is refused:").waitFor()
    await dialog().getByText("Lin's importer").waitFor()
    expect(await dialog().getByRole("button", { name: "Deactivate" }).isDisabled()).toBe(true)
    await dialog()
      .getByLabel(/Type the person's name/u)
      .fill("lin")
    await expectAccess(app, "deactivate")
    await dialog().getByRole("button", { name: "Deactivate" }).click()
    await page.getByText("This account is deactivated").waitFor()
    await focusIsKept(page)
    expect(await key.status()).toBe(401)
    await app.open("/settings/people?text=lin&state=deactivated")
    await page.getByRole("link", { name: "lin", exact: true }).click()
    await page.getByRole("button", { name: "Reactivate" }).click()
    await page.getByRole("button", { name: "Deactivate" }).waitFor()
    await focusIsKept(page)
  })

  test("what narrows the list is in the address", async () => {
    const { page } = app
    await app.open("/settings/people?role=owner")
    await page.getByRole("row", { name: /Demo Owner/u }).waitFor()
    expect(await page.getByRole("row").count()).toBe(2)
    await expectAccess(app, "people")
    await page.getByRole("searchbox", { name: "Name or address" }).fill("nobody")
    await page.waitForURL(/text=nobody/u)
    await page.getByRole("heading", { name: "No person is like that" }).waitFor()
    await page.getByRole("link", { name: "Show active people" }).click()
    await page.getByRole("row", { name: /Demo Owner/u }).waitFor()
  })

  test("roles are spelt out, and lead to the people who have them", async () => {
    const { page } = app
    await app.open("/settings/roles")
    const row = page.getByRole("row", { name: /^form:publish/u })
    await row.waitFor()
    expect(await row.getByRole("img", { name: "Yes" }).count()).toBe(3)
    await expectAccess(app, "roles")
    await page.getByRole("listitem").filter({ hasText: "Owner" }).getByRole("link", { name: "1 active person" }).click()
    await page.waitForURL(/people\?role=owner/u)
  })

  test("nobody gives what they have not: an admin cannot make an owner, or change one", async () => {
    const { page } = app
    const { id: owner } = Object((await call(app, "GET me")).body["user"])
    await signInAs(app, await addPerson(app, "admin", "admin"))
    await app.open("/settings/people/invite")
    const choice = page.getByRole("radio", { name: "Owner", exact: true })
    await choice.waitFor()
    expect(await choice.isDisabled()).toBe(true)
    await page.getByText("You cannot give it: you lack apikey:budget and organisation:write.").waitFor()
    expect(await page.getByRole("radio", { name: "Admin", exact: true }).isEnabled()).toBe(true)
    await app.open(`/settings/people/${owner}`)
    await page.getByText("To change Demo Owner you need all that their role has.").waitFor()
    for (const name of ["Change role", "Rename", "Deactivate"])
      expect(await page.getByRole("button", { name }).isDisabled(), name).toBe(true)
    await expectAccess(app, "an owner, to an admin")
    await app.open(`/settings/people/${owner}/invitation`)
    await page.getByText("To change Demo Owner").waitFor()
    expect(await page.getByRole("button", { name: "Send invitation" }).isDisabled()).toBe(true)
  })

  test("who may not list people reads which privilege it needs", async () => {
    const { page } = app
    app.expectRefusals()
    await page.context().clearCookies()
    await app.signIn()
    app.expectRefusals()
    await signInAs(app, await addPerson(app, "viewer", "viewer"))
    expect(await page.getByRole("link", { name: "People" }).count()).toBe(0)
    await app.open("/settings/people")
    await page.getByText("It needs the privilege user:read").waitFor()
    await app.open("/settings/roles")
    await page.getByText("Your role").waitFor()
  })
})
