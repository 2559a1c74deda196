/** What no case reaches, in a browser at a real server: the list is the server's own, and gets shorter with a case that reaches more. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { call, makeForm } from "../../forms/support.ts"
import { openConsole } from "../../harness/browser.ts"
import type { Console } from "../../harness/browser.ts"
import { describeInBrowser } from "../../harness/chromium.ts"

const definition = {
  title: "Parcels",
  code: "REACH",
  tables: {
    postage: {
      keys: [{ name: "zone", type: "text" }],
      values: [{ name: "price", type: "integer" }],
      rows: [
        ["near", 3],
        ["far", 9]
      ]
    }
  },
  fields: [
    { slug: "kilos", type: "integer", label: "Kilos", required: true },
    { slug: "zone", type: "text", label: "Zone" },
    { slug: "price", type: "integer", label: "Price", formula: "lookup(postage, 'price', zone)" },
    { slug: "size", type: "text", label: "Size", formula: "kilos > 10 ? 'large' : 'small'" }
  ],
  outcomes: [{ id: "heavy", severity: "warning", when: "kilos > 30", message: "Two people carry it." }]
}

const near = { name: "Near", data: { kilos: 3, zone: "near" }, expect: { valid: true } }
const far = { name: "Far and heavy", data: { kilos: 40, zone: "far" }, expect: { valid: true } }

/** As the console words what the API answers. */
const words = new Map([
  ["given", "never gives a value"],
  ["true", "is never true"],
  ["false", "is never false"],
  ["chosen", "is never chosen"]
])

describeInBrowser("what no case reaches", () => {
  let app: Console
  let form: string
  beforeAll(async () => {
    app = await openConsole()
    await app.signIn()
    app.page.setDefaultTimeout(20_000)
    form = await makeForm(app, definition)
  })
  afterAll(() => app.close())
  afterEach(() => app.expectNothingWrong())

  const open = async (examples: ReadonlyArray<object>, revision: number): Promise<void> => {
    const saved = await call(app, `PUT forms/${form}/examples`, { examples }, { "If-Match": `"${revision}"` })
    expect(saved.status).toBe(200)
    await app.open(`/forms/${form}/edit?view=source&try=true`)
    await app.page.getByRole("tab", { name: /^Cases/u }).click()
  }

  test("Each part of the rules that no case reaches is a line, as the server's check has it", async () => {
    await open([near], 1)
    const { body } = await call(app, `POST forms/${form}/check`, {})
    const { parts, reached, tables, unreached } = Object(body["examples"])["coverage"]
    expect(unreached.length).toBe(parts - reached)
    expect(tables).toEqual([{ table: "postage", rows: 2, found: 1, unfound: [{ row: 2, keys: ["far"] }] }])
    await app.page.getByText(`The cases reach ${reached} of ${parts} parts of the rules`).click()
    await app.page.getByText("They find 1 row of 2 of the table postage").click()
    const lines = app.page.getByRole("tabpanel", { name: /^Cases/u }).getByRole("listitem")
    await lines.getByText("is never found: row 2").waitFor()
    const shown = (await lines.allTextContents()).map((line) => line.replaceAll(/\s+/gu, " "))
    expect(shown.filter((line) => line.startsWith("/"))).toEqual(
      unreached.map(({ never, pointer, text = "" }: { readonly [name: string]: string }) =>
        `${pointer} ${text} ${words.get(never ?? "") ?? ""}`.replaceAll(/\s+/gu, " ")
      )
    )
    expect(shown).toContain("far is never found: row 2")
    expect(await app.accessFindings()).toEqual([])
  })

  test("With a case that reaches the rest there is no list", async () => {
    await open([near, far], 2)
    await app.page.getByText(/^The cases reach all \d+ parts of the rules\.$/u).waitFor()
    expect(await app.page.getByText("is never").count()).toBe(0)
  })
})
