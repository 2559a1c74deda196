/** Files in Chromium: chosen, uploaded at once, taken away, refused, and filed by their ids. */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { FormworkForm } from "../../src/element/formworkForm.ts"
import { findings, found } from "./page.ts"
import { claimForm, fileId, fill, Site } from "./site.ts"

const file = (name: string, mimeType: string, bytes: number) => ({ name, mimeType, buffer: Buffer.alloc(bytes, "a") })
const receipt = file("receipt (1) é.pdf", "application/pdf", 1_234)

const valueOf = (page: Page, pointer: string): Promise<unknown> =>
  page.evaluate((at) => document.querySelector<FormworkForm>("formwork-form")?.session?.view(at)?.value, pointer)

/** A gate that a server's answer waits at. */
const gate = (): { readonly promise: Promise<void>; readonly resolve: () => void } => {
  let resolve = (): void => undefined
  const promise = new Promise<void>((open) => (resolve = open))
  return { promise, resolve: () => resolve() }
}

describe.skipIf(found === undefined)(`in Chromium ${found?.version ?? ""}`, () => {
  let site: Site
  beforeAll(async () => {
    site = await Site.open()
  })
  afterAll(() => site.close())

  it("a file is uploaded when it is chosen, shown by its name, and filed by its id", async () => {
    const { done, filed, page, uploads } = await site.show(claimForm)
    await page.getByLabel("Receipt").waitFor()
    expect(await page.getByLabel("Receipt").getAttribute("accept")).toBe("application/pdf,image/*")
    expect(await findings(page)).toEqual([])
    await page.getByLabel("Receipt").focus()
    await page.getByLabel("Receipt").setInputFiles(receipt)
    await page.getByText("receipt (1) é.pdf (1.3 kB)").waitFor()
    expect(uploads).toEqual([
      {
        at: "/own/forms/claim/files?field=receipt&name=receipt+%281%29+%C3%A9.pdf",
        type: "application/pdf",
        bytes: 1_234
      }
    ])
    expect(await page.getByRole("status").filter({ hasText: "receipt (1) é.pdf is uploaded." }).count()).toBe(1)
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Remove: Receipt")
    expect(await findings(page)).toEqual([])
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByText("Your reference is").waitFor()
    expect(filed.map(({ body }) => JSON.parse(body))).toEqual([{ data: { receipt: fileId(1) } }])
    expect(await done()).toEqual([])
  })

  it("a file of a group and one of a row are uploaded by the names of their fields, and a file can be taken away", async () => {
    const { done, page, uploads } = await site.show(claimForm)
    await page.getByLabel("Deed").setInputFiles(file("deed", "", 10))
    await page.getByText("deed (10 bytes)").waitFor()
    await page.getByRole("button", { name: "Add to Photos" }).click()
    await page.getByLabel("Photo", { exact: true }).setInputFiles(file("a.png", "image/png", 10))
    await page.getByLabel("Shows").waitFor()
    expect(uploads.map(({ at, type }) => [at.split("?")[1], type])).toEqual([
      ["field=home.deed&name=deed", "application/octet-stream"],
      ["field=photos.photo&name=a.png", "image/png"]
    ])
    expect([await valueOf(page, "/home/deed"), await valueOf(page, "/photos/0/photo")]).toEqual([fileId(1), fileId(2)])
    await page.getByRole("button", { name: "Remove: Photo", exact: true }).click()
    await page.getByText("The file is removed.").waitFor()
    expect(await valueOf(page, "/photos/0/photo")).toBeUndefined()
    await expect.poll(() => site.takenBack).toEqual([`/own/forms/claim/files/${fileId(2)}`])
    expect(await page.getByLabel("Shows").count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("file")
    expect(await done()).toEqual([])
  })

  it("a file that the field does not take is not uploaded, and one that the server refuses says why", async () => {
    const { done, page, uploads } = await site.show(claimForm)
    await page.getByLabel("Receipt").setInputFiles(file("big.pdf", "application/pdf", 2_001))
    await page.getByText("Receipt: a file may have 2 kB at most.").waitFor()
    await page.getByLabel("Receipt").setInputFiles(file("page.html", "text/html", 20))
    await page.getByText("Receipt: only files of these types are taken: application/pdf, image/*.").waitFor()
    expect(await findings(page)).toEqual([])
    expect(uploads).toEqual([])
    site.answers.push({ status: 422, body: '{"error":"See problems.","problems":[{"message":"The file is no PDF."}]}' })
    await page.getByLabel("Receipt").setInputFiles(receipt)
    await page.getByText("The file is no PDF.").waitFor()
    expect(await valueOf(page, "/receipt")).toBeUndefined()
    await page.getByLabel("Receipt").setInputFiles([])
    await page.getByLabel("Receipt").setInputFiles(receipt)
    await page.getByText("receipt (1) é.pdf (1.3 kB)").waitFor()
    expect((await done()).filter((line) => !line.includes("422"))).toEqual([])
  })

  it("what is sent waits for what is still uploaded, and is not sent where that is refused", async () => {
    const { done, filed, page } = await site.show(claimForm)
    await page.getByLabel("Receipt").setInputFiles(receipt)
    await page.getByText("receipt (1) é.pdf (1.3 kB)").waitFor()
    const [first, second] = [gate(), gate()]
    site.answers.push({ status: 413, body: '{"error":"The file is too large."}', after: first.promise })
    await page.getByLabel("Deed").setInputFiles(file("deed.txt", "text/plain", 10))
    await page.getByText("Uploading deed.txt…").waitFor()
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByRole("button", { name: "Sending…" }).waitFor()
    first.resolve()
    await page.getByText("The file is too large.").waitFor()
    await page.getByRole("button", { name: "Send" }).waitFor()
    expect(filed).toEqual([])
    site.answers.push({ status: 201, body: `{"id":"${fileId(9)}"}`, after: second.promise })
    await page.getByLabel("Deed").setInputFiles(file("deed.txt", "text/plain", 9))
    await page.getByText("Uploading deed.txt…").waitFor()
    await page.getByRole("button", { name: "Send" }).click()
    second.resolve()
    await page.getByText("Your reference is").waitFor()
    expect(filed.map(({ body }) => JSON.parse(body))).toEqual([
      { data: { receipt: fileId(1), home: { deed: fileId(9) } } }
    ])
    expect((await done()).filter((line) => !line.includes("413"))).toEqual([])
  })

  it("an upload follows its row, and one whose row is gone is dropped", async () => {
    const { done, page } = await site.show(claimForm)
    const add = page.getByRole("button", { name: "Add to Photos" })
    const photos = page.getByLabel("Photo", { exact: true })
    for (const _ of [1, 2, 3]) await add.click()
    const [moved, gone] = [gate(), gate()]
    site.answers.push({ status: 201, body: `{"id":"${fileId(11)}"}`, after: moved.promise })
    site.answers.push({ status: 201, body: `{"id":"${fileId(12)}"}`, after: gone.promise })
    await photos.nth(0).setInputFiles(file("first.png", "image/png", 10))
    await page.getByText("Uploading first.png…").waitFor()
    await photos.nth(1).setInputFiles(file("second.png", "image/png", 10))
    await page.getByText("Uploading second.png…").waitFor()
    await page.getByRole("button", { name: "Move down: Photos 1" }).click()
    await page.getByRole("button", { name: "Remove: Photos 1" }).click()
    moved.resolve()
    await page.getByText("first.png (10 bytes)").waitFor()
    gone.resolve()
    await page.waitForLoadState("networkidle")
    expect([await valueOf(page, "/photos/0/photo"), await valueOf(page, "/photos/1/photo")]).toEqual([
      fileId(11),
      undefined
    ])
    await expect.poll(() => site.takenBack).toEqual([`/own/forms/claim/files/${fileId(12)}`])
    expect(await done()).toEqual([])
  })

  it("what was filed links to its files where the page says which submission it is, and has their ids where not", async () => {
    const shown = async (attributes: string, name: string) => {
      const { done, page } = await site.show(`${claimForm} mode="read" ${attributes}`)
      await page.waitForSelector(".fw-form")
      await fill(page, { receipt: fileId(3) })
      await page.locator("dd").first().waitFor()
      if (attributes !== "") await page.getByRole("link", { name }).waitFor()
      const links = await page
        .getByRole("link", { name })
        .evaluateAll((all) => all.map((link) => link.getAttribute("href")))
      const text = await page.getByText(fileId(3)).count()
      expect(await findings(page)).toEqual([])
      expect(await done()).toEqual([])
      return { links, text }
    }
    const unknown = "Download: Receipt"
    expect(await shown("", unknown)).toEqual({ links: [], text: 1 })
    // Its server tells no names.
    expect(await shown('submission="s2"', unknown)).toEqual({
      links: [`/own/submissions/s2/files/${fileId(3)}`],
      text: 0
    })
    expect(await shown('submission="s1"', "receipt.pdf (1.3 kB)")).toEqual({
      links: [`/own/submissions/s1/files/${fileId(3)}`],
      text: 0
    })
  })

  it("a page uploads in its own way, and one that tries a form out has a stand-in", async () => {
    const { done, page, uploads } = await site.show(claimForm)
    await page.getByLabel("Receipt").waitFor()
    await page.evaluate((id) => {
      const element = document.querySelector<FormworkForm>("formwork-form")
      if (element === null) return
      element.upload = ({ field, file: { size } }) => Promise.resolve({ id: `${id.slice(0, 34)}${size}`, field })
      element.standIn = { label: "Pretend a file", make: () => ({ id, name: "pretended.pdf", size: 1 }) }
    }, fileId(20))
    await page.getByRole("button", { name: "Pretend a file: Receipt" }).click()
    await page.getByText("pretended.pdf (1 byte)").waitFor()
    await page.getByLabel("Deed", { exact: true }).setInputFiles(file("deed.txt", "text/plain", 77))
    await page.getByText("deed.txt (77 bytes)").waitFor()
    expect([await valueOf(page, "/receipt"), await valueOf(page, "/home/deed")]).toEqual([fileId(20), fileId(77)])
    expect(uploads).toEqual([])
    expect(await done()).toEqual([])
  })
})
