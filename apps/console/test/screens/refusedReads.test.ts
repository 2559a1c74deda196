/** Screens whose answers are refused, or never come, in a browser at a real server. Those of keys and of publishing have tests of their own. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, refusing } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { AREAS, makeTable } from "../tables/support.ts"

/** What a person reads, by status. 0 is a connection that was cut. */
const sentences: Readonly<Record<number, RegExp>> = {
  403: /It needs the privilege form:read, which you do not have/u,
  404: /There is nothing here/u,
  422: /The server said 422\./u,
  429: /The server said 429\./u,
  503: /The server said 503\./u,
  0: /The server cannot be reached/u
}

describeInBrowser("a screen whose answers are refused", () => {
  let app: Console
  let submissionId: string
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
    const form = app.server.variable("FORM_ID_MQ")
    const { body } = await call(app, `POST v1/forms/${form}/submissions`, { data: {}, draft: true })
    submissionId = String(body["id"])
    await makeTable(app, "areas", AREAS)
    await app.page.clock.install()
  })
  afterAll(() => app.close())
  afterEach(async () => {
    await app.page.unrouteAll()
    app.expectNothingWrong()
  })

  /** Everything but who is signed in: without it there is no screen. */
  const refuse = (status: number) =>
    app.page.route(
      ({ pathname }) => pathname.startsWith("/api/platform/") && pathname !== "/api/platform/me",
      refusing(status, { privilege: "form:read" })
    )

  /** The waits between a page's attempts pass soon, until its sentence is there: an answer needs a moment between two of them. */
  const settled = (sentence: RegExp) =>
    expect
      .poll(
        async () => {
          const isLoading = (await app.page.getByRole("status", { name: "Loading" }).count()) > 0
          if (!isLoading && sentence.test((await app.page.locator("main").textContent()) ?? "")) return true
          await app.page.clock.fastForward(1_000)
          return false
        },
        { interval: 300, timeout: 60_000 }
      )
      .toBe(true)

  const paths = (formId: string): ReadonlyArray<string> => [
    "/",
    "/forms",
    `/forms/${formId}`,
    `/forms/${formId}/versions`,
    `/forms/${formId}/integrate`,
    `/forms/${formId}/report`,
    "/tables",
    ...["", "/versions", "/compare?before=1", "/forms", "/publish", "/replace"].map((one) => `/tables/areas${one}`),
    "/usage",
    "/api",
    "/submissions",
    `/submissions/${submissionId}`,
    "/effects",
    "/effects/01a206a2-c04a-771a-81c5-88934cc88200",
    ...["me", "people", "people/invite", "roles", "secrets", "organisation", "audit"].map((one) => `/settings/${one}`)
  ]

  test.each(Object.entries(sentences))(
    "says so in a sentence, with what the person can do, and shows no skeleton for ever: %s",
    async (status, sentence) => {
      app.expectRefusals()
      for (const path of paths(app.server.variable("FORM_ID_MQ"))) {
        await refuse(Number(status))
        await app.open(path)
        await settled(sentence).catch((error: unknown) => {
          throw new Error(`${path} ${status}`, { cause: error })
        })
        expect(await app.page.getByRole("heading", { level: 1 }).count(), path).toBe(1)
        await app.page.unrouteAll()
      }
    }
  )

  test("shows what it has while a part of it is refused", async () => {
    const { page, server } = app
    const formId = server.variable("FORM_ID_MQ")
    app.expectRefusals()
    for (const [path, part, whole] of [
      ["/forms", "**/reports/overview*", "Motor quote"],
      ["/forms", "**/folders", "Motor quote"],
      [`/forms/${formId}`, "**/schema", "Revision 1"],
      [`/forms/${formId}`, "**/reports/overview*", "Revision 1"],
      [`/forms/${formId}/versions`, "**/folders", "Version 1"],
      [`/submissions?form=${formId}`, "**/versions/*", "The fields of this form could not be read"],
      [`/submissions?form=${formId}`, "**/submissions/count*", "Nothing has been filed yet"],
      ["/settings/me", "**/me/sessions", "Change password"],
      ["/tables/areas", "**/areas/rows?*", "Download CSV"],
      ["/tables/areas/publish", "**/areas/forms", "This is the first version"],
      ["/", "**/effects/summary*", "First steps"]
    ] as const) {
      await page.route(part, refusing(503))
      await app.open(path)
      await page.getByText(whole).first().waitFor()
      await page.unroute(part)
    }
  })

  test("a session that ends while a list is read is asked for over the page, and the list comes after it", async () => {
    const { page, server } = app
    app.expectRefusals()
    for (const [path, shown] of [
      ["/", "First steps"],
      ["/forms", "Roof enquiry"],
      ["/tables", "areas"],
      ["/submissions", "Nothing has been filed yet"],
      [`/forms/${server.variable("FORM_ID_MQ")}/versions`, "Version 1"]
    ] as const) {
      await refuse(401)
      await app.open(path)
      const door = page.getByRole("dialog", { name: "You have been signed out" })
      await door.waitFor()
      await page.unrouteAll()
      await door.getByLabel("Password").fill(server.owner.password)
      await page.keyboard.press("Enter")
      await door.waitFor({ state: "detached" })
      await page.getByText(shown).first().waitFor()
    }
  })

  test("a next page that is refused leaves the first one, and can be asked for again", async () => {
    const { page } = app
    app.expectRefusals()
    await page.route("**/api/platform/forms?*", async (route) => {
      if (route.request().url().includes("cursor=")) return refusing(503)(route)
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), next: "more" } })
    })
    await app.open("/forms")
    await page.getByRole("button", { name: "Show more" }).click()
    await expect
      .poll(async () => {
        await page.clock.fastForward(10_000)
        return page.getByText("The server said 503.").count()
      })
      .toBe(1)
    await page.getByRole("row", { name: /Motor quote/u }).waitFor()
    await page.getByRole("button", { name: "Show more" }).waitFor()
  })
})
