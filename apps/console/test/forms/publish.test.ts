/** Publishing, versions, going back and home, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { call, callWithKey, expectAccess, file, gutter, makeForm, refusing, saveDraft, tabTo } from "./support.ts"

const [name, metres, price] = gutter.fields
const dearer = { ...gutter, fields: [name, metres, { ...price, formula: "metres * 21.00" }] }
/** Breaks nothing. */
const labelled = { ...gutter, fields: [{ ...name, label: "Your name" }, metres, price] }
/** Refuses what was valid before. */
const stricter = { ...gutter, fields: [name, { ...metres, max: 10 }, price] }

describeInBrowser("publishing", () => {
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

  const publishButton = () => app.page.getByRole("button", { name: /^Publish version/u })
  const ready = () => expect.poll(() => publishButton().isEnabled(), { timeout: 20_000 }).toBe(true)

  test("a form from an example is changed, compared, tried on its submissions and published by keyboard alone", async () => {
    const { page } = app
    await app.open("/forms")
    await tabTo(page, "New form")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "New form" }).waitFor()
    await tabTo(page, "Product order")
    await page.keyboard.press("Enter")
    await page.getByText("13 fields").waitFor()
    await tabTo(page, "Title")
    await tabTo(page, "Make form")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Product order" }).waitFor()
    await tabTo(page, "Publish…")
    await page.keyboard.press("Enter")
    await page.getByText("This is the first version").waitFor()
    await ready()
    await tabTo(page, "Note")
    await page.keyboard.type("The first price list")
    await tabTo(page, "Publish version 1")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Version 1 is live" }).waitFor()

    const id = /forms\/([^/?]+)/u.exec(page.url())?.[1] ?? ""
    const { body } = await call(app, `GET forms/${id}/schema`)
    await file(app, id, body["example"])
    const draft = await call(app, `GET forms/${id}/draft`)
    const taxed = JSON.stringify(draft.body["definition"]).replace("* 0.19", "* 0.21")
    await saveDraft(app, id, 1, JSON.parse(taxed))

    // What was published stands in the address.
    await page.reload()
    await page.getByRole("heading", { name: "Version 1 is live" }).waitFor()
    await tabTo(page, "To the form")
    await page.keyboard.press("Enter")
    await page.getByText("1 change since the live version.").waitFor()
    await tabTo(page, "Publish…")
    await page.keyboard.press("Enter")
    await page.getByText("Field tax: formula changed.").waitFor()
    await page.getByText("1 of 1 submission evaluated").waitFor()
    await page.getByRole("row", { name: /ORDER-/u }).waitFor()
    expect(await page.getByRole("table", { name: "Submissions that change" }).textContent()).toContain("tax:")
    await tabTo(page, "Type ORDER to confirm")
    await page.keyboard.type("ORDER")
    await ready()
    await page.keyboard.press("Control+Enter")
    await page.getByRole("heading", { name: "Version 2 is live" }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY")

    await tabTo(page, "Go back to version 1")
    await page.keyboard.press("Enter")
    await page.getByRole("alertdialog").getByText("Field tax: formula changed.").waitFor()
    await tabTo(page, "Type ORDER to confirm")
    await page.keyboard.type("ORDER")
    await tabTo(page, "Publish again")
    await page.keyboard.press("Enter")
    await page.getByRole("row", { name: /Version 3/u }).waitFor()
    expect(await page.getByRole("row", { name: /Version 3/u }).textContent()).toContain("Live")
    expect(await page.getByRole("row", { name: /Version 1/u }).textContent()).toContain("The first price list")
  })

  test("what breaks callers or submissions asks for the form's code", async () => {
    const { page } = app
    const id = await makeForm(app, gutter)
    await file(app, id, { metres: 12 })
    await saveDraft(app, id, 1, stricter)
    await app.open(`/forms/${id}/publish`)
    await page.getByRole("list", { name: "Changes" }).getByText("Breaking").waitFor()
    await page.getByText("1 stored submission would become invalid.").waitFor()
    await page.getByText("No key called this form in the last 30 days.").waitFor()
    await callWithKey(app, id, "Shop")
    await page.reload()
    await page.getByRole("heading", { name: "1 key called this form in the last 30 days" }).waitFor()
    expect(await page.getByRole("table", { name: "Keys that called this form" }).textContent()).toContain("Shop")
    expect(await page.getByRole("table", { name: "Submissions that change" }).textContent()).toContain(
      "Becomes invalid"
    )
    expect(await publishButton().isDisabled()).toBe(true)
    await expectAccess(app, "publish")
    await page.getByRole("button", { name: "Show in source" }).click()
    await page.getByRole("textbox", { name: "Both definitions, side by side" }).waitFor()
    await expectAccess(app, "source")
    await page.getByLabel("Type GUTTER to confirm").fill("GUTTER")
    await publishButton().click()
    await page.getByRole("heading", { name: "Version 2 is live" }).waitFor()
    await page.reload()
    await page.getByRole("link", { name: "Compare with version 1" }).waitFor()
    await expectAccess(app, "published")
    await page.getByRole("link", { name: "Compare with version 1" }).click()
    await page.getByText("Field metres has max now.").waitFor()
    await expectAccess(app, "version")
  })

  test("a draft that is saved meanwhile is not published, and comes back with what is new", async () => {
    const { page } = app
    const id = await makeForm(app, { ...gutter, title: "Sills", code: "SILL" })
    await saveDraft(app, id, 1, { ...labelled, title: "Sills", code: "SILL" })
    await app.open(`/forms/${id}/publish`)
    await page.getByLabel("Note").fill("Dearer")
    await ready()
    await saveDraft(app, id, 2, { ...stricter, title: "Sills", code: "SILL" })
    app.expectRefusals()
    await publishButton().click()
    await page.getByText("Revision 3 of the draft was saved meanwhile").waitFor()
    expect(await page.getByRole("note").first().textContent()).toContain("Demo Owner saved it.")
    expect((await call(app, `GET forms/${id}`)).body["liveVersionNumber"]).toBe(1)
    await page.getByRole("button", { name: "Show revision 3" }).click()
    const since = page.getByRole("region", { name: "What is new since revision 2" })
    await since.getByText("Field metres has max now.").waitFor()
    expect(await page.getByLabel("Note").inputValue()).toBe("Dearer")
    await page.getByLabel("Type SILL to confirm").fill("SILL")
    await ready()
    await publishButton().click()
    await page.getByRole("heading", { name: "Version 2 is live" }).waitFor()
    const versions = (await call(app, `GET forms/${id}/versions`)).body["items"]
    expect(versions).toMatchObject([{ number: 2, note: "Dearer" }, { number: 1 }])
  })

  test("a draft with faults is not published, and says where to mend them", async () => {
    const { page } = app
    const broken = { ...gutter, title: "Dormers", code: "DORMER" }
    const id = await makeForm(app, broken)
    await saveDraft(app, id, 1, { ...broken, fields: [name, metres, { ...price, formula: "meters * 2" }] })
    await app.open(`/forms/${id}/publish`)
    await page.getByText("The draft has 1 fault.").waitFor()
    expect(await publishButton().isDisabled()).toBe(true)
    await page.getByText("The faults have to be mended first.").waitFor()
    await expectAccess(app, "faults")
    await page.getByRole("link", { name: "Mend it" }).waitFor()
  })

  test("an example that fails is named, with what it gives and what was expected, and publishing needs a reason", async () => {
    const { page } = app
    const chimneys = { ...gutter, title: "Chimneys", code: "CHIMNEY" }
    const id = await makeForm(app, chimneys)
    const examples = [
      { name: "Two metres", data: { metres: 2 }, expect: { valid: true, calculatedData: { price: "37.00" } } },
      { name: "Without metres", data: {}, expect: { valid: false } }
    ]
    const saved = await call(app, `PUT forms/${id}/examples`, { examples }, { "If-Match": '"1"' })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    await saveDraft(app, id, 1, { ...chimneys, fields: [name, metres, { ...price, formula: "metres * 21.00" }] })
    await app.open(`/forms/${id}/publish`)
    await page.getByText("1 case of 2 fails").waitFor()
    await page.getByText("price is 42.00 in the place of 37.00").waitFor()
    await expectAccess(app, "examples")
    expect((await call(app, `POST forms/${id}/publish`, undefined, { "If-Match": '"2"' })).body["code"]).toBe(
      "CASES_FAILED"
    )
    await page.getByText("say why it is published nevertheless").waitFor()
    expect(await publishButton().isDisabled()).toBe(true)
    await page.getByLabel("Why it is published although cases fail").fill("The prices of 2027")
    await page.getByText("The audit log keeps it").waitFor()
    if (await page.getByRole("button", { name: "Skip" }).isVisible())
      await page.getByRole("button", { name: "Skip" }).click()
    const code = page.getByLabel(/CHIMNEY/u)
    if (await code.isVisible()) await code.fill("CHIMNEY")
    await publishButton().click()
    await page.getByRole("heading", { name: /Version \d is live/u }).waitFor()
  })

  test("a run that is refused, busy or broken has a sentence and a button, and skipping it is in the note", async () => {
    const { page } = app
    const id = await makeForm(app, { ...gutter, title: "Awnings", code: "AWNING" })
    await saveDraft(app, id, 1, { ...labelled, title: "Awnings", code: "AWNING" })
    app.expectRefusals()
    await page.route("**/impact", refusing(409))
    await app.open(`/forms/${id}/publish`)
    await page.getByText("Your organisation has one run at a time").waitFor()
    expect(await publishButton().isDisabled()).toBe(true)
    await page.unroute("**/impact")
    await page.route("**/impact", refusing(503))
    await page.getByRole("button", { name: "Run again" }).click()
    await page.getByText("The server said 503.").waitFor()
    await page.getByRole("button", { name: "Skip" }).click()
    await page.getByText("Skipped. The note will say so.").waitFor()
    await page.getByLabel("Note").fill("In a hurry")
    await publishButton().click()
    await page.getByRole("heading", { name: "Version 2 is live" }).waitFor()
    await page.unroute("**/impact")
    const [newest] = Object((await call(app, `GET forms/${id}/versions`)).body["items"])
    expect(newest.note).toBe("In a hurry\nPublished without a run over stored submissions.")
  })

  test("a run that was interrupted shows what it found, and begins again", async () => {
    const { page } = app
    const id = await makeForm(app, { ...gutter, title: "Gables", code: "GABLE" })
    await file(app, id, { metres: 3 })
    await saveDraft(app, id, 1, { ...dearer, title: "Gables", code: "GABLE" })
    await page.route("**/impact/*", async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), state: "interrupted" } })
    })
    await app.open(`/forms/${id}/publish`)
    await page.getByText("The process that ran it ended.").waitFor()
    await page.unrouteAll({ behavior: "wait" })
    await page.getByRole("button", { name: "Run again" }).click()
    await page.getByText("1 of 1 submission evaluated").waitFor()
    await page.getByText("The process that ran it ended.").waitFor({ state: "detached" })
  })

  test("a note stays when publishing fails, with a sentence", async () => {
    const { page } = app
    const id = await makeForm(app, { ...gutter, title: "Eaves", code: "EAVES" })
    await saveDraft(app, id, 1, { ...labelled, title: "Eaves", code: "EAVES" })
    await app.open(`/forms/${id}/publish`)
    await page.getByLabel("Note").fill("Dearer")
    await ready()
    app.expectRefusals()
    for (const status of [403, 422, 429, 503, 0]) {
      await page.route(`**/forms/${id}/publish`, refusing(status))
      await publishButton().click()
      await page.getByText(status === 0 ? "The server cannot be reached" : `The server said ${status}.`).waitFor()
      expect(await page.getByLabel("Note").inputValue()).toBe("Dearer")
      await page.unroute(`**/forms/${id}/publish`)
    }
    await page.route(`**/forms/${id}/publish`, refusing(401))
    await publishButton().click()
    const dialog = page.getByRole("dialog", { name: "You have been signed out" })
    await dialog.getByLabel("Password").fill(app.server.owner.password)
    await page.unroute(`**/forms/${id}/publish`)
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "detached" })
    expect(await page.getByLabel("Note").inputValue()).toBe("Dearer")
    await publishButton().click()
    await page.getByRole("heading", { name: "Version 2 is live" }).waitFor()
  })

  test("the first steps are ticked off by what is there, and go when they are hidden", async () => {
    const { page } = app
    await app.open("/")
    const steps = page.getByRole("region", { name: "First steps" })
    await steps.getByRole("listitem").filter({ hasText: "Change a rule and publish" }).getByLabel("Done:").waitFor()
    expect(await steps.getByRole("listitem").filter({ hasText: "Invite a person" }).getByLabel("Done:").count()).toBe(0)
    await page.getByRole("button", { name: "Hide first steps" }).click()
    await page.reload()
    await page.getByRole("button", { name: "Show first steps" }).click()
    await steps.waitFor()
  })
})
