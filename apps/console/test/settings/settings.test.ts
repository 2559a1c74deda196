/** Settings: secrets, the organisation and the audit log, in a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess, gutter, makeForm, saveDraft, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { focusIsKept, whereTokenStands } from "../keys/support.ts"
import { addPerson, signInAs } from "../people/support.ts"

const signing = `whsec_${"Q".repeat(44)}`

describeInBrowser("settings", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  const dialog = () => app.page.getByRole("alertdialog").or(app.page.getByRole("dialog"))

  test("a secret is set by keyboard alone, and its value stands nowhere afterwards", async () => {
    const { page } = app
    const value = "a-value-of-the-crm-token"
    await app.open("/settings/secrets")
    await tabTo(page, "New secret")
    await page.keyboard.press("Enter")
    await dialog().waitFor()
    await page.keyboard.type("crm-token")
    await tabTo(page, "Value")
    await page.keyboard.type(value)
    await tabTo(page, "Hosts")
    await page.keyboard.type("crm.example")
    await expectAccess(app, "new secret")
    await tabTo(page, "Set secret")
    await page.keyboard.press("Enter")
    await page.getByRole("row", { name: /crm-token.*Sent to crm\.example/u }).waitFor()
    await focusIsKept(page)
    expect(await whereTokenStands(page, value)).toEqual([])
    await expectAccess(app, "secrets")
  })

  test("a new secret cannot have the name of another, which it would replace", async () => {
    const { page } = app
    expect((await call(app, "PUT secrets", { name: "taken", value: "one" })).status).toBe(200)
    await app.open("/settings/secrets")
    await page.getByRole("button", { name: "New secret" }).click()
    await dialog().getByLabel("Name").fill("taken")
    await dialog().getByText("There is a secret of this name.").waitFor()
    await dialog().getByLabel("Value", { exact: true }).fill("two")
    expect(await dialog().getByRole("button", { name: "Set secret" }).isDisabled()).toBe(true)
    await page.keyboard.press("Escape")
  })

  test("a replaced value overlaps, hosts change apart from it, and a removal says who names it and asks for the name", async () => {
    const { page } = app
    await call(app, "PUT secrets", { name: "signing", value: signing })
    const effects = [{ id: "hook", kind: "delivery", url: "https://hooks.example/in", secret: "signing" }]
    await makeForm(app, { title: "Signs", code: "SIGNS", fields: [{ slug: "name", type: "text" }], effects })
    await app.open("/settings/secrets")
    const row = page.getByRole("row", { name: /^signing/u })
    await row.getByRole("button", { name: "Replace" }).click()
    await dialog()
      .getByLabel("Value", { exact: true })
      .fill(`whsec_${"R".repeat(44)}`)
    await dialog().getByText("An hour").click()
    await dialog().getByRole("button", { name: "Set secret" }).click()
    await row.getByText("ends in").waitFor()
    await page
      .getByRole("row", { name: /^crm-token/u })
      .getByRole("button", { name: /^Actions/u })
      .click()
    await page.getByRole("menuitem", { name: "Change hosts" }).click()
    await dialog().getByLabel("Hosts").fill("crm.example\nbackup.example:8443")
    await dialog().getByRole("button", { name: "Change hosts" }).click()
    await page.getByRole("row", { name: /Sent to crm\.example and backup\.example:8443/u }).waitFor()
    await row.getByRole("button", { name: /^Actions/u }).click()
    await page.getByRole("menuitem", { name: "Remove" }).click()
    await dialog().getByRole("button", { name: "Find where it is used" }).click()
    await dialog().getByRole("link", { name: "Signs" }).waitFor()
    expect(await dialog().getByRole("list", { name: "Used by live forms" }).getByRole("listitem").count()).toBe(1)
    expect(await dialog().getByRole("button", { name: "Remove" }).isDisabled()).toBe(true)
    await expectAccess(app, "remove a secret")
    await dialog().getByLabel("Type its name to go on").fill("signing")
    await dialog().getByRole("button", { name: "Remove" }).click()
    await row.waitFor({ state: "detached" })
    await focusIsKept(page)
  })

  test("the organisation is renamed, and the shell shows the new name; one that was renamed meanwhile is not overwritten", async () => {
    const { page } = app
    await app.open("/settings/organisation")
    await page.getByRole("button", { name: "Rename" }).click()
    await dialog().getByRole("textbox").fill("Ashworth & Daughters")
    await dialog().getByRole("button", { name: "Save" }).click()
    await page.getByRole("banner").or(page.locator("aside, header")).getByText("Ashworth & Daughters").first().waitFor()
    await expectAccess(app, "organisation")
    await page.getByRole("button", { name: "Rename" }).click()
    const { edition } = (await call(app, "GET organisation")).body
    await call(app, "PATCH organisation", { name: "Meanwhile" }, { "If-Match": `"${String(edition)}"` })
    app.expectRefusals()
    await dialog().getByRole("textbox").fill("Lost update")
    await dialog().getByRole("button", { name: "Save" }).click()
    await dialog().getByRole("alert").waitFor()
    expect((await call(app, "GET organisation")).body["name"]).toBe("Meanwhile")
    expect(await dialog().getByRole("textbox").inputValue()).toBe("Lost update")
  })

  test("the audit log is narrowed in the address, says all of a line, and leads to the rest of its request", async () => {
    const { page } = app
    await addPerson(app, "lena", "viewer")
    await app.open("/settings/audit")
    await page.getByRole("button", { name: "Every action" }).click()
    await page.getByRole("option", { name: "Added a person" }).click()
    await page.waitForURL(/action=user\.created/u)
    await page.getByRole("row", { name: /Added a person.*lena/u }).waitFor()
    expect(await page.getByRole("row", { name: /Signed in/u }).count()).toBe(0)
    await expectAccess(app, "audit log")
    await page.getByRole("row", { name: /lena/u }).getByRole("button", { name: "Details" }).click()
    await dialog().getByRole("definition").filter({ hasText: "Session" }).waitFor()
    await expectAccess(app, "line of the audit log")
    await dialog().getByRole("link", { name: "All about this record" }).click()
    await page.waitForURL(/subject=/u)
    await page.getByText("one record").waitFor()
    await page.getByRole("row", { name: /Added a person.*lena/u }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download CSV" }).click()
    ])
    expect(download.suggestedFilename()).toBe("audit.csv")
    let text = ""
    for await (const chunk of await download.createReadStream()) text += String(chunk)
    expect(text.trim().split("\n").length).toBe(2)
    expect(text).toContain("user.created")
    await app.open("/settings/audit?from=2001-01-01&to=2001-01-02")
    await page.getByRole("heading", { name: "No line is like that" }).waitFor()
    await page.getByRole("link", { name: "Clear filter" }).click()
    await page.getByRole("row", { name: /Removed a secret/u }).waitFor()
    const formId = await makeForm(app, gutter)
    await saveDraft(app, formId, 1, { ...gutter, title: "Gutters and pipes" })
    await page.reload()
    await page.getByRole("row", { name: /Published a form .*Gutters and pipes.*Version 1/u }).waitFor()
    await page.getByRole("row", { name: /Saved a draft of a form.*Revision 2/u }).waitFor()
  })

  test("an admin sees secrets and the organisation, and may not change them", async () => {
    const { page } = app
    await signInAs(app, await addPerson(app, "admin", "admin"))
    await app.open("/settings/secrets")
    await page.getByText("Setting and removing secrets needs the privilege organisation:write").waitFor()
    expect(await page.getByRole("button", { name: "New secret" }).isDisabled()).toBe(true)
    expect(await page.getByRole("button", { name: "Replace" }).first().isDisabled()).toBe(true)
    await app.open("/settings/organisation")
    await page.getByText("Changing the organisation needs the privilege organisation:write").waitFor()
    expect(await page.getByRole("button", { name: "Rename" }).isDisabled()).toBe(true)
  })
})
