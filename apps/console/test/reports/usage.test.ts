/** Calls by key, day and operation, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, callWithKey, expectAccess, file, gutter, makeForm, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { en } from "../../src/messages/en/en.ts"
import { civilDay, utcDay } from "../../src/time/dates.ts"

describeInBrowser("usage", () => {
  let app: Console
  let formId: string
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "50000" })
    await app.signIn()
    formId = await makeForm(app, gutter)
    await callWithKey(app, formId, "Broker portal")
    await callWithKey(app, formId, "Website")
    await callWithKey(app, await makeForm(app, { ...gutter, code: "OTHER" }), "Elsewhere")
  }, 300_000)
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  const rowOf = (name: string) => app.page.getByRole("row", { name: new RegExp(name, "u") })

  test("is reached from the navigation, and a key in it leads to its page", async () => {
    const { page } = app
    await app.open("/")
    await page.getByRole("link", { name: "Usage" }).click()
    await rowOf("Broker portal").waitFor()
    for (const name of ["Broker portal", "Website", "Elsewhere"])
      expect(await rowOf(name).getByRole("cell").first().textContent()).toBe("1")
    await expectAccess(app, "usage")
    await page.getByRole("link", { name: "Website" }).click()
    await page.getByRole("heading", { name: "Website", level: 1 }).waitFor()
  })

  test("of one form has its callers alone, in the address and in the file", async () => {
    const { page } = app
    await app.open(`/usage?form=${formId}`)
    await rowOf("Broker portal").waitFor()
    expect(await rowOf("Elsewhere").count()).toBe(0)
    const href = await page.getByRole("link", { name: "Download CSV" }).getAttribute("href")
    const csv = await (await page.request.get(`${app.server.url}${href ?? ""}`)).text()
    expect(csv.trim().split("\r\n").length).toBe(3)
    await page.getByRole("button", { name: "7 days" }).click()
    await page.waitForURL(/from=/u)
    expect(new URL(page.url()).searchParams.get("form")).toBe(formId)
    await rowOf("Website").waitFor()
  })

  test("a day says its calls by keyboard, and has the numbers that the server has", async () => {
    const { page } = app
    const { body } = await call(app, "GET reports/usage")
    const items = Object(body["items"]) as ReadonlyArray<{ operation: string; calls: number }>
    const evaluated = items
      .filter(({ operation }) => operation === "evaluate")
      .reduce((sum, { calls }) => sum + calls, 0)
    await app.open("/usage")
    await rowOf("Website").waitFor()
    await tabTo(page, `Evaluated ${evaluated}, Filed 0`)
    await page.keyboard.press("ArrowLeft")
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toMatch(/Evaluated 0, Filed 0$/u)
  })

  test("says so where there were no calls, and which periods it cannot show", async () => {
    const { page } = app
    await app.open("/usage?from=2001-01-01&to=2001-01-31")
    await page.getByText("No calls in these days").waitFor()
    await app.open("/usage?from=2001-01-01&to=2002-01-31")
    await page.getByText("The period has 396 days. Calls are shown for at most 92.").waitFor()
    expect(await page.getByRole("link", { name: "Download CSV" }).count()).toBe(0)
  })

  test("home has what was filed in the week as a picture, and as a sentence with every day of it", async () => {
    const { page } = app
    for (const metres of [10, 20]) await file(app, formId, { metres })
    const filed = async () => {
      const { body } = await call(app, "GET reports/overview?limit=100")
      return (Object(body)["items"] as ReadonlyArray<{ readonly create: number }>).reduce(
        (sum, { create }) => sum + create,
        0
      )
    }
    // Calls are counted every five seconds.
    await expect.poll(filed, { timeout: 20_000 }).toBe(2)
    await app.open("/")
    const week = page.getByRole("region", { name: "Last seven days" })
    const days = Array.from({ length: 7 }, (_, index) => civilDay(en.common.language, utcDay(Date.now(), 6 - index)))
    const sentence = `Filed by day: ${days.map((day, index) => `${day} ${index === 6 ? 2 : 0}`).join(", ")}`
    const pictures = week.getByRole("img", { name: sentence, exact: true })
    // Of all forms, and of the one.
    await expect.poll(() => pictures.count()).toBe(2)
    await week.getByText("2 filed", { exact: true }).waitFor()
    await expectAccess(app, "home")
    // By whom: a person has one row, however often they signed in.
    const { body } = await call(app, "GET reports/usage")
    const items = Object(body)["items"] as ReadonlyArray<{
      readonly day: string
      readonly by: { readonly kind: string }
    }>
    const lastDay = civilDay(en.common.language, items.findLast(({ by }) => by.kind === "user")?.day ?? "")
    await app.open("/usage")
    await expect.poll(() => rowOf("Demo Owner").getByRole("cell").allTextContents()).toEqual(["0", "2", "2", lastDay])
    expect(await rowOf("Demo Owner").getByRole("link").count()).toBe(0)
  })
})
