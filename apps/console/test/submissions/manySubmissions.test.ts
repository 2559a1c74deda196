/** Many submissions at once, in a browser at a real server. */
import { readFileSync } from "node:fs"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { budgetOf } from "../../src/api/budget.ts"
import { call, makeForm, refusing, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { fileMany, pipes, submissionsOf } from "./support.ts"

describeInBrowser("many submissions", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "50000" })
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(async () => {
    await app.page.unrouteAll()
    app.expectNothingWrong()
  })

  let forms = 0
  /** Another form each time, with references of its own. */
  const openList = async (count: number, query = "") => {
    const code = `PIPE${String.fromCharCode(65 + forms++)}`
    const formId = await makeForm(app, { ...pipes, code })
    await fileMany(app, formId, 1, count)
    await app.open(`/submissions?form=${formId}${query}`)
    await app.page
      .getByRole("row", { name: new RegExp(code, "u") })
      .first()
      .waitFor()
    return {
      formId,
      code,
      row: (number: number) => app.page.getByRole("row", { name: new RegExp(`${code}-0*${number}\\b`, "u") })
    }
  }
  const bar = () => app.page.getByRole("region", { name: "Selection" })
  const dialog = () => app.page.getByRole("dialog")
  const review = async () => {
    await bar()
      .getByRole("button", { name: /^Transition/u })
      .click()
    await app.page.getByRole("menuitem", { name: "review, to in_review" }).click()
  }
  const statesOf = async (formId: string) =>
    (await submissionsOf(app, formId)).map(({ workflowState }) => workflowState)

  test("go through the transition that all of them have, by keyboard alone", async () => {
    const { page } = app
    const { code, formId } = await openList(6)
    await tabTo(page, `${code}-00000006`)
    await page.keyboard.press("Control+a")
    await bar().getByText("6 submissions selected").waitFor()
    await page.keyboard.press("Shift+Tab")
    await expect
      .poll(() =>
        bar()
          .getByRole("button", { name: /^Transition/u })
          .isVisible()
      )
      .toBe(true)
    for (let presses = 0; presses < 20; presses++) {
      if (
        await bar()
          .getByRole("button", { name: /^Transition/u })
          .evaluate((one) => one === document.activeElement)
      )
        break
      await page.keyboard.press("Tab")
    }
    await page.keyboard.press("Enter")
    await page.getByRole("menuitem", { name: "review, to in_review" }).waitFor()
    await page.keyboard.press("Enter")
    await dialog()
      .getByRole("textbox", { name: /^Comment/u })
      .fill("Looks right.")
    await tabTo(page, "review 6")
    await page.keyboard.press("Enter")
    await dialog().getByText("6 submissions done.").waitFor()
    expect(await app.accessFindings()).toEqual([])
    await dialog().getByRole("button", { name: "Close" }).press("Enter")
    expect(await statesOf(formId)).toEqual(Array.from({ length: 6 }, () => "in_review"))
    await expect.poll(() => page.getByRole("gridcell", { name: "In review" }).count()).toBe(6)
    const [first] = await submissionsOf(app, formId)
    const { body } = await call(app, `GET submissions/${first?.id}/history`)
    expect(Object(body["items"]).at(-1)).toMatchObject({ transition: "review", comment: "Looks right." })
    await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  })

  test("are selected without a row that moves, and the server says with each answer how many requests are left", async () => {
    const { row } = await openList(3)
    const before = await row(1).boundingBox()
    await row(3).getByRole("checkbox").click()
    await bar().getByText("1 submission selected").waitFor()
    expect(await row(1).boundingBox()).toEqual(before)
    const answer = await app.page.request.get(`${app.server.url}/api/platform/me`)
    expect(budgetOf(answer.headers()["ratelimit"] ?? null, 0)?.left).toBeGreaterThan(40_000)
  })

  test("that have none in common can make none", async () => {
    const { formId, row } = await openList(2)
    const [first] = await submissionsOf(app, formId)
    await call(app, `POST submissions/${first?.id}/transitions`, { name: "review" }, { "If-Match": '"1"' })
    await app.page.reload()
    await row(2).getByRole("checkbox").click()
    await row(1).getByRole("checkbox").click()
    await bar().getByText("These have no transition in common.").waitFor()
    await row(1).getByRole("checkbox").click()
    await bar()
      .getByRole("button", { name: /^Transition/u })
      .click()
    await app.page.getByRole("menuitem", { name: "approve, to approved" }).waitFor()
    await app.page.keyboard.press("Escape")
  })

  test("one that was changed meanwhile is refused by name and shown as it is; one that got no answer is tried again", async () => {
    const { page } = app
    app.expectRefusals()
    const { code, formId, row } = await openList(5)
    const [newest, second] = await submissionsOf(app, formId)
    await call(app, `POST submissions/${newest?.id}/transitions`, { name: "review" }, { "If-Match": '"1"' })
    await page.route(`**/submissions/${second?.id}/transitions`, refusing(0), { times: 1 })
    await row(5).getByRole("checkbox").click()
    await page.getByRole("checkbox", { name: "Select all that are shown" }).click()
    await review()
    await dialog().getByRole("button", { name: "review 5" }).click()
    const refused = dialog().getByRole("list", { name: "What was refused" })
    await dialog().getByText("2 submissions refused").waitFor()
    await refused.getByText(`${code}-00000005`).waitFor()
    await refused.getByText("The server cannot be reached.").waitFor()
    await dialog().getByRole("button", { name: "Try 1 again" }).click()
    await dialog().getByText("4 submissions done.").waitFor()
    await dialog().getByText("1 submission refused").waitFor()
    await dialog().getByRole("button", { name: "Close" }).click()
    await row(5).getByRole("gridcell", { name: "In review" }).waitFor()
    expect(await statesOf(formId)).toEqual(Array.from({ length: 5 }, () => "in_review"))
  })

  test("are moved four at a time, and stopping leaves the rest as it is", async () => {
    const { page } = app
    const { formId, row } = await openList(20)
    await row(20).getByRole("checkbox").click()
    await page.getByRole("checkbox", { name: "Select all that are shown" }).click()
    /** Calls that wait until the test lets them go. */
    const held: Array<() => void> = []
    await page.route("**/transitions", async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    const letGo = () => held.splice(0).forEach((go) => go())
    await review()
    await dialog().getByRole("button", { name: "review 20" }).click()
    await expect.poll(() => held.length).toBe(4)
    letGo()
    await dialog().getByText("4 of 20 submissions.").waitFor()
    await expect.poll(() => held.length).toBe(4)
    await page.keyboard.press("Escape")
    await dialog().getByRole("button", { name: "Stop" }).click()
    letGo()
    await dialog().getByText("Stopped: 8 submissions done").waitFor()
    const moved = (await statesOf(formId)).filter((state) => state === "in_review").length
    expect(moved).toBe(8)
    expect(held).toEqual([])
    await dialog().getByRole("button", { name: "Close" }).click()
  })

  test("all that pass the filters are those of every page", async () => {
    const { page } = app
    const { row } = await openList(410)
    await row(410).getByRole("checkbox").click()
    await bar().getByRole("button", { name: "Select all that pass the filters" }).click()
    await bar().getByText("All 410 submissions selected").waitFor()
    await bar().getByRole("button", { name: "Clear selection" }).click()
    await expect.poll(() => page.locator("[role=row][aria-selected=true]").count()).toBe(0)
  })

  test("have their dead effects tried again", async () => {
    const { page } = app
    const { row } = await openList(3)
    const asked: Array<string> = []
    await page.route("**/effects/retry", async (route) => {
      asked.push(route.request().postData() ?? "")
      await route.continue()
    })
    await row(3).getByRole("checkbox").click()
    await row(2).getByRole("checkbox").click()
    await bar().getByRole("button", { name: "Retry effects…" }).click()
    await dialog().getByRole("button", { name: "Retry", exact: true }).click()
    await dialog().getByText("2 submissions done. 0 effects are tried again.").waitFor()
    expect(asked.filter((one) => one.includes('"dead"'))).toHaveLength(2)
    expect(asked.filter((one) => one.includes('"stopped"'))).toHaveLength(2)
    await dialog().getByRole("button", { name: "Close" }).click()
  })

  test("are exported as the filters let them pass, in the order of the list", async () => {
    const { page } = app
    const { code } = await openList(12, `&where=${encodeURIComponent("metres > 9")}`)
    await page.getByText("3 submissions", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Export…" }).click()
    // Where no file comes, what became of the request says why.
    const seen: Array<string> = []
    page.on("request", (request) => void seen.push(`asked ${request.url()}`))
    page.on("response", (response) => void seen.push(`${response.status()} ${response.url()}`))
    page.on("requestfailed", (request) => void seen.push(`failed ${request.url()} ${request.failure()?.errorText}`))
    const [download] = await Promise.all([
      page.waitForEvent("download").catch((cause) => Promise.reject(new Error(seen.join("\n"), { cause }))),
      dialog().getByRole("link", { name: "Download" }).click()
    ])
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\r\n")
    expect(lines.map((line) => line.split(",")[1])).toEqual([
      "submission.referenceNumber",
      ...[12, 11, 10].map((number) => `${code}-${String(number).padStart(8, "0")}`)
    ])
    await dialog().getByText("NDJSON").click()
    await expect
      .poll(() => dialog().getByRole("link", { name: "Download" }).getAttribute("href"))
      .toContain("format=ndjson")
    await page.keyboard.press("Escape")
  })

  test("people who may not move them see why", async () => {
    const { page } = app
    const { row } = await openList(1)
    await page.route("**/api/platform/me", async (route) => {
      const response = await route.fetch()
      const me = await response.json()
      await route.fulfill({ response, json: { ...me, privileges: ["submission:read", "form:read"] } })
    })
    await page.reload()
    await row(1).getByRole("checkbox").click()
    await bar()
      .getByRole("button", { name: /^Transition/u })
      .click()
    const item = page.getByRole("menuitem", { name: /needs submission:write, which you do not have/u })
    await expect.poll(() => item.getAttribute("aria-disabled")).toBe("true")
    await page.keyboard.press("Escape")
    expect(
      await bar()
        .getByRole("button", { name: /needs effect:write/u })
        .isDisabled()
    ).toBe(true)
  })
})
