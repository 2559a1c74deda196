/** Signing out while words of a draft are not saved, in a browser at a real server. */
import type { Page, Route } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { call, makeForm, refusing } from "../../forms/support.ts"
import { openConsole } from "../../harness/browser.ts"
import type { Console } from "../../harness/browser.ts"
import { describeInBrowser } from "../../harness/chromium.ts"

describeInBrowser("signing out with words that are not saved", () => {
  let app: Console
  let form: string
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
  })
  beforeEach(async () => {
    await app.signIn()
    form = await makeForm(
      app,
      { title: "Gutters", code: `G${count++}`, fields: [{ slug: "a", type: "text" }] },
      "draft"
    )
  })
  afterAll(() => app.close())
  afterEach(async () => {
    await app.page.context().unrouteAll()
    app.expectNothingWrong()
  })

  let count = 1
  const draftCall = /\/api\/platform\/forms\/[^/]+\/draft$/u
  const title = (page: Page) => page.getByLabel("Title", { exact: true })
  const edit = async (page: Page, view = "structure") => {
    await page.goto(`${app.server.url}/console/forms/${form}/edit?view=${view}&try=false`)
  }
  const type = async (page: Page, text: string) => {
    await edit(page)
    await title(page).fill(text)
  }
  const signOut = async (page: Page) => {
    await page.getByRole("button", { name: "Demo Owner" }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
  }
  const door = (page: Page) => page.getByRole("heading", { name: "Sign in", exact: true }).waitFor()
  const question = (page: Page) => page.getByRole("alertdialog", { name: "1 draft is not saved" })
  /** Answers every saving of a draft, of every tab, until the returned function is called. */
  const refuseSaves = async (status: number): Promise<() => Promise<void>> => {
    const answer = (route: Route) => (route.request().method() === "PUT" ? refusing(status)(route) : route.fallback())
    await app.page.context().route(draftCall, answer)
    return () => app.page.context().unroute(draftCall, answer)
  }
  const stored = async () => (await call(app, `GET forms/${form}/draft`)).body["definition"]
  /** The keys of what this browser keeps. */
  const kept = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<ReadonlyArray<string>>((resolve, reject) => {
          const opening = indexedDB.open("formwork-drafts", 1)
          opening.addEventListener("error", () => reject(new Error("it cannot be opened")))
          opening.addEventListener("success", () => {
            const keys = opening.result.transaction("texts").objectStore("texts").getAllKeys()
            keys.addEventListener("success", () => {
              opening.result.close()
              resolve(keys.result.map(String))
            })
          })
        })
    )

  test("words that were typed a moment ago are saved first", async () => {
    const { page } = app
    await type(page, "Typed at last")
    await signOut(page)
    await door(page)
    await app.signIn()
    expect(await stored()).toMatchObject({ title: "Typed at last" })
  })

  test("words that another tab could not save are saved by the one that signs out", async () => {
    const { page } = app
    const other = await page.context().newPage()
    app.expectRefusals()
    const end = await refuseSaves(503)
    await type(other, "Typed in the other tab")
    await other.getByText("Not saved: The server said 503.").waitFor()
    await app.open("/settings/me")
    await signOut(page)
    await question(page).waitFor()
    await question(page).getByRole("button", { name: "Stay" }).click()
    expect(await title(other).inputValue()).toBe("Typed in the other tab")
    await end()
    await signOut(page)
    await door(page)
    await door(other)
    await other.close()
    await app.signIn()
    expect(await stored()).toMatchObject({ title: "Typed in the other tab" })
    await edit(page)
    await expect.poll(() => title(page).inputValue()).toBe("Typed in the other tab")
    expect(await kept(page)).toEqual([])
  })

  for (const [name, status] of [
    ["the server refuses", 422],
    ["get no answer", 0]
  ] as const)
    test(`words that ${name} are asked about: to stay keeps them, and to discard forgets them`, async () => {
      const { page } = app
      app.expectRefusals()
      const end = await refuseSaves(status)
      await type(page, "Typed for nothing")
      await signOut(page)
      await question(page).getByRole("link", { name: "Gutters" }).waitFor()
      expect(await app.accessFindings()).toEqual([])
      await page.keyboard.press("Escape")
      await question(page).waitFor({ state: "detached" })
      expect(await title(page).inputValue()).toBe("Typed for nothing")
      // Elsewhere in this tab, too: the words are in the browser alone.
      await page.getByRole("link", { name: "Home", exact: true }).click()
      await page.getByRole("heading", { name: "Home" }).waitFor()
      expect(await kept(page)).toEqual([expect.stringContaining(form)])
      await signOut(page)
      await question(page).getByRole("button", { name: "Sign out and discard" }).click()
      await door(page)
      await end()
      await app.signIn()
      await edit(page)
      await expect.poll(() => title(page).inputValue()).toBe("Gutters")
      expect(await stored()).toMatchObject({ title: "Gutters" })
    })

  test("a source that is not JSON, in a tab that was closed, is asked about", async () => {
    const { page } = app
    const other = await page.context().newPage()
    await edit(other, "source")
    await other.getByRole("textbox", { name: "Source of the definition" }).press("Control+Home")
    await other.keyboard.insertText("[")
    await other.getByText("Not saved: the source is not JSON.").waitFor()
    await expect.poll(() => kept(other)).toContainEqual(expect.stringContaining(form))
    await other.close()
    await app.open("/settings/me")
    await signOut(page)
    await question(page).getByRole("link", { name: "Gutters" }).click()
    await page.getByText("Not saved: the source is not JSON.").waitFor()
    expect(await question(page).count()).toBe(0)
    await signOut(page)
    await question(page).getByRole("button", { name: "Sign out and discard" }).click()
    await door(page)
  })

  test("a session that ended loses nothing of the person who signs in again, also where they sign out of it", async () => {
    const { page } = app
    app.expectRefusals()
    await edit(page)
    await title(page).waitFor()
    await page.context().clearCookies()
    await title(page).fill("Typed after the end")
    await signOut(page)
    const back = page.getByRole("dialog", { name: "You have been signed out" })
    await back.waitFor()
    expect(await question(page).count()).toBe(0)
    await back.getByRole("button", { name: "Leave this page" }).click()
    await door(page)
    await app.signIn()
    expect(await stored()).toMatchObject({ title: "Gutters" })
    await edit(page)
    await expect.poll(() => title(page).inputValue()).toBe("Typed after the end")
    await page.getByText(/^Draft \d+, saved$/u).waitFor()
    expect(await stored()).toMatchObject({ title: "Typed after the end" })
  })
})
