/** The console in German: at the door, on its screens, wide and narrow, and while the language changes. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { en } from "../../src/messages/en/en.ts"
import { expectWholeAccess } from "../screens/access.ts"
import { englishOn } from "./english.ts"

const heading = ({ page }: Console, name: string) => page.getByRole("heading", { name, level: 1 })

const langOf = ({ page }: Console): Promise<string> => page.evaluate(() => document.documentElement.lang)

/** Catalogues that the page has fetched, by the language that their files are named after. */
const fetched = ({ page }: Console): Promise<ReadonlyArray<string>> =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .flatMap(({ name }) => /\/assets\/(en|de)-[^/]+\.js$/u.exec(name)?.[1] ?? [])
      .toSorted()
  )

const signInInGerman = async (app: Console): Promise<void> => {
  const { page, server } = app
  await app.open("/signin")
  await page.getByLabel("E-Mail-Adresse").fill(server.owner.email)
  await page.getByLabel("Passwort").fill(server.owner.password)
  await page.getByRole("button", { name: "Anmelden" }).click()
  await heading(app, "Start").waitFor()
}

describeInBrowser("a German browser", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" }, { locale: "de-AT" })
  })
  afterEach(() => app.expectNothingWrong())
  afterAll(() => app.close())

  test("is spoken to in German from the first page on, and fetches no English", async () => {
    await app.open("/signin")
    await heading(app, "Anmelden").waitFor()
    expect(await langOf(app)).toBe("de")
    expect(await fetched(app)).toEqual(["de"])
    expect(await englishOn(app)).toEqual([])
    await expectWholeAccess(app, "the door")
    await app.page.setViewportSize({ width: 1280, height: 800 })
  })

  test("a person signs in, makes a key and tries it", async () => {
    const { page } = app
    await signInInGerman(app)
    await page.getByRole("link", { name: "API-Schlüssel" }).click()
    await page.getByRole("link", { name: "Neuer Schlüssel" }).click()
    await page.getByLabel("Name").fill("Angebote")
    await page.getByText("Berechnen und einreichen").click()
    await page
      .getByText(/^Dieser Schlüssel kann .*Einreichungen anlegen und sonst nichts\. Er gilt bis .*2027/u)
      .waitFor()
    await page.getByRole("button", { name: "Schlüssel erstellen" }).click()
    await heading(app, "Diesen Schlüssel jetzt sichern").waitFor()
    await page.getByRole("button", { name: "Jetzt ausprobieren" }).click()
    await page.getByText("Der Schlüssel funktioniert: 200").waitFor()
    expect(await englishOn(app)).toEqual([])
    await page.getByText("Ich habe ihn gesichert").click()
  })

  test("no screen has an English sentence in it, is wider than its window, or has a finding of axe", async () => {
    const { page, server } = app
    const form = `/forms/${server.variable("FORM_ID_MQ")}`
    // Labels of its fields, which are English and the organisation's own.
    const ofForm = await page.evaluate(async (path) => (await fetch(`/api/platform${path}/draft`)).text(), form)
    const screens = [
      ["/", "Start"],
      ["/forms", "Formulare"],
      ["/forms/new", "Neues Formular"],
      [form, "Motor quote"],
      [`${form}/integrate`, "Motor quote"],
      [`${form}/versions`, "Motor quote"],
      [`${form}/publish`, "Motor quote"],
      [`${form}/edit?view=structure&at=/fields/36`, "Motor quote"],
      ["/submissions", "Einreichungen"],
      ["/effects", "Effekte"],
      ["/settings/keys", "API-Schlüssel"],
      ["/settings/keys/new", "Neuer API-Schlüssel"],
      ["/settings/people", "Personen"],
      ["/settings/roles", "Rollen"],
      ["/settings/secrets", "Geheimnisse"],
      ["/settings/organisation", "Organisation"],
      ["/settings/audit", "Audit-Log"],
      ["/settings/me", "Mein Konto"],
      ["/nowhere", "Unter dieser Adresse gibt es keine Seite"]
    ] as const
    for (const [path, title] of screens) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await app.open(path)
      await heading(app, title).waitFor()
      await page.waitForLoadState("networkidle")
      const found = await englishOn(app)
      expect(path.startsWith(form) ? found.filter((text) => !ofForm.includes(`"${text}"`)) : found, path).toEqual([])
      await expectWholeAccess(app, path)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  }, 240_000)
})

describeInBrowser("the choice of a language", () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
  })
  afterEach(() => app.expectNothingWrong())
  afterAll(() => app.close())

  test("an English browser fetches no German", async () => {
    await app.open("/signin")
    await heading(app, "Sign in").waitFor()
    expect(await langOf(app)).toBe("en")
    expect(await fetched(app)).toEqual(["en"])
  })

  test("the English sentences about privileges and roles are those of the server", async () => {
    const { page } = app
    await app.signIn()
    for (const [kind, kinds, sentences] of [
      ["privilege", "privileges", en.privileges.why],
      ["role", "roles", en.people.rolesWhy]
    ] as const) {
      const answer = await page.request.get(`${app.server.url}/api/platform/${kinds}`)
      const items: ReadonlyArray<Readonly<Record<string, string>>> = (await answer.json()).items
      expect(Object.fromEntries(items.map((one) => [one[kind], one["description"]]))).toEqual(sentences)
    }
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.removeItem("formwork.session"))
  })

  test("where no language comes, the page says so", async () => {
    const { page } = app
    app.expectRefusals()
    await page.route(/\/assets\/(?:en|de)-/u, (route) => route.abort())
    await app.open("/signin")
    await page.getByText("The console could not be loaded. Reload the page to try again.").waitFor()
    await page.unroute(/\/assets\/(?:en|de)-/u)
    await app.open("/signin")
    await heading(app, "Sign in").waitFor()
  })

  test("at the door it keeps what is typed, and the focus; a reload keeps the choice", async () => {
    const { page, server } = app
    await page.getByLabel("Address").fill(server.owner.email)
    await page.getByRole("button", { name: "Deutsch" }).focus()
    await page.keyboard.press("Enter")
    await heading(app, "Anmelden").waitFor()
    expect(await langOf(app)).toBe("de")
    expect(await page.getByLabel("E-Mail-Adresse").inputValue()).toBe(server.owner.email)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Deutsch")
    await page.reload()
    await heading(app, "Anmelden").waitFor()
    expect(await fetched(app)).toEqual(["de"])
  })

  test("under My account it keeps what is typed, and goes back to that of the browser", async () => {
    const { page } = app
    await signInInGerman(app)
    await app.open("/settings/me")
    await page.getByLabel("Neues Passwort").fill("ein Satz, den nur ich kenne")
    await page.getByText("English", { exact: true }).click()
    await heading(app, "My account").waitFor()
    expect(await page.getByLabel("New password").inputValue()).toBe("ein Satz, den nur ich kenne")
    expect(await page.getByRole("radio", { name: "English", exact: true }).isChecked()).toBe(true)
    await page.getByText("That of the browser: English").click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem("formwork.language"))).toBeNull()
  })

  test("one that is chosen in another tab is shown in this one too, which keeps what is typed", async () => {
    const { page } = app
    await page.getByLabel("New password").fill("ein Satz, den nur ich kenne")
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByText("Deutsch", { exact: true }).click()
    await heading(app, "Mein Konto").waitFor()
    expect(await page.getByLabel("Neues Passwort").inputValue()).toBe("ein Satz, den nur ich kenne")
    expect(await page.getByRole("radio", { name: "Deutsch", exact: true }).isChecked()).toBe(true)
    await other.getByText("Wie im Browser: English").click()
    await heading(app, "My account").waitFor()
    await other.close()
  })

  test("a language that does not come changes nothing, and that is said", async () => {
    const { page } = app
    await page.reload()
    await heading(app, "My account").waitFor()
    app.expectRefusals()
    await page.route(/\/assets\/de-/u, (route) => route.abort())
    await page.getByText("Deutsch", { exact: true }).click()
    await page.getByRole("alert").waitFor()
    await heading(app, "My account").waitFor()
    expect(await page.getByRole("radio", { name: "That of the browser: English" }).isChecked()).toBe(true)
    expect(await page.evaluate(() => localStorage.getItem("formwork.language"))).toBeNull()
    await page.unroute(/\/assets\/de-/u)
  })
})
