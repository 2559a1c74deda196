/** Effects, one of them, and the questions before many are retried. */
import { call, refusing } from "../forms/support.ts"
import { hostile, hostileLines } from "./hostileTexts.ts"
import { dialog, escape, press, refused, wide } from "./Visit.ts"
import type { Visit } from "./Visit.ts"

/** The effects of the hostile form, as if their receiver had refused them with a hostile answer. */
const failed = {
  number: 1,
  startedAt: "2026-11-23T09:30:00.000Z",
  result: "dead",
  durationMillis: 1_234,
  status: 500,
  excerpt: hostileLines,
  reason: hostile
}

const asFailed = (effect: unknown) => ({
  ...Object(effect),
  state: "dead",
  destination: "w".repeat(250),
  lastAttempt: failed,
  attempts: [failed, { ...failed, number: 2, result: "lost", status: null, excerpt: null }],
  nextAttemptAt: "2026-11-23T10:00:00.000Z"
})

const idOf = async (app: Parameters<Visit["go"]>[0], formId: string, kind: string): Promise<string> =>
  Object((await call(app, `GET effects?form=${formId}&kind=${kind}`)).body["items"])[0].id

/** One effect of a kind, with what it sends. */
const oneOf = (kind: string, shown: string): Visit => ({
  name: `effect: ${kind}`,
  route: "/effects/$effectId",
  go: async (app, { formId }) => {
    const id = await idOf(app, formId, kind)
    await app.page.route(`**/api/platform/effects/${id}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: asFailed(await response.json()) })
    })
    await app.open(`/effects/${id}`)
    await app.page.getByText(shown, { exact: true }).first().waitFor()
    for (const fold of await app.page.locator("main summary").all()) await fold.click()
    await app.page.route("**/retry", refusing(409, refused), { times: 1 })
    await press(app, "Retry")
    await app.page.getByRole("alert").waitFor()
    await app.page.unroute(`**/api/platform/effects/${id}`)
  }
})

export const effectVisits: ReadonlyArray<Visit> = [
  {
    name: "effects",
    route: "/effects",
    go: async (app, { formId }) => {
      await app.page.route("**/api/platform/effects?*", async (route) => {
        const response = await route.fetch()
        const page = Object(await response.json())
        await route.fulfill({ response, json: { ...page, items: Object(page["items"]).map(asFailed) } })
      })
      await app.page.route("**/api/platform/effects/summary*", async (route) => {
        const response = await route.fetch()
        const { states } = Object(await response.json())
        const asDead = (one: unknown) => (Object(one)["state"] === "dead" ? { ...Object(one), count: 3 } : one)
        await route.fulfill({ response, json: { states: Object(states).map(asDead) } })
      })
      await app.open(`/effects?form=${formId}`)
      await app.page.getByRole("checkbox").first().waitFor()
    }
  },
  {
    name: "retry selected effects",
    opens: ["screens/effects/list/RetryDialogs.tsx"],
    go: async (app) => {
      await wide(app)
      await press(app, /^Select the/u)
      await press(app, "Retry selected")
      await app.page.route("**/effects/retry", refusing(503, refused), { times: 1 })
      await dialog(app)
        .getByRole("button", { name: /^Retry/u })
        .click()
      await dialog(app).getByRole("alert").waitFor()
    }
  },
  {
    name: "retry all effects that match",
    opens: ["screens/effects/list/RetryDialogs.tsx"],
    go: async (app) => {
      await escape(app)
      await press(app, "Retry all that match")
      await dialog(app).getByText(/match/u).first().waitFor()
    }
  },
  {
    name: "no effect under a filter",
    route: "/effects",
    go: async (app, { formId }) => {
      await escape(app)
      await app.page.unroute("**/api/platform/effects?*")
      await app.page.unroute("**/api/platform/effects/summary*")
      await app.open(`/effects?form=${formId}&destination=${encodeURIComponent("nowhere.example")}`)
      await app.page.getByText("No effect is like that").waitFor()
    }
  },
  oneOf("notification", "Subject"),
  oneOf("delivery", "Signed with"),
  oneOf("document", "File")
]
