/** Files of a form in the console, in a browser at a real server: written, tried out, uploaded with a draft, and linked. */
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

const id = "01890a5d-ac96-774b-bcce-b302099a8057"

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
    expect(await types.inputValue()).toBe("application/pdf")
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
    const asked: Array<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }> = []
    await page.route("**/api/platform/forms/*/files?*", async (route) => {
      const request = route.request()
      asked.push({ url: request.url(), headers: await request.allHeaders() })
      await route.fulfill({ status: 201, contentType: "application/json", body: JSON.stringify({ id }) })
    })
    await app.open(`/submissions/${draft}?tab=fill`)
    await page
      .getByLabel("Identity card", { exact: true })
      .setInputFiles({ name: "card.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(1_500) })
    await page.getByText("card.pdf (1.5 kB)").waitFor()
    expect(asked.map(({ url }) => url.replace(/^.*\/api/u, "/api"))).toEqual([
      `/api/platform/forms/${form}/files?field=card`
    ])
    expect(asked[0]?.headers).toMatchObject({
      "x-formwork": "console",
      "content-type": "application/pdf",
      "content-disposition": "attachment; filename*=UTF-8''card.pdf"
    })
    await expectAccess(app, "a draft with a file")
    const saved = page.waitForRequest((request) => request.method() === "PUT")
    await page.getByRole("button", { name: "Save draft" }).click()
    expect(JSON.parse((await saved).postData() ?? "")).toEqual({ data: { name: "Ada", card: id } })
    await page.getByText("Saved as revision 2").waitFor()
    await app.open(`/submissions/${draft}`)
    const link = page.getByRole("link", { name: "Download: Identity card" })
    expect(await link.getAttribute("href")).toBe(`/api/platform/submissions/${draft}/files/${id}`)
    await expectAccess(app, "a submission with a file")
  })
})
