/** Every call of the workspace, refused in every way and cut off, in a browser at a real server: it says so, loses nothing and goes on. */
import type { Route } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, file, makeForm, refusing, saveDraft } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"

/** How a call fails, and what the screen says of it. 0 cuts the connection; 401 opens the way back in. */
const faults = [
  [403, { privilege: "form:read" }, "It needs the privilege form:read"],
  [404, {}, "The server said 404."],
  [409, {}, "The server said 409."],
  [412, {}, "The server said 412."],
  [422, { problems: [{ pointer: "/x", message: "It is elsewhere." }] }, "It is elsewhere."],
  [429, {}, "The server said 429."],
  [503, {}, "The server said 503."],
  [0, {}, "The server cannot be reached."]
] as const

const definition = (title: string, label = "Metres") => ({
  title,
  code: "FAULTS",
  fields: [
    { slug: "metres", type: "integer", label, required: true },
    { slug: "price", type: "money", currency: "EUR", formula: "metres * 18.50" }
  ]
})

describeInBrowser("the workspace where calls fail", () => {
  let app: Console
  let form: string
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
    form = await makeForm(app, definition("Faults"))
    await file(app, form, { metres: 3 })
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  const open = (query = "view=structure&try=false") => app.open(`/forms/${form}/edit?${query}`)
  const title = () => app.page.getByLabel("Title", { exact: true })
  const ready = () => title().waitFor()
  const saved = () => app.page.getByText(/^Draft \d+, saved$/u).waitFor()
  const signInAgain = async (): Promise<void> => {
    const door = app.page.getByRole("dialog", { name: "You have been signed out" })
    await door.getByLabel("Password").fill(app.server.owner.password)
    await app.page.keyboard.press("Enter")
    await door.waitFor({ state: "detached" })
  }
  /** Refuses the calls of one method to one address, `times` of them. */
  const refuse = async (
    method: string,
    address: RegExp,
    status: number,
    members: Readonly<Record<string, unknown>> = {},
    times = 1
  ): Promise<void> => {
    let left = times
    const answer = (route: Route): Promise<void> => {
      if (route.request().method() !== method || left === 0) return route.fallback()
      left -= 1
      return refusing(status, members)(route)
    }
    await app.page.route(address, answer)
  }
  const draftCall = /\/api\/platform\/forms\/[^/]+\/draft$/u
  const formCall = /\/api\/platform\/forms\/[^/]+$/u
  const versionCall = /\/api\/platform\/forms\/[^/]+\/versions\/[^/]+$/u
  /** A read is repeated twice by itself where the server may answer later. */
  const isRepeated = (status: number): boolean => [429, 503, 0].includes(status)
  /** Refuses the reads of an address in one way after the other. */
  const refuseReads = async (address: RegExp, all: ReadonlyArray<(typeof faults)[number]>): Promise<void> => {
    for (const [status, members] of all.toReversed())
      await refuse("GET", address, status, members, isRepeated(status) ? 3 : 1)
  }

  test("a draft that cannot be read says why, and opens when it can be", async () => {
    const { page } = app
    app.expectRefusals()
    await refuseReads(draftCall, passing)
    await open()
    await expectReads()
    await ready()
    await refuse("GET", draftCall, 403, { privilege: "form:read" })
    await open()
    await page.getByText("It needs the privilege form:read").waitFor()
    await refuse("GET", draftCall, 404)
    await page.reload()
    await page.getByText("It was removed, or it never was.").waitFor()
    await refuse("GET", draftCall, 401)
    await open()
    await signInAgain()
    await ready()
  })

  test("a draft that cannot be saved says why, keeps what was typed, and is saved when it can be", async () => {
    const { page } = app
    app.expectRefusals()
    await open()
    for (const [status, members, said] of faults) {
      const typed = `Typed at ${status}`
      await refuse("PUT", draftCall, status, members)
      await title().fill(typed)
      await page.keyboard.press("Control+s")
      const sentence = status === 0 ? "Not saved: the server does not answer." : `Not saved: ${said}`
      const label = page.locator("header").last().getByRole("status")
      await label.getByText(status === 403 || status === 422 ? said : sentence).waitFor()
      expect(await title().inputValue(), String(status)).toBe(typed)
      // The server has said when it may be asked again.
      if (status !== 429 && status !== 503) await page.getByRole("button", { name: "Save now" }).click()
      await saved()
      expect(await title().inputValue(), String(status)).toBe(typed)
      expect((await call(app, `GET forms/${form}/draft`)).body["definition"]).toMatchObject({ title: typed })
    }
    expect(await page.getByText("saved revision").count()).toBe(0)
  })

  test("who is signed out while writing goes on in the same document after signing in", async () => {
    const { page } = app
    app.expectRefusals()
    await refuse("PUT", draftCall, 401)
    await title().fill("Typed at the door")
    await page.keyboard.press("Control+s")
    await signInAgain()
    await saved()
    await title().fill("Typed behind the door")
    await page.keyboard.press("Control+s")
    await saved()
    await page.getByRole("button", { name: "Undo" }).click()
    await expect.poll(() => title().inputValue()).not.toBe("Typed behind the door")
    await page.getByRole("button", { name: "Redo" }).click()
    await saved()
    expect((await call(app, `GET forms/${form}/draft`)).body["definition"]).toMatchObject({
      title: "Typed behind the door"
    })
  })

  test("another person's revision that cannot be read is merged when it can be", async () => {
    const { page } = app
    app.expectRefusals()
    for (const [status, members, said] of faults) {
      const { body } = await call(app, `GET forms/${form}/draft`)
      const theirs = definition("Typed behind the door", `Theirs ${status}`)
      await saveDraft(app, form, Number(body["revision"]), theirs)
      await refuse("GET", draftCall, status, members)
      const typed = `Mine at ${status}`
      await title().fill(typed)
      await page.keyboard.press("Control+s")
      const label = page.locator("header").last().getByRole("status")
      await label.getByText(status === 0 ? "Not saved: the server does not answer." : said).waitFor()
      expect(await title().inputValue()).toBe(typed)
      if (status !== 429 && status !== 503) await page.getByRole("button", { name: "Save now" }).click()
      await page.getByText(/The draft has the changes of both windows/u).waitFor()
      await page.keyboard.press("Control+s")
      await saved()
      const { definition: stored } = (await call(app, `GET forms/${form}/draft`)).body
      expect(stored).toMatchObject({ title: typed, fields: [{ label: `Theirs ${status}` }, {}] })
      await page.getByRole("button", { name: "Dismiss" }).click()
      await title().fill("Typed behind the door")
      await page.keyboard.press("Control+s")
      await saved()
    }
  })

  test("a live version that cannot be read says why, and is compared with when it can be", async () => {
    const { page } = app
    app.expectRefusals()
    // Two calls, one after the other.
    await refuseReads(formCall, faults.slice(0, 4))
    await refuseReads(versionCall, faults.slice(4))
    await open()
    await page.getByText("The live version could not be read").waitFor()
    for (const [, , sentence] of faults) {
      await page.getByText(sentence).waitFor()
      await page.getByRole("button", { name: "Try again" }).click()
    }
    await page.getByRole("button", { name: /^\d+ changes?/u }).waitFor()
    await refuse("GET", versionCall, 401)
    await open()
    await signInAgain()
    await page.getByRole("button", { name: /^\d+ changes?/u }).waitFor()
  })

  const passing = faults.filter(([status]) => status !== 403 && status !== 404)
  /** Each failed read is said, and asked for again: by itself where the server has said when. */
  const expectReads = async (): Promise<void> => {
    for (const [status] of passing) {
      await app.page.getByText(status === 0 ? "The server cannot be reached." : `The server said ${status}.`).waitFor()
      if (status !== 429 && status !== 503) await app.page.getByRole("button", { name: "Try again" }).click()
    }
  }
  /** Each refusal of a dialog's call is said in it, and what was entered stays; then it is made. */
  const expectWrites = async (
    role: "dialog" | "alertdialog",
    [method, address]: readonly [string, RegExp],
    submit: string,
    entered: () => Promise<string>
  ): Promise<void> => {
    const dialog = app.page.getByRole(role)
    const before = await entered()
    for (const [status, members, sentence] of faults) {
      // A list of examples is read and sent again where another person has changed it.
      await refuse(method, address, status, members, method === "PUT" && status === 409 ? 2 : 1)
      await dialog.getByRole("button", { name: submit }).click()
      await dialog.getByRole("alert").getByText(sentence).waitFor()
      expect([status, await entered()]).toEqual([status, before])
    }
    await refuse(method, address, 401)
    await dialog.getByRole("button", { name: submit }).click()
    await signInAgain()
    expect(await entered()).toBe(before)
    await dialog.getByRole("button", { name: submit }).click()
    await dialog.waitFor({ state: "detached" })
  }

  test("submissions that cannot be read say why, and fill the try-out when they can be", async () => {
    const { page } = app
    app.expectRefusals()
    await open("view=structure")
    await page.getByText("1 missing").waitFor()
    const address = /\/api\/platform\/submissions\?/u
    await refuseReads(address, passing)
    await page.getByRole("button", { name: "From a submission…" }).click()
    await expectReads()
    const dialog = page.getByRole("dialog", { name: "Fill from a submission" })
    await dialog.getByRole("button", { name: /^FAULTS/u }).waitFor()
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await refuse("GET", address, 403, { privilege: "submission:read" })
    await page.getByRole("button", { name: "From a submission…" }).click()
    await dialog.getByText("It needs the privilege submission:read").waitFor()
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await refuse("GET", address, 401)
    await page.getByRole("button", { name: "From a submission…" }).click()
    await signInAgain()
    await dialog.getByRole("button", { name: /^FAULTS/u }).click()
    await page.getByText(/^Filled from FAULTS/u).waitFor()
    await page.locator("output", { hasText: "55.50" }).waitFor()
  })

  test("a draft that cannot be filed says why in its dialog, and is filed once when it can be", async () => {
    const { page } = app
    app.expectRefusals()
    await page.getByRole("button", { name: /^File as a draft/u }).click()
    const address = /\/api\/platform\/v1\/forms\/[^/]+\/submissions$/u
    await expectWrites("alertdialog", ["POST", address], "File as a draft", async () => "")
    await page.getByText(/^FAULTS-\S+ is stored as a draft\.$/u).waitFor()
    const { items } = (await call(app, `GET submissions?form=${form}&state=draft`)).body
    expect(items).toMatchObject([{ data: { metres: 3 } }])
  })

  test("examples that cannot be read or kept say why, and are when they can be", async () => {
    const { page } = app
    app.expectRefusals()
    await refuseReads(/\/examples$/u, passing)
    await open("view=structure")
    await page.getByRole("tab", { name: "Cases" }).click()
    await expectReads()
    await page.getByText("No cases yet.").waitFor()
    await page.getByRole("button", { name: "Keep what is filled in…" }).click()
    const name = page.getByRole("dialog").getByLabel("Name")
    await name.fill("Kept at last")
    await expectWrites("dialog", ["PUT", /\/examples$/u], "Keep", () => name.inputValue())
    await page.getByRole("tab", { name: "Cases 1" }).waitFor()
    expect((await call(app, `GET forms/${form}/examples`)).body["examples"]).toMatchObject([{ name: "Kept at last" }])
  })

  test("what answers an author's questions is fetched after a while, and with the next question where it could not be", async () => {
    const { page } = app
    app.expectRefusals()
    const answers = /\/assets\/authorsAnswerTo-[^/]*\.js$/u
    let asked = 0
    await page.route(answers, (route) => {
      asked += 1
      return asked === 1 ? route.abort() : route.fallback()
    })
    await open("view=source")
    // The first fetch comes without a question.
    await expect.poll(() => asked, { timeout: 30_000 }).toBe(1)
    await page.locator(".cm-line", { hasText: "metres * 18.50" }).getByText("metres", { exact: true }).click()
    await expect
      .poll(
        async () => {
          await page.keyboard.press("Control+Space")
          await page.waitForTimeout(500)
          return page.locator(".cm-tooltip-autocomplete").count()
        },
        { timeout: 30_000 }
      )
      .toBe(1)
    expect(asked).toBe(2)
  })
})
