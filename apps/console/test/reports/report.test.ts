/** A form's report, in a browser at a real server: each bar leads to a list with as many submissions as it says. */
import { defaultParseSearch } from "@tanstack/react-router"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { filterOf, submissionsSearch } from "../../src/screens/submissions/list/submissionsSearch.ts"
import { call, expectAccess, makeForm, refusing, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { fileQuotes } from "./support.ts"

describeInBrowser("the report of a form", () => {
  let app: Console
  let formId: string
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "50000" })
    await app.signIn()
    formId = app.server.variable("FORM_ID_MQ")
    await fileQuotes(app, formId)
  }, 300_000)
  afterAll(() => app.close())
  afterEach(async () => {
    await app.page.unrouteAll()
    app.expectNothingWrong()
  })

  const period = "from=2026-10-20&to=2026-11-20"
  const openReport = async (query = period) => {
    await app.open(`/forms/${formId}/report?${query}`)
    await app.page.getByRole("heading", { name: /^Created by/u }).waitFor()
  }

  /** Every link of every chart, with the number that it stands at. */
  const barsShown = () =>
    app.page.locator("figure a").evaluateAll((links) =>
      links.map((link) => ({
        href: link.getAttribute("href") ?? "",
        said: link.getAttribute("aria-label") ?? link.closest("tr")?.textContent ?? "",
        number: Number(
          (link.getAttribute("aria-label") ?? link.closest("tr")?.lastElementChild?.textContent ?? "")
            .split(" ")
            .at(-1)
            ?.replaceAll(",", "")
        )
      }))
    )

  /** How many the list of an address has. */
  const listed = async (href: string): Promise<unknown> => {
    const { search } = new URL(href, app.server.url)
    const filter = filterOf(submissionsSearch(defaultParseSearch(search)))
    const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))
    return (await call(app, `GET submissions/count?${query}`)).body
  }

  test("has bars that each lead to a list with as many submissions as the bar says", async () => {
    await openReport()
    await app.page.getByText("21 submissions, of which 2 drafts").waitFor()
    const all = await app.page.getByRole("link", { name: "Show as a list" }).getAttribute("href")
    expect(await listed(all ?? "")).toEqual({ count: 21, hasMore: false })
    const bars = await barsShown()
    const kinds = ["state=draft", "state=approved", "outcome=", "+in+contactBy", "modified+%3D%3D", "premium+%3E%3D"]
    for (const kind of kinds) expect(bars.filter(({ href }) => href.includes(kind)).length, kind).toBeGreaterThan(0)
    for (const { href, number, said } of new Map(bars.map((bar) => [bar.href, bar])).values())
      expect([said, await listed(href)]).toEqual([said, { count: number, hasMore: false }])
  }, 120_000)

  test("has a bar for each day and state, and the days are those of the form's zone", async () => {
    await openReport()
    const { body } = await call(app, `GET reports/submissions?form=${formId}&${period}`)
    const days = Object(body["days"]) as ReadonlyArray<{ day: string; state: string; count: number }>
    expect(new Set(days.map(({ day }) => day))).toEqual(
      new Set(["2026-10-24", "2026-10-25", "2026-10-26", "2026-11-02", "2026-11-19"])
    )
    const inPlot = await app.page.locator("svg [data-bar]").first().locator("..").locator("a").count()
    expect(inPlot).toBe(days.length)
  })

  test("a bar is opened by keyboard: the arrows go from bar to bar, and Enter shows its submissions", async () => {
    const { page } = app
    await openReport()
    await tabTo(page, "19 Nov 2026")
    await page.keyboard.press("ArrowLeft")
    const said = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))
    await expect.poll(() => said()).toMatch(/^2 Nov 2026: /u)
    await page.keyboard.press("Home")
    await expect.poll(() => said()).toMatch(/^24 Oct 2026: Submitted \d$/u)
    const number = (await said())?.split(" ").at(-1)
    await page.keyboard.press("Enter")
    await page.getByText(number === "1" ? "1 submission" : `${number} submissions`, { exact: true }).waitFor()
    await page.goBack()
    await page.getByRole("heading", { name: "Created by day" }).waitFor()
  })

  test("an outcome and an option lead to lists whose filters are said, and can be taken out", async () => {
    const { page } = app
    await openReport()
    const { body } = await call(app, `GET reports/submissions?form=${formId}&${period}`)
    const outcomes = Object(body["outcomes"]) as ReadonlyArray<{ id: string; count: number }>
    const refer = outcomes.find(({ id }) => id === "refer")?.count
    await page.getByRole("link", { name: "refer", exact: true }).click()
    await page.getByText(`${refer} submissions`, { exact: true }).waitFor()
    const filters = page.getByRole("list", { name: "Filters that are set" })
    expect(await filters.textContent()).toMatch(/Filed.*Yes.*Outcome.*refer|Outcome.*refer.*Filed.*Yes/u)
    await page.getByRole("button", { name: "Remove the filter Outcome refer" }).click()
    await page.getByText("19 submissions", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Remove the filter Filed Yes" }).click()
    await page.getByText("21 submissions", { exact: true }).waitFor()
  })

  test("a long period is shown in weeks or months, and each of their bars leads to as many", async () => {
    const { page } = app
    await openReport()
    await page.getByRole("button", { name: "All", exact: true }).click()
    await page.getByRole("heading", { name: "Created by week" }).waitFor()
    expect(new URL(page.url()).searchParams.get("from")).toBe("2026-03-01")
    const weeks = (await barsShown()).filter(({ href }) => href.includes("state="))
    expect(weeks.reduce((sum, { number }) => sum + number, 0)).toBe(42)
    for (const { href, number, said } of weeks)
      expect([said, await listed(href)]).toEqual([said, { count: number, hasMore: false }])
    // Days before the form was made are not drawn.
    await openReport("from=1990-01-01&to=2026-11-20")
    await page.getByRole("heading", { name: "Created by week" }).waitFor()
  })

  test("says so where nothing was created, and where the first day is after the last", async () => {
    const { page } = app
    await app.open(`/forms/${formId}/report?from=2026-05-01&to=2026-05-02`)
    await page.getByText("From 1 May 2026 to 2 May 2026 no submission of this form was created.").waitFor()
    await expectAccess(app, "nothing")
    await page.getByRole("link", { name: "Show all days" }).click()
    await page.getByRole("heading", { name: "Created by week" }).waitFor()
    await page.getByLabel("First day").fill("2027-01-01")
    await page.getByText("The first day is after the last").waitFor()
    const draft = await makeForm(app, { title: "Not yet", code: "NOT", fields: [{ slug: "a", type: "text" }] }, "draft")
    await app.open(`/forms/${draft}/report`)
    await page.getByText("No version is live").waitFor()
  })

  test("says what takes long while submissions are counted, and what the server says where it is busy", async () => {
    const { page } = app
    app.expectRefusals()
    let answer = () => undefined as void
    await page.route("**/reports/submissions?*", async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.continue()
    })
    await app.open(`/forms/${formId}/report?${period}`)
    await page.getByText("Submissions are being counted.").waitFor()
    answer()
    await page.getByRole("heading", { name: "Created by day" }).waitFor()
    await page.unrouteAll()
    await page.route("**/reports/submissions?*", refusing(503))
    await app.open(`/forms/${formId}/report?${period}`)
    await page.getByText("The server said 503.").waitFor()
    await page.unrouteAll()
    await page.getByRole("heading", { name: "Created by day" }).waitFor()
  })

  test("leads nowhere for a person who may not see submissions, and says so; its bars still say their numbers", async () => {
    const { page } = app
    await page.route("**/api/platform/me", async (route) => {
      const response = await route.fetch()
      const me = (await response.json()) as { readonly privileges: ReadonlyArray<string> }
      const privileges = me.privileges.filter((one) => one !== "submission:read")
      await route.fulfill({ response, json: { ...me, privileges } })
    })
    await openReport()
    await page.getByText("for those who have submission:read").waitFor()
    expect(await barsShown()).toEqual([])
    await page.getByRole("img", { name: "25 Oct 2026: draft 1" }).waitFor()
    await expectAccess(app, "report without links")
  })

  test("has a file of the same numbers, and no finding of access, with its tables open", async () => {
    const { page } = app
    await openReport()
    const file = await page.getByRole("link", { name: "Download CSV" }).getAttribute("href")
    const csv = await (await page.request.get(`${app.server.url}${file ?? ""}`)).text()
    expect(csv.startsWith("section,name,value,to,count,sum,mean,min,max")).toBe(true)
    for (const table of await page.getByText("Show as a table").all()) await table.click()
    await expectAccess(app, "report")
  })
})
