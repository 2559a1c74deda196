/** The API reference in a browser at a real server: read, searched, and calls that are really sent. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess, refusing, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"

describeInBrowser("the API reference", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(async () => {
    await app.page.unrouteAll({ behavior: "wait" })
    app.expectNothingWrong()
  })

  const answer = () => app.page.getByRole("region", { name: "Answer", exact: true })

  const open = async (operation: string) => {
    await app.open(`/api?operation=${operation}`)
    await app.page.getByRole("article").waitFor()
  }

  test("shows every operation of both documents, one after the other, and unfolds what each takes and gives", async () => {
    const { page, server } = app
    await app.open("/api")
    await page.getByText("Choose an operation").waitFor()
    const links = page.getByRole("navigation", { name: "Operations" }).getByRole("link")
    const documents = await Promise.all(
      ["/v3/api-docs", "/api/platform/openapi.json"].map(async (path) =>
        (await page.request.get(`${server.url}${path}`)).json()
      )
    )
    const described = documents.flatMap(({ paths }) =>
      Object.entries<Record<string, { readonly summary: string }>>(paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, { summary }]) => ({ path, method: method.toUpperCase(), summary }))
      )
    )
    expect(await links.count()).toBe(described.length)
    for (const [index, { method, path, summary }] of described.entries()) {
      await links.nth(index).click()
      await page.getByRole("article", { name: summary, exact: true }).waitFor()
      const shown = page.getByRole("article")
      await shown.getByText(path, { exact: true }).first().waitFor()
      expect(await shown.getByRole("region", { name: "curl" }).textContent()).toContain(
        method === "GET" ? 'curl -sS "' : `-X ${method}`
      )
      await shown.locator("summary").evaluateAll((all) => {
        for (const one of all) if (one instanceof HTMLElement) one.click()
      })
    }
    app.expectNothingWrong()
  }, 240_000)

  test("is found from the navigation and searched by keyboard, with the operation in the address", async () => {
    const { page } = app
    await app.open("/")
    await page.getByRole("heading", { name: "Home" }).waitFor()
    await tabTo(page, "API reference")
    await page.keyboard.press("Enter")
    await page.getByRole("searchbox", { name: "Find an operation" }).waitFor()
    await tabTo(page, "Find an operation")
    await page.keyboard.type("post /rotate")
    await page.getByText("1 operation", { exact: true }).waitFor()
    await page.keyboard.press("Tab")
    await tabTo(page, "POSTReplace a key")
    await page.keyboard.press("Enter")
    await page.getByRole("article", { name: "Replace a key" }).waitFor()
    expect(new URL(page.url()).searchParams.get("operation")).toBe("keys.rotate")
    await page.reload()
    await page.getByRole("article", { name: "Replace a key" }).waitFor()
    await app.open("/api?operation=versions.republish")
    const shown = page.getByRole("navigation", { name: "Operations" }).locator("[aria-current=page]")
    await expect.poll(() => shown.evaluate((link) => link.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    await app.open("/api?operation=none.such")
    await page.getByText("There is no such operation").waitFor()
    await page.getByRole("link", { name: "Show all operations" }).click()
    await page.getByText("Choose an operation").waitFor()
    await page.getByRole("searchbox", { name: "Find an operation" }).fill("no such call")
    await page.getByText("No operation is like that").waitFor()
    await page.getByRole("link", { name: "Clear search" }).click()
    await expect
      .poll(() => page.getByRole("navigation", { name: "Operations" }).getByRole("link").count())
      .toBeGreaterThan(50)
  })

  test("an address of an operation opens the page at its top, with the operation in sight", async () => {
    const { page } = app
    await open("submissions.list")
    const current = page.getByRole("navigation", { name: "Operations" }).locator("[aria-current=page]")
    const [line, list] = [
      await current.boundingBox(),
      await page.getByRole("navigation", { name: "Operations" }).boundingBox()
    ]
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(line?.y ?? 0).toBeGreaterThan(list?.y ?? 1_000)
    expect(line?.y ?? 1_000).toBeLessThan((list?.y ?? 0) + (list?.height ?? 0))
  })

  test("a read is sent with the person's rights, and shows the server's own answer", async () => {
    const { page } = app
    await open("forms.list")
    await page.getByLabel("text", { exact: false }).last().fill("roof")
    await page.getByRole("button", { name: "Send GET" }).click()
    await answer().getByText(/^200/u).waitFor()
    expect(await answer().getByRole("group", { name: "Headers of the answer" }).textContent()).toContain(
      "application/json"
    )
    const shown: unknown = JSON.parse(
      (await answer().getByRole("region", { name: "Body of the answer" }).textContent()) ?? ""
    )
    expect(shown).toEqual((await call(app, "GET forms?text=roof")).body)
    app.expectRefusals()
    await open("forms.get")
    const send = page.getByRole("button", { name: "Send GET" })
    expect(await send.isDisabled()).toBe(true)
    await page.getByText("Fill in first: formId.").waitFor()
    await page.getByLabel("formId").fill("01a206a2-c04a-771a-81c5-88934cc88200")
    await send.click()
    await answer().getByText(/^404/u).waitFor()
    await page.route("**/api/platform/forms/*", refusing(0))
    await page.getByRole("button", { name: "Send again" }).click()
    await page
      .getByRole("alert")
      .getByText(/The server cannot be reached/u)
      .waitFor()
  })

  test("a call that changes something is asked for with its method and path, and then really sent", async () => {
    const { page } = app
    await open("folders.create")
    await page.getByRole("textbox", { name: "Body" }).fill('{ "name": "From the reference", "parentId": null }')
    await page.getByRole("button", { name: "Send POST" }).click()
    const question = page.getByRole("alertdialog", { name: "Send this POST?" })
    await question.getByText("POST /api/platform/folders", { exact: true }).waitFor()
    await page.keyboard.press("Escape")
    await question.waitFor({ state: "detached" })
    const names = async () => JSON.stringify((await call(app, "GET folders")).body)
    expect(await names()).not.toContain("From the reference")
    app.expectRefusals()
    await page.route("**/api/platform/folders", refusing(0), { times: 1 })
    await page.getByRole("button", { name: "Send POST" }).click()
    await question.getByRole("button", { name: "Send POST" }).click()
    await question.getByText(/The server cannot be reached/u).waitFor()
    await page.keyboard.press("Escape")
    await question.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Send POST" }).click()
    // What cannot be undone has no keys.
    await page.keyboard.press("Control+Enter")
    await question.getByRole("button", { name: "Send POST" }).click()
    await question.waitFor({ state: "detached" })
    await answer().getByText(/^201/u).waitFor()
    expect(await names()).toContain("From the reference")
    await app.open("/forms")
    await page.getByRole("link", { name: /From the reference/u }).waitFor()
  })

  test("the form of an integration stands in the call, and the call evaluates", async () => {
    const { page, server } = app
    await app.open(`/forms/${server.variable("FORM_ID_MQ")}/integrate`)
    await page.getByRole("link", { name: /^All that these calls/u }).click()
    await page.getByRole("article").waitFor()
    expect(await page.getByLabel("formId").inputValue()).toBe(server.variable("FORM_ID_MQ"))
    await page.getByRole("button", { name: "Send POST" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Send POST" }).click()
    await answer().getByText(/^200/u).waitFor()
    expect(await answer().getByRole("region", { name: "Body of the answer" }).textContent()).toContain('"valid": true')
  })

  test("the password is asked for again where the server wants it, and the call goes on", async () => {
    const { page, server } = app
    app.expectRefusals()
    await open("secrets.set")
    await page
      .getByRole("textbox", { name: "Body" })
      .fill('{ "name": "reference", "value": "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }')
    await page.route("**/api/platform/secrets", refusing(403, { code: "CONFIRMATION_REQUIRED" }), { times: 1 })
    await page.getByRole("button", { name: "Send PUT" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Send PUT" }).click()
    await page.getByRole("textbox", { name: "Password" }).fill(server.owner.password)
    await page.keyboard.press("Enter")
    await answer().getByText(/^200/u).waitFor()
    expect(JSON.stringify((await call(app, "GET secrets")).body)).toContain('"reference"')
  })

  test("a large answer is cut with a sentence, and a file is not shown", async () => {
    const { page } = app
    await page.route("**/api/platform/audit?*", (route) =>
      route.fulfill({ contentType: "application/json", body: JSON.stringify({ items: "x".repeat(300_000) }) })
    )
    await page.route("**/api/platform/audit", (route) =>
      route.fulfill({ contentType: "application/json", body: JSON.stringify({ items: "x".repeat(300_000) }) })
    )
    await open("audit.list")
    await page.getByRole("button", { name: "Send GET" }).click()
    await answer()
      .getByText(/^Only the first 200,000 bytes are shown/u)
      .waitFor()
    const body = (await answer().getByRole("region", { name: "Body of the answer" }).textContent()) ?? ""
    expect(body.length).toBe(200_000)
    await page.route("**/documents/*", (route) =>
      route.fulfill({ contentType: "application/pdf", body: "%PDF-1.7 <script>ran=1</script>" })
    )
    await open("documents.get")
    for (const name of ["submissionId", "documentId"])
      await page.getByLabel(name).fill("01a206a2-c04a-771a-81c5-88934cc88200")
    await page.getByRole("button", { name: "Send GET" }).click()
    await answer().getByText("A file of 31 bytes. It is not shown here.").waitFor()
    await answer().getByRole("button", { name: "Download" }).waitFor()
  })

  test("a call whose privilege the person lacks says which one", async () => {
    const { page } = app
    await page.route("**/api/platform/me", async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), privileges: ["form:read"] } })
    })
    await open("users.list")
    await page.getByText("user:read: you lack it").waitFor()
    await page.getByText("It needs the privilege user:read, which you do not have.").waitFor()
    expect(await page.getByRole("button", { name: "Send GET" }).isDisabled()).toBe(true)
  })

  test("is clean in light and dark, wide and narrow", async () => {
    await open("submissions.list")
    await app.page.getByRole("button", { name: "Send GET" }).click()
    await answer().getByText(/^200/u).waitFor()
    await expectAccess(app, "reference")
  })
})
