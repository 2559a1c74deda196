/** `<formwork-form>` in Chromium, on a page whose policy allows no inline style, no foreign script and no text that becomes markup. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { FormworkForm } from "../../src/element/formworkForm.ts"
import { demo, everyType } from "./forms.ts"
import { bundle, findings, found } from "./page.ts"
import { every, fill, motor, Site } from "./site.ts"

it("the element with the engine that runs a prepared form is at most 49 kB, and loads the check for a definition and other languages for their pages alone", async () => {
  const { inputs, kilobytes } = await bundle()
  console.log(
    `<formwork-form>: ${kilobytes.now.toFixed(1)} kB gzipped, and ${kilobytes.later.toFixed(1)} kB for definitions and other languages`
  )
  expect(kilobytes.now).toBeLessThan(49)
  expect(
    inputs.filter((file) => /re2js|\/effect\/|\/language\/|\/check\/|\/reading\/|\/words\/(?:es|fr|pt)\.ts/u.test(file))
  ).toEqual([])
})

describe.skipIf(found === undefined)(`in Chromium ${found?.version ?? ""}`, () => {
  let site: Site
  beforeAll(async () => {
    site = await Site.open()
  })
  afterAll(() => site.close())

  for (const [name, options] of [
    ["light", { viewport: { width: 1280, height: 800 } }],
    ["dark, at 320 pixels", { viewport: { width: 320, height: 640 }, colorScheme: "dark" }]
  ] as const)
    it(`axe finds nothing on an empty, a full and a wrong form, ${name}, and nothing is wider than the page`, async () => {
      const { done, page } = await site.show(motor, "en", options)
      await page.waitForSelector(".fw-form")
      const isWide = () =>
        page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
      expect([await findings(page), await isWide()]).toEqual([[], false])
      await fill(page, demo("motor-quote.example"))
      await page.getByText("945.46 can be paid").waitFor()
      expect([await findings(page), await isWide()]).toEqual([[], false])
      await page.getByLabel("E-mail address").fill("nowhere")
      await page.getByRole("button", { name: "Send" }).click()
      await page.getByRole("heading", { name: "There is a problem" }).waitFor()
      expect([await findings(page), await isWide()]).toEqual([[], false])
      expect(await done()).toEqual([])
    })

  it("the tree that assistive technology sees has a name, a role and a state for everything", async () => {
    const { done, page } = await site.show(every)
    await page.waitForSelector(".fw-form")
    await page.getByRole("button", { name: "Add to Rows" }).click()
    await page.getByRole("button", { name: "Send" }).click()
    await expect(await page.locator("formwork-form").ariaSnapshot()).toMatchFileSnapshot("../__aria__/everyType.txt")
    expect(await done()).toEqual([])
  })

  it.each([
    ["de-AT", "Wochen", "Für wie lange?", "Wochen: höchstens 52."],
    ["fr-CH", "Semaines", "For how long?", "La valeur de «\u00a0Semaines\u00a0» est supérieure à 52."],
    ["en-GB", "Weeks", "For how long?", "Weeks is more than 52."]
  ])("a page in %s shows the form and its author's sentences in that language", async (lang, label, own, built) => {
    const { done, page } = await site.show('form="permit" base="/own"', lang)
    await page.waitForSelector(".fw-form")
    await page.locator(".fw-form button[type=submit]").click()
    await page.locator(".fw-problem").filter({ hasText: own }).waitFor()
    await page.getByLabel(label).fill("60")
    await page.locator(".fw-problem").filter({ hasText: built }).waitFor()
    expect(await done()).toEqual([])
  })

  it.each([
    ["fr", "Envoyer", "Il y a un problème", "Le champ «\u00a0Weeks\u00a0» est obligatoire."],
    ["es-MX", "Enviar", "Hay un problema", "El campo «Weeks» es obligatorio."],
    ["pt-BR", "Enviar", "Há um problema", "O campo “Weeks” é obrigatório."]
  ])("a page in %s has the element's own words in that language", async (lang, button, summary, missing) => {
    const { done, page } = await site.show('form="weeks" base="/own"', lang)
    await page.getByRole("button", { name: button }).click()
    await page.getByRole("heading", { name: summary }).waitFor()
    await page.locator(".fw-problem").filter({ hasText: missing }).waitFor()
    expect(await findings(page)).toEqual([])
    expect(await done()).toEqual([])
  })

  it("words are loaded for a language that the page changes to, and English stays where they cannot be had", async () => {
    const { page } = await site.show('form="weeks" base="/own"')
    const speak = (lang: string) =>
      page.locator("formwork-form").evaluate((element, tag) => element.setAttribute("lang", tag), lang)
    await page.getByLabel("Weeks").fill("3")
    await speak("pt")
    await page.getByRole("button", { name: "Enviar" }).waitFor()
    expect(await page.getByLabel("Weeks").inputValue()).toBe("3")
    await page.route(/\/es-[^/]*\.js$/, (route) => route.abort())
    await speak("es")
    await page.getByRole("button", { name: "Send" }).waitFor()
    expect(await page.getByLabel("Weeks").inputValue()).toBe("3")
    await page.close()
  })

  it("what was filled in can be read without a control", async () => {
    const { done, page } = await site.show(`${every} mode="read"`)
    await page.waitForSelector(".fw-form")
    await fill(page, { fee: "12", one: "b", rows: [{ name: "first" }] })
    await page.getByText("€24.00").waitFor()
    expect(await page.locator("input, select, textarea, button").count()).toBe(0)
    expect(await page.locator("dd").filter({ hasText: "Second" }).count()).toBe(1)
    expect(await findings(page)).toEqual([])
    expect(await done()).toEqual([])
  })

  it("the page's own styles win, and its custom properties reach the controls", async () => {
    const { done, page } = await site.show(every)
    await page.waitForSelector(".fw-form")
    const styleOf = (name: string) =>
      page
        .getByLabel("Line", { exact: true })
        .evaluate((control, own) => getComputedStyle(control).getPropertyValue(own), name)
    const before = await styleOf("border-top-left-radius")
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync("formwork-form { --formwork-radius: 13px } input { padding-top: 17px }")
      document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets]
    })
    expect([before, await styleOf("border-top-left-radius"), await styleOf("padding-top")]).toEqual([
      "6px",
      "13px",
      "17px"
    ])
    expect(await done()).toEqual([])
  })

  it("a page hears of each change, asks its own why, and may bring a definition, a session and a submit of its own", async () => {
    const { done, page } = await site.show(every)
    await page.waitForSelector(".fw-form")
    await page.evaluate((text) => {
      const form = document.querySelector<FormworkForm>("formwork-form")
      if (form === null) return
      const heard: Array<string> = []
      for (const name of ["formwork-change", "formwork-why", "formwork-filed", "formwork-refused"])
        form.addEventListener(
          name,
          (event) => void heard.push(`${name} ${JSON.stringify(event instanceof CustomEvent ? event.detail : "")}`)
        )
      Object.assign(window, { heard })
      form.setAttribute("why", "")
      form.submit = (filing) => Promise.resolve({ referenceNumber: filing.body })
      const { session } = form
      form.definition = JSON.parse(text)
      // The check is loaded first. Until then the page shows, and forgets, what it had.
      return new Promise<void>((resolve) => {
        const isOther = () => (form.session === session ? void requestAnimationFrame(isOther) : resolve())
        isOther()
      })
    }, JSON.stringify(everyType))
    await page.getByText("Secret is hidden").waitFor()
    await page.getByLabel("Fee").fill("2")
    await page.getByRole("button", { name: "Why: Double" }).click()
    await page
      .locator(".fw-reasons")
      .filter({ hasText: /^double is 4\.00: fee is 2\.00\.$/u })
      .waitFor()
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByLabel("Yes").check()
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByText('Your reference is {"data":{"fee":"2","yes":true}}').waitFor()
    const heard = await page.evaluate(() => Reflect.get(window, "heard"))
    expect(heard).toEqual([
      'formwork-change {"pointer":"/fee"}',
      'formwork-why {"pointer":"/double"}',
      expect.stringMatching(/^formwork-refused \{"problems":\[\{"field":"yes"/u),
      'formwork-change {"pointer":"/yes"}',
      expect.stringMatching(/^formwork-filed/u)
    ])
    expect(await done()).toEqual([])
  })

  it("a form that cannot be loaded says so, and tells the page why", async () => {
    const { done, page } = await site.show('form="none" base="/own"')
    await page.getByText("This form cannot be shown right now.").waitFor()
    expect(await done()).toEqual([
      "error: Failed to load resource: the server responded with a status of 404 (Not Found)"
    ])
  })
})
