/** The first steps where the demo's forms are not: each has words of its own, and names a form that there is. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { call, gutter, makeForm } from "./support.ts"

describeInBrowser("first steps", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
    const { items } = (await call(app, "GET forms?archived=false&limit=100")).body
    for (const { id } of items as ReadonlyArray<{ readonly id: string }>)
      expect((await call(app, `POST forms/${id}/archive`)).status).toBe(200)
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  const steps = () => app.page.getByRole("region", { name: "First steps" }).getByRole("listitem")

  test("without a form, each of the five says what it is, and the first makes one", async () => {
    await app.open("/")
    await expect.poll(() => steps().count()).toBe(5)
    const said = await steps().allInnerTexts()
    expect(new Set(said).size).toBe(5)
    expect(said.filter((words) => words.includes("Make a form"))).toHaveLength(1)
    expect(await app.accessFindings()).toEqual([])
    await app.page.getByRole("link", { name: "Make a form and try it" }).click()
    await app.page.getByRole("heading", { name: "New form" }).waitFor()
  })

  test("with one form, the first names that one and leads to it", async () => {
    const id = await makeForm(app, { ...gutter, title: "Contact us" })
    await app.open("/")
    await app.page.getByRole("link", { name: "Try “Contact us”" }).click()
    await app.page.getByRole("heading", { name: "Contact us" }).waitFor()
    expect(new URL(app.page.url()).pathname).toBe(`/console/forms/${id}`)
  })

  test("effects say in words when they are tried, where there are none", async () => {
    await app.page.route("**/api/platform/effects?*", (route) =>
      route.fulfill({ json: { items: [], nextCursor: null } })
    )
    await app.open("/effects")
    await app.page.getByText("An effect is tried at once.").waitFor()
    expect(await app.page.getByText(".md").count()).toBe(0)
  })
})
