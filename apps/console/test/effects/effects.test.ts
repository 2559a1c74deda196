/** Effects, in a browser at a real server that sends to a receiver of the test. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { focusIsKept } from "../keys/support.ts"
import { addPerson, signInAs } from "../people/support.ts"
import { fileDead, openReceiver, sendingForm, sendingHere } from "./support.ts"
import type { Receiver } from "./support.ts"

describeInBrowser("effects", () => {
  let app: Console
  let receiver: Receiver
  beforeAll(async () => {
    app = await openConsole(sendingHere)
    receiver = await openReceiver()
    await app.signIn()
  })
  afterAll(async () => {
    await app.close()
    receiver.close()
  })
  afterEach(() => app.expectNothingWrong())

  const stateOf = async (formId: string, state: string): Promise<number> =>
    Object((await call(app, `GET effects?form=${formId}&state=${state}&limit=100`)).body["items"]).length

  test("the filters stand in one row, and nothing can be tried again where nothing has failed", async () => {
    const { page } = app
    await app.open("/effects")
    await page.getByText("No effects yet").waitFor()
    const tops = await Promise.all(
      [
        page.getByRole("textbox", { name: "Destination" }),
        page.getByLabel("Fired from"),
        page.getByLabel("Fired until")
      ].map(async (control) => (await control.boundingBox())?.y)
    )
    expect(new Set(tops).size).toBe(1)
    await expect.poll(() => page.getByRole("button", { name: "Retry all that match" }).isDisabled()).toBe(true)
  })

  test("a dead effect is found from home, looked into and retried by keyboard alone, and the focus is never lost", async () => {
    const { page } = app
    receiver.answer = { status: 404, text: "There is no CRM here." }
    const formId = await sendingForm(app, receiver.url, "ONE")
    await fileDead(app, formId, 1)
    await app.open("/")
    await page.getByRole("link", { name: "1 dead effect" }).waitFor()
    await tabTo(page, "1 dead effect")
    await page.keyboard.press("Enter")
    await page.waitForURL(/effects\?state=dead/u)
    await page.getByRole("row", { name: /crm/u }).waitFor()
    await focusIsKept(page)
    await expectAccess(app, "effects")
    await tabTo(page, "Select crm")
    await tabTo(page, "crm")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "crm" }).waitFor()
    await page.getByText("Failed for good").waitFor()
    await page.getByText("Status 404").waitFor()
    await page.getByText('"name": "Lead 0"').waitFor()
    await focusIsKept(page)
    await tabTo(page, "Beginning of the answer")
    await page.keyboard.press("Enter")
    await page.getByText("There is no CRM here.").waitFor()
    await expectAccess(app, "effect")
    receiver.answer = { status: 200, text: "" }
    await page.getByRole("heading", { name: "crm" }).focus()
    await tabTo(page, "Retry")
    await page.keyboard.press("Enter")
    await page.getByText("It is being tried again.").waitFor()
    await page.getByText("Attempt 2").waitFor({ timeout: 20_000 })
    await page.getByRole("definition").filter({ hasText: "Delivered" }).waitFor({ timeout: 20_000 })
    await focusIsKept(page)
    expect(receiver.received.at(-1)).toContain("Lead 0")
  })

  test("selected ones are retried, and no others", async () => {
    const { page } = app
    receiver.answer = { status: 404, text: "" }
    const formId = await sendingForm(app, receiver.url, "SOME")
    await fileDead(app, formId, 3)
    await app.open(`/effects?form=${formId}`)
    const boxes = page.getByRole("checkbox")
    await expect.poll(() => boxes.count()).toBe(3)
    expect(await page.getByRole("button", { name: "Retry selected" }).isDisabled()).toBe(true)
    for (const at of [0, 1]) {
      await boxes.nth(at).focus()
      await page.keyboard.press("Space")
    }
    await page.getByText("2 selected").waitFor()
    receiver.answer = { status: 200, text: "" }
    await page.getByRole("button", { name: "Retry selected" }).click()
    await page.getByText("2 effects are tried again at once.").waitFor()
    await expectAccess(app, "retry selected")
    await page.getByRole("button", { name: "Retry 2 effects" }).click()
    await page.getByText("2 effects are being tried again.").waitFor()
    await focusIsKept(page)
    await expect.poll(() => stateOf(formId, "delivered"), { timeout: 20_000 }).toBe(2)
    expect(await stateOf(formId, "dead")).toBe(1)
    await page.getByText("0 selected").waitFor()
  })

  test("all that match are counted first, and what the filter leaves out stays", async () => {
    const { page } = app
    receiver.answer = { status: 404, text: "" }
    const [first, second] = [
      await sendingForm(app, receiver.url, "MANY"),
      await sendingForm(app, receiver.url, "OTHER")
    ]
    await fileDead(app, first, 4)
    await fileDead(app, second, 1)
    await app.open("/effects")
    await page.getByRole("button", { name: "Every form" }).click()
    await page.getByRole("option", { name: "Leads MANY" }).click()
    await page.waitForURL(new RegExp(`form=${first}`, "u"))
    await page.getByRole("link", { name: "Dead 4" }).click()
    await page.waitForURL(/state=dead/u)
    await page.getByLabel("Destination").fill(receiver.host)
    await page.waitForURL(/destination=/u)
    await page.getByRole("button", { name: "Retry all that match" }).click()
    await page.getByText("4 effects match.").waitFor()
    await expectAccess(app, "retry all that match")
    receiver.answer = { status: 200, text: "" }
    await page.getByRole("button", { name: "Retry 4 effects" }).click()
    await page.getByText("4 effects are being tried again.").waitFor()
    await focusIsKept(page)
    await expect.poll(() => stateOf(first, "delivered"), { timeout: 20_000 }).toBe(4)
    expect(await stateOf(second, "dead")).toBe(1)
    await page.reload()
    await page.getByRole("heading", { name: "No effect is like that" }).waitFor()
    await expect.poll(() => page.getByRole("button", { name: "Retry all that match" }).isDisabled()).toBe(true)
  })

  test("who may not see effects reads which privilege it needs", async () => {
    const { page } = app
    await signInAs(app, await addPerson(app, "author", "author"))
    app.expectRefusals()
    expect(await page.getByRole("link", { name: "Effects" }).count()).toBe(0)
    await app.open("/effects")
    await page.getByText("It needs the privilege effect:read").waitFor()
    expect(await page.getByRole("button", { name: "Retry all that match" }).isDisabled()).toBe(true)
  })
})
