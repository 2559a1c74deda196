/** Settings, API keys, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { operationIds } from "../../src/screens/settings/keys/keyDraft.ts"
import { focusIsKept, heapHolds, makeKey, openIssued, tokenBox, whereTokenStands } from "./support.ts"

describeInBrowser("API keys", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  test("a key is made, tried and revoked by keyboard alone, and the focus is never lost", async () => {
    const { page, server } = app
    await app.open("/settings/keys")
    await tabTo(page, "New key")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "New API key" }).waitFor()
    const name = page.getByRole("textbox", { name: "Name", exact: true })
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type("Quotes on the website")
    await tabTo(page, "Choose")
    await page.keyboard.press("ArrowRight")
    await page.getByText("This key can file submissions and nothing else.").waitFor()
    await tabTo(page, "Make key")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Store this key now" }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Token")
    const token = await tokenBox(page).inputValue()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(token)
    await tabTo(page, "Copy token")
    await page.keyboard.press("Enter")
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token)
    await tabTo(page, "Try it now")
    await page.keyboard.press("Enter")
    await page.getByText("The key works: 200").waitFor()
    await focusIsKept(page)
    await tabTo(page, "I have stored it")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Quotes on the website" }).waitFor()
    await focusIsKept(page)
    await tabTo(page, "Revoke")
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("alertdialog", { name: "Revoke Quotes on the website?" })
    await dialog.getByText("Last used").waitFor()
    expect(await dialog.getByRole("button", { name: "Revoke key" }).isDisabled()).toBe(true)
    await tabTo(page, "Type its name")
    await page.keyboard.type("Quotes on the website")
    await tabTo(page, "Revoke key")
    await page.keyboard.press("Enter")
    await page.getByText("This key has ended").waitFor()
    await focusIsKept(page)
    const refused = await fetch(`${server.url}/api/platform/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(refused.status).toBe(401)
  })

  test("the key itself makes the call that tries it, without the session", async () => {
    const { page } = app
    await openIssued(app, "Tried")
    const token = await tokenBox(page).inputValue()
    const [request] = await Promise.all([
      page.waitForRequest(/\/evaluate$/u),
      page.getByRole("button", { name: "Try it now" }).click()
    ])
    expect(await request.headerValue("authorization")).toBe(`Bearer ${token}`)
    expect(await request.headerValue("cookie")).toBeNull()
    await page.getByRole("region", { name: "What the server answered" }).getByText("calculatedData").waitFor()
    await page.getByRole("button", { name: "I have stored it" }).click()
    await page.getByRole("heading", { name: "Tried" }).waitFor()
  })

  test("a key that may evaluate nothing is tried by asking who it is", async () => {
    const { page } = app
    await app.open("/settings/keys/new")
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Reports")
    await page.getByText("Reports", { exact: true }).first().click()
    await page.getByRole("button", { name: "Make key" }).click()
    await page.getByRole("button", { name: "Try it now" }).click()
    await page.getByText("The key works: 200").waitFor()
    expect(await page.getByRole("region", { name: "What the server answered" }).textContent()).toContain("report:read")
    await page.getByRole("button", { name: "I have stored it" }).click()
    await page.getByRole("heading", { name: "Reports" }).waitFor()
  })

  test("a token stands in the value of its box alone, and is gone once its page is left", async () => {
    const { page } = app
    await openIssued(app, "Kept nowhere")
    await page.getByRole("button", { name: "Try it now" }).click()
    await page.getByText("The key works: 200").waitFor()
    const token = await tokenBox(page).inputValue()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download .env" }).click()
    ])
    const chunks = await (await download.createReadStream()).toArray()
    expect(Buffer.concat(chunks).toString()).toBe(`FORMWORK_URL=${app.server.url}\nFORMWORK_API_KEY=${token}\n`)
    expect(await whereTokenStands(page, token)).toEqual([])
    expect(await heapHolds(page, token)).toBe(true)
    await page.getByRole("button", { name: "I have stored it" }).click()
    await page.getByRole("heading", { name: "Kept nowhere" }).waitFor()
    expect(await whereTokenStands(page, token)).toEqual([])
    await expect.poll(() => heapHolds(page, token), { timeout: 20_000, interval: 1_500 }).toBe(false)
  })

  test("a page with a token is left only by saying that it is stored", async () => {
    const { page } = app
    await openIssued(app, "Guarded")
    const token = await tokenBox(page).inputValue()
    await page.getByRole("link", { name: "API keys" }).click()
    const dialog = page.getByRole("alertdialog", { name: "Leave without the key?" })
    await dialog.waitFor()
    expect(await app.accessFindings()).toEqual([])
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    expect(await tokenBox(page).inputValue()).toBe(token)
    const asked = page.waitForEvent("dialog")
    // Not `page.reload()`: it waits half a minute for a page that stays.
    await page.evaluate(() => setTimeout(() => location.reload()))
    const before = await asked
    expect(before.type()).toBe("beforeunload")
    await before.dismiss()
    expect(await tokenBox(page).inputValue()).toBe(token)
    await page.getByRole("link", { name: "Home" }).click()
    await dialog.getByRole("button", { name: "I have stored it" }).click()
    await page.getByRole("heading", { name: "Home" }).waitFor()
  })

  test("a rotated key shows its overlap, ends on the new token, and says in the list by whom it is replaced", async () => {
    const { page } = app
    const old = await makeKey(app, { name: "Rotated", privileges: ["submission:write"] })
    await app.open(`/settings/keys/${old.id}`)
    await page.getByRole("link", { name: "Rotate", exact: true }).click()
    await page.getByText("An hour").first().click()
    await page.getByRole("img", { name: "The old key works for: An hour." }).waitFor()
    await page.getByRole("button", { name: "Rotate key" }).click()
    await page.getByRole("heading", { name: "Store this key now" }).waitFor()
    expect(await tokenBox(page).inputValue()).not.toBe(old.token)
    await page.getByRole("button", { name: "I have stored it" }).click()
    await page.getByRole("heading", { name: "Rotated" }).waitFor()
    await page.getByRole("link", { name: "API keys" }).first().click()
    await page.getByRole("row", { name: /Rotated.*Being replaced/u }).waitFor()
    await page.getByRole("link", { name: /^End soon/u }).click()
    await page.waitForURL(/filter=ends-soon/u)
    await page.getByRole("row", { name: /Rotated.*Being replaced/u }).waitFor()
  })

  test("ended keys are folded below the others, with why they ended", async () => {
    const { page } = app
    const key = await makeKey(app, { name: "Over", privileges: ["report:read"] })
    await call(app, `POST api-keys/${key.id}/revoke`, {})
    await app.open("/settings/keys")
    const row = page.getByRole("row", { name: /Over.*Revoked.*by Demo Owner/u })
    await page.getByText(/ended keys?$/u).waitFor()
    expect(await row.isVisible()).toBe(false)
    await page.getByText(/ended keys?$/u).click()
    await row.waitFor()
    await app.open("/settings/keys?filter=ended")
    await row.waitFor()
    await app.open("/settings/keys?filter=unused")
    await page.getByRole("heading", { name: "No key is like that" }).waitFor()
    await page.getByRole("link", { name: "Show active keys" }).click()
    await page.getByRole("table").first().waitFor()
  })

  test("revoking a key can take the keys with it that it made", async () => {
    const { page, server } = app
    const maker = await makeKey(app, { name: "Maker", privileges: ["apikey:read", "apikey:write", "report:read"] })
    const made = await fetch(`${server.url}/api/platform/api-keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${maker.token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Made by a key", privileges: ["report:read"] })
    })
    expect(made.status).toBe(201)
    await app.open(`/settings/keys/${maker.id}`)
    await page
      .getByRole("row", { name: /Made by a key/u })
      .first()
      .waitFor()
    await page.getByRole("button", { name: "Revoke" }).click()
    const dialog = page.getByRole("alertdialog")
    await dialog.getByText("Also revoke 1 key that it made").click()
    await dialog.getByRole("textbox").fill("Maker")
    await dialog.getByRole("button", { name: "Revoke key" }).click()
    await page.getByText("This key has ended").waitFor()
    await app.open("/settings/keys?filter=ended")
    await page.getByRole("row", { name: /Made by a key.*Revoked/u }).waitFor()
  })

  test("a key can be limited to every operation that the console offers", async () => {
    const { body, status } = await call(app, "POST api-keys", {
      name: "All operations",
      privileges: ["report:read"],
      operations: operationIds.slice(0, 100)
    })
    expect(status, JSON.stringify(body)).toBe(201)
    const { body: document } = await call(app, "GET openapi.json")
    const ids = Object.values(Object(document["paths"])).flatMap((methods) =>
      Object.values(Object(methods)).map((operation) => String(Object(operation).operationId))
    )
    expect(operationIds.toSorted()).toEqual(["evaluate", "createSubmission", ...ids].toSorted())
  })

  test("usage is a picture that the arrows walk through, and a table", async () => {
    const { page, server } = app
    const { id, token } = await makeKey(app, { name: "Used", privileges: ["submission:write"] })
    const url = `${server.url}/api/platform/v1/forms/${server.variable("FORM_ID_MQ")}/evaluate`
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    for (let count = 0; count < 3; count += 1) await fetch(url, { method: "POST", headers, body: '{"data":{}}' })
    await expect
      .poll(async () => (await call(app, `GET api-keys/${id}`)).body["callsToday"], { timeout: 20_000 })
      .toBe(3)
    await app.open(`/settings/keys/${id}?days=7`)
    const plot = page.getByRole("group", { name: "3 calls in 7 days" })
    const days = plot.getByRole("img")
    await expect.poll(() => days.count()).toBe(7)
    await days.last().focus()
    await expect.poll(() => days.last().getAttribute("aria-label")).toContain("Evaluated 3, Filed 0")
    await page.keyboard.press("Home")
    await expect.poll(() => days.first().evaluate((day) => day === document.activeElement)).toBe(true)
    await page.getByText("Show as a table").click()
    await expect.poll(() => page.getByRole("table", { name: "3 calls in 7 days" }).getByRole("row").count()).toBe(2)
    await page.getByRole("button", { name: "92 days" }).click()
    await page.waitForURL(/days=92/u)
    await page.getByRole("row", { name: /Made a key.*Demo Owner/u }).waitFor()
  })
})
