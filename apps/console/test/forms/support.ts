/** What the tests of forms share: calls beside the page, refusals in the place of answers, and the keyboard. */
import type { Page, Route } from "playwright-core"
import { expect, vi } from "vitest"
import type { Console } from "../harness/browser.ts"

interface Called {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Calls the app API as the person whose cookie the browser has: `GET forms`. */
export const call = async (
  { page, server }: Console,
  operation: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {}
): Promise<Called> => {
  const [method = "GET", path = ""] = operation.split(" ")
  const response = await page.request.fetch(`${server.url}/api/platform/${path}`, {
    method,
    headers: {
      "X-Formwork": "console",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers
    },
    ...(body === undefined ? {} : { data: JSON.stringify(body) })
  })
  const text = await response.text()
  return { status: response.status(), body: text === "" ? {} : JSON.parse(text) }
}

export const gutter = {
  title: "Gutters",
  code: "GUTTER",
  fields: [
    { slug: "name", type: "text", maxLength: 50 },
    { slug: "metres", type: "integer", required: true },
    { slug: "price", type: "money", currency: "EUR", formula: "metres * 18.50" }
  ]
}

/** A form, published unless `draft`. */
export const makeForm = async (app: Console, definition: Readonly<Record<string, unknown>>, kind = "live") => {
  const { body, status } = await call(app, "POST forms", { definition })
  expect(status, JSON.stringify(body)).toBe(201)
  const id = String(body["id"])
  if (kind === "live")
    expect((await call(app, `POST forms/${id}/publish`, undefined, { "If-Match": '"1"' })).status).toBe(201)
  return id
}

export const saveDraft = async (app: Console, id: string, revision: number, definition: unknown) => {
  const saved = await call(app, `PUT forms/${id}/draft`, { definition }, { "If-Match": `"${revision}"` })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
}

export const file = async (app: Console, id: string, data: unknown) => {
  const filed = await call(app, `POST v1/forms/${id}/submissions`, { data })
  expect(filed.status, JSON.stringify(filed.body)).toBe(201)
}

/** Evaluates with a new key of that name, and waits until the call is counted. */
export const callWithKey = async (app: Console, id: string, name: string) => {
  const { body: key } = await call(app, "POST api-keys", { name, privileges: ["submission:write"] })
  const answer = await fetch(`${app.server.url}/api/platform/v1/forms/${id}/evaluate`, {
    method: "POST",
    headers: { Authorization: `Bearer ${String(key["token"])}`, "Content-Type": "application/json" },
    body: `{"data":{"metres":1}}`
  })
  expect(answer.status).toBe(200)
  const called = async () => JSON.stringify((await call(app, `GET reports/usage?form=${id}`)).body)
  await vi.waitFor(async () => expect(await called()).toContain(`"name":"${name}"`), { timeout: 30_000, interval: 500 })
}

const codes: Readonly<Record<number, string>> = {
  401: "UNAUTHENTICATED",
  403: "PRIVILEGE_REQUIRED",
  404: "NOT_FOUND",
  409: "CONFLICT",
  // The server has no such code: a console that is older than its server meets one.
  412: "PRECONDITION_FAILED",
  422: "INVALID_REQUEST",
  429: "RATE_LIMITED",
  500: "INTERNAL",
  503: "UNAVAILABLE"
}

/** Answers as the server refuses; 0 cuts the connection. */
export const refusing =
  (status: number, members: Readonly<Record<string, unknown>> = {}) =>
  (route: Route): Promise<void> =>
    status === 0
      ? route.abort("connectionreset")
      : route.fulfill({
          status,
          headers: status === 429 || status === 503 ? { "Retry-After": "1" } : {},
          contentType: "application/problem+json",
          body: JSON.stringify({
            type: "about:blank",
            title: "Refused",
            status,
            code: codes[status],
            error: `The server said ${status}.`,
            requestId: `request-${status}`,
            ...members
          })
        })

/** What has the focus, as assistive technology names it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return "body"
    const by = element.getAttribute("aria-labelledby")?.split(" ") ?? []
    const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null
    return [
      element.getAttribute("aria-label"),
      ...by.map((id) => document.getElementById(id)?.textContent ?? ""),
      ...[...(labels ?? [])].map((label) => label.textContent),
      element.textContent
    ]
      .filter(Boolean)
      .join(" ")
  })

/** Presses Tab until what has this name has the focus, as a person without a pointer does once the page is drawn. */
export const tabTo = async (page: Page, name: string): Promise<void> => {
  await page.locator("main h1").first().waitFor({ state: "attached" })
  const seen: Array<string> = []
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab")
    const now = await focused(page)
    if (now.includes(name)) return
    seen.push(now.slice(0, 40))
  }
  throw new Error(`no press of Tab reaches “${name}”: ${seen.join(" | ")}`)
}

/**
 * No finding of axe, and nothing wider than the window: wide and light, then narrow and dark. Colours do not depend on the width, nor
 * places on the colours.
 */
export const expectAccess = async (app: Console, what: string): Promise<void> => {
  const { page } = app
  for (const [width, colorScheme] of [
    [320, "dark"],
    [1280, "light"]
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await page.setViewportSize({ width, height: 800 })
    expect(await app.accessFindings(), `${what} ${colorScheme} ${width}`).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `${what} ${width}`).toBeLessThanOrEqual(width)
  }
}
