/** The palette by keyboard alone, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, gutter, makeForm, refusing, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { focusIsKept, makeKey } from "../keys/support.ts"
import { addPerson } from "../people/support.ts"
import { activeLine, arrive, field, find, said } from "./support.ts"

describeInBrowser("the palette", () => {
  let app: Console
  let formId: string
  let reference: string
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
    formId = await makeForm(app, { ...gutter, referencePattern: "{code}-{yyyy}-{seq:6}" })
    const filed = await call(app, `POST v1/forms/${formId}/submissions`, { data: { metres: 3 } })
    reference = String(filed.body["referenceNumber"])
    await makeKey(app, { name: "Nightly pipeline", privileges: ["form:read"] })
    await addPerson(app, "mara", "author")
  })
  afterAll(() => app.close())
  afterEach(async () => {
    await app.page.unrouteAll({ behavior: "wait" })
    app.expectNothingWrong()
  })

  test("goes to a screen, a form, a submission, a key and a person, and the focus is on what is there then", async () => {
    await app.open("/")
    await app.page.getByRole("heading", { name: "Home" }).waitFor()
    for (const [typed, active, heading] of [
      ["audit", "Audit log", "Audit log"],
      ["gutt", "GuttersGUTTER", "Gutters"],
      [reference.slice(0, -1).toLowerCase(), `${reference}submitted`, reference],
      ["nightly", "Nightly pipeline", "Nightly pipeline"],
      ["MARA@", "maramara@demo.example", "mara"]
    ] as const) {
      await find(app, typed)
      await expect.poll(() => activeLine(app), { message: typed }).toBe(active)
      await app.page.keyboard.press("Enter")
      await arrive(app, heading)
      await focusIsKept(app.page)
    }
  })

  test("the arrows go round its lines, and Escape gives the focus back to where it was", async () => {
    const { page } = app
    await app.open("/forms")
    await tabTo(page, "New folder")
    await page.keyboard.press("Control+K")
    await field(app).waitFor()
    expect(await activeLine(app)).toBe("Home")
    await page.keyboard.press("ArrowUp")
    await expect.poll(() => activeLine(app)).toMatch(/^Manual/u)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await expect.poll(() => activeLine(app)).toMatch(/^Forms/u)
    await page.keyboard.press("Escape")
    await field(app).waitFor({ state: "detached" })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("New folder")
    await page.keyboard.press("Control+K")
    await field(app).waitFor()
    await page.keyboard.press("Control+K")
    await field(app).waitFor({ state: "detached" })
  })

  test("does what the screen can do: a new key, publishing the open form, the list as a file, the shortcuts", async () => {
    const { page } = app
    await app.open(`/forms/${formId}`)
    await page.getByRole("heading", { name: "Gutters" }).waitFor()
    await find(app, "publish this")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/publish")
    await find(app, "new api key")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/settings/keys/new")
    await find(app, "publish this")
    await expect.poll(() => said(app).textContent()).toBe("Nothing is called “publish this”.")
    await page.keyboard.press("Escape")
    await field(app).waitFor({ state: "detached" })
    await app.open(`/submissions?form=${formId}`)
    await page.getByRole("button", { name: "Export…" }).waitFor()
    await find(app, "export")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name: "Export" }).waitFor()
    // A dialog that is open keeps its keys.
    await page.keyboard.press("Control+K")
    expect(await field(app).count()).toBe(0)
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await find(app, "shortcuts")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Go to a screen or a thing").waitFor()
    await page.keyboard.press("Escape")
    await focusIsKept(page)
  })

  test("asks once for a text that is typed quickly, and shows no answer of an older text", async () => {
    const { page } = app
    const asked: Array<string> = []
    await page.route("**/api/platform/forms?*", async (route) => {
      const text = new URL(route.request().url()).searchParams.get("text") ?? ""
      asked.push(text)
      if (text === "gut") await new Promise((resolve) => setTimeout(resolve, 1_500))
      await route.continue().catch(() => undefined)
    })
    await app.open("/settings/organisation")
    await page.getByRole("heading", { level: 1 }).waitFor()
    await page.keyboard.press("Control+K")
    await field(app).waitFor()
    await page.keyboard.type("gut", { delay: 20 })
    await expect.poll(() => asked).toEqual(["gut"])
    await page.keyboard.type("x")
    await expect.poll(() => said(app).textContent()).toBe("Nothing is called “gutx”.")
    await page.waitForTimeout(1_600)
    expect(await page.getByRole("option").count()).toBe(0)
    expect(asked).toEqual(["gut", "gutx"])
    await page.unroute("**/api/platform/forms?*")
    await page.keyboard.press("Backspace")
    await page.getByRole("option", { name: /^Gutters/u }).waitFor()
    // Before the next pause: what was found for another text is gone at once.
    await page.keyboard.press("x")
    expect(await page.getByRole("option").count()).toBe(0)
    await page.keyboard.press("Escape")
  })

  test.each([
    [403, /Forms could not be searched\. It needs the privilege form:read/u],
    [503, /Forms could not be searched\. The server said 503\./u],
    [0, /Forms could not be searched\. The server cannot be reached/u]
  ])("a kind that answers %i says why among the others, and is asked again by Enter", async (status, sentence) => {
    const { page } = app
    app.expectRefusals()
    await app.open("/settings/organisation")
    await page.getByRole("heading", { level: 1 }).waitFor()
    await page.route("**/api/platform/forms?*", refusing(status, { privilege: "form:read" }))
    await find(app, "gutters")
    await expect.poll(() => activeLine(app)).toMatch(sentence)
    await page.unroute("**/api/platform/forms?*")
    await page.keyboard.press("Enter")
    await page.getByRole("option", { name: /^Gutters/u }).waitFor()
    expect(await page.getByRole("option").count()).toBe(1)
    await page.keyboard.press("Escape")
    await field(app).waitFor({ state: "detached" })
  })
})

describeInBrowser("the palette of a person with few privileges", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
  })
  afterAll(() => app.close())

  test("names the privilege that an action needs, and asks for nothing that the person may not read", async () => {
    const { page } = app
    const asked: Array<string> = []
    await page.route("**/api/platform/me", async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), privileges: ["submission:read"] } })
    })
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await app.open("/settings/organisation")
    await page.getByRole("heading", { level: 1 }).waitFor()
    await find(app, "new")
    await expect.poll(() => activeLine(app)).toBe("New formNeeds the privilege form:write")
    await page.keyboard.press("Enter")
    await field(app).waitFor()
    expect(await page.getByRole("option", { name: "New form" }).getAttribute("aria-disabled")).toBe("true")
    await page.keyboard.press("Escape")
    asked.splice(0)
    await find(app, "2026")
    expect(asked).toEqual(["/api/platform/submissions"])
    app.expectNothingWrong()
  })
})
