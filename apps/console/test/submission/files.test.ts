/** Files of a form in the console, in a browser at a real server: written, tried out, uploaded with a draft, and linked. */
import { readFile } from "node:fs/promises"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, expectAccess, makeForm } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { patience, rowOf } from "../author/structure/support.ts"
import { makeClaim } from "./support.ts"

const definition = {
  title: "Membership",
  code: "MEMBER",
  fields: [
    { slug: "name", type: "text", label: "Name" },
    { slug: "card", type: "file", label: "Identity card", mediaTypes: ["application/pdf"], maxBytes: 2_000 },
    { slug: "photos", type: "list", label: "Photos", fields: [{ slug: "photo", type: "file", label: "Photo" }] }
  ]
}

const pdf = Buffer.from(`%PDF-1.7\n${"x".repeat(1_491)}`)

describeInBrowser("files", () => {
  let app: Console
  let form: string
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
    form = await makeForm(app, definition)
  })
  afterAll(() => app.close())
  afterEach(async () => {
    await app.page.unrouteAll()
    app.expectNothingWrong()
  })

  test("an author writes which files are taken, and pretends one in the try-out", async () => {
    const { page } = app
    await app.open(`/forms/${form}/edit?view=structure`)
    await page.getByRole("button", { name: "Pretend a file: Identity card" }).click()
    await page.getByText("pretended file (1 kB)").waitFor()
    await rowOf(app, "card").click()
    const types = page.getByLabel("Types of files")
    await expect.poll(() => types.inputValue()).toBe("application/pdf")
    await types.fill("application/pdf, image/*")
    await page.getByLabel("Most bytes").fill("3000")
    await expectAccess(app, "a file in the structure editor")
    await expect
      .poll(async () => (await call(app, `GET forms/${form}/draft`)).body["definition"], patience)
      .toMatchObject({ fields: [{}, { mediaTypes: ["application/pdf", "image/*"], maxBytes: 3000 }, {}] })
  })

  test("a file is uploaded with the page's header while a draft is filled, and saved by its id", async () => {
    const { page } = app
    const { id: draft } = await makeClaim(app, form, { name: "Ada" }, true)
    await app.open(`/submissions/${draft}?tab=fill`)
    app.expectRefusals()
    await page
      .getByLabel("Identity card", { exact: true })
      .setInputFiles({ name: "card.pdf", mimeType: "application/pdf", buffer: Buffer.from("no PDF") })
    await page
      .getByText("Identity card is said to be a file of the type application/pdf, and its bytes are not.")
      .waitFor()
    await page
      .getByLabel("Identity card", { exact: true })
      .setInputFiles({ name: "card (1).pdf", mimeType: "application/pdf", buffer: pdf })
    await page.getByText("card (1).pdf (1.5 kB)").waitFor()
    await expectAccess(app, "a draft with a file")
    const saved = page.waitForRequest((request) => request.method() === "PUT")
    await page.getByRole("button", { name: "Save draft" }).click()
    const sent = JSON.parse((await saved).postData() ?? "")
    expect(sent).toEqual({ data: { name: "Ada", card: expect.any(String) } })
    const id = sent.data.card
    await page.getByText("Saved as revision 2").waitFor()
    await app.open(`/submissions/${draft}`)
    const link = page.getByRole("link", { name: "card (1).pdf (1.5 kB)" })
    expect(await link.getAttribute("href")).toBe(`/api/platform/submissions/${draft}/files/${id}`)
    await expectAccess(app, "a submission with a file")
    const coming = page.waitForEvent("download")
    await link.click()
    const download = await coming
    // Of letters alone that any machine's locale has: without one, Chromium keeps no others.
    expect(download.suggestedFilename()).toBe("card (1).pdf")
    expect(await readFile(await download.path())).toEqual(pdf)
  })
})
