/** An e-mail with its documents: chosen in the editor, shown before anything is sent, and what became of it, in a browser. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess, file, makeForm, tabTo } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"

const document = (id: string, on = "filed") => ({ id, kind: "document", on, title: `The ${id}`, blocks: [] })

const definition = {
  title: "Offers",
  code: "ATT",
  fields: [
    { slug: "name", type: "text", maxLength: 10_000 },
    { slug: "large", type: "boolean" }
  ],
  effects: [
    { id: "thanks", kind: "notification", to: "ada@example.org", subject: "Your offer", text: "Dear {name}," },
    // With a name of 10,000 characters it is longer than a document may be.
    { id: "offer", kind: "document", title: "Offer", blocks: Array.from({ length: 21 }, () => ({ text: "{name}" })) },
    { ...document("terms"), when: "large" },
    document("letter", "draft_saved")
  ]
}

const attaching = {
  ...definition,
  code: "ATT2",
  effects: definition.effects.map((one) => (one.id === "thanks" ? { ...one, attach: ["offer", "terms"] } : one))
}

const patience = { timeout: 20_000 }

describeInBrowser("an e-mail with documents", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  const stateOf = async (formId: string, effect: string): Promise<string> => {
    const { body } = await call(app, `GET effects?form=${formId}&limit=100`)
    const found = Object(body["items"]).find(({ effectId }: { readonly effectId: string }) => effectId === effect)
    return String(Object(found)["state"])
  }

  test("has a box for each document of its event, and what is ticked by keyboard is saved in that order", async () => {
    const { page } = app
    const formId = await makeForm(app, definition, "draft")
    await app.open(`/forms/${formId}/edit?view=structure&try=false&at=/effects/0`)
    const group = page.getByRole("group", { name: "Attached documents" })
    await group.waitFor()
    expect(await group.getByRole("checkbox").count()).toBe(2)
    expect(await group.getByText("letter").count()).toBe(0)
    const attached = async () =>
      Object((await call(app, `GET forms/${formId}/draft`)).body["definition"])["effects"][0]["attach"]
    for (const [name, expected] of [
      ["terms", ["terms"]],
      ["offer", ["terms", "offer"]],
      ["terms", ["offer"]]
    ] as const) {
      await group.getByRole("checkbox", { name }).focus()
      await page.keyboard.press("Space")
      await expect.poll(attached, patience).toEqual(expected)
    }
    await expectAccess(app, "the inspector of an e-mail")
    await group.getByRole("checkbox", { name: "offer" }).focus()
    await page.keyboard.press("Space")
    await expect.poll(attached, patience).toBeUndefined()
  })

  test("names in a preview the documents that would be attached, by their own conditions", async () => {
    const { page } = app
    const formId = await makeForm(app, attaching, "draft")
    await app.open(`/forms/${formId}/edit?view=structure&at=/effects/0`)
    await page.getByRole("tab", { name: /^Effects/u }).click()
    const mail = page.getByRole("region", { name: "thanks" })
    await mail.getByText("Attached", { exact: true }).waitFor()
    await mail.getByText("offer", { exact: true }).waitFor()
    expect(await mail.getByText("terms").count()).toBe(0)
  })

  test("is dead and says why where a document cannot be made", async () => {
    const { page } = app
    const formId = await makeForm(app, { ...attaching, code: "ATT4" })
    await file(app, formId, { name: "x".repeat(10_000), large: true })
    await expect.poll(() => stateOf(formId, "thanks"), { timeout: 30_000 }).toBe("dead")
    await app.open(`/effects?form=${formId}&state=dead`)
    await page.getByText("Not sent, because it attaches what could not be made: offer.").waitFor()
    await expectAccess(app, "effects with a dead e-mail")
    await tabTo(page, "thanks")
    await tabTo(page, "thanks")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "thanks" }).waitFor()
    const documents = page.getByRole("definition").filter({ hasText: "terms" })
    await documents.getByText("Dead").waitFor()
    await documents.getByText("Delivered").waitFor()
    await expectAccess(app, "an e-mail with its documents")
    await documents.getByRole("link", { name: "offer" }).click()
    await page
      .getByText(/it is longer than 200,000 characters/u)
      .first()
      .waitFor()
  })

  test("of a submission names its documents, and while it waits what for", async () => {
    const { page } = app
    const formId = await makeForm(app, { ...attaching, code: "ATT3" })
    const { body } = await call(app, `POST v1/forms/${formId}/submissions`, { data: { name: "Ada", large: true } })
    await expect.poll(() => stateOf(formId, "thanks"), { timeout: 30_000 }).toBe("delivered")
    const submission = String(body["id"])
    await app.open(`/submissions/${submission}?tab=effects`)
    const item = page.getByRole("listitem").filter({ hasText: "thanks" })
    await item.getByText("Attaches").waitFor()
    expect(await item.textContent()).toContain("offer, terms")
    await page.route("**/api/platform/effects?*", async (route) => {
      const response = await route.fetch()
      const found = Object(await response.json())
      const waiting = (one: object) => {
        const { attachments } = Object(one)
        if (attachments.length === 0) return one
        const [first, second] = attachments
        return { ...one, state: "pending", nextAttemptAt: null, attachments: [{ ...first, state: "pending" }, second] }
      }
      await route.fulfill({ response, json: { ...found, items: Object(found["items"]).map(waiting) } })
    })
    await app.open(`/submissions/${submission}?tab=effects`)
    await item.getByText("Waits for").waitFor()
    await page.unrouteAll()
    const { body: content } = await call(
      app,
      `GET effects/${Object((await call(app, `GET effects?submission=${submission}&kind=notification`)).body["items"])[0].id}/content`
    )
    expect(Object(content["content"])["attach"]).toEqual(["offer", "terms"])
  })
})
