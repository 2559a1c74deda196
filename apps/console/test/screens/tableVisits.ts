/** Tables: the list, a new one, and all that one table has. */
import { expect } from "vitest"
import { call, refusing } from "../forms/support.ts"
import type { Console } from "../harness/browser.ts"
import { pricing } from "../tables/support.ts"
import { hostile, hostileLines } from "./hostileTexts.ts"
import { dialog, escape, press, refused, wide } from "./Visit.ts"
import type { Visit } from "./Visit.ts"

const COLUMNS =
  '{"keys":[{"name":"postcode","type":"text","match":"exact"}],"values":[{"name":"said","type":"text"},{"name":"factor","type":"number","decimals":2}]}'

const rows = (factor: string): string => [COLUMNS, JSON.stringify([hostile, hostile, factor])].join("\n")

const done = async (app: Console, operation: string, body: unknown, revision?: number) => {
  const { body: answer, status } = await call(
    app,
    operation,
    body,
    revision === undefined ? {} : { "If-Match": `"${revision}"` }
  )
  expect(status, JSON.stringify(answer).slice(0, 2_000)).toBeLessThan(300)
  return answer
}

/** A published table, whose draft differs, and a form that looks up in it. */
const makeTable = async (app: Console) => {
  await done(app, "POST tables", { name: "areas", ndjson: rows("1.25") })
  await done(app, "POST tables/areas/publish", { note: hostileLines }, 1)
  const definition = {
    ...pricing("LOOKS"),
    title: hostile,
    fields: [
      { slug: "postcode", type: "text", label: hostile },
      { slug: "price", type: "number", decimals: 2, label: hostile, formula: "lookup(area, 'factor', postcode)" }
    ]
  }
  const { id } = await done(app, "POST forms", { definition })
  const examples = [{ name: hostile, data: { postcode: hostile }, expect: { calculatedData: { price: 1.25 } } }]
  await done(app, `PUT forms/${String(id)}/examples`, { examples }, 1)
  await done(app, `POST forms/${String(id)}/publish`, {}, 1)
  await done(
    app,
    "PUT tables/areas/draft",
    { ndjson: `${rows("2.50")}\n${JSON.stringify(["*", hostileLines, "1"])}` },
    1
  )
  await done(app, "POST tables", { name: "never", ndjson: rows("1") })
}

const faults = [
  { line: 2, column: hostile, message: hostileLines, expected: hostile },
  { line: 3, message: hostile }
]

export const tableVisits: ReadonlyArray<Visit> = [
  {
    name: "no tables",
    route: "/tables",
    go: async (app) => {
      await app.open("/tables")
      await app.page.getByText("There are no tables yet").waitFor()
    }
  },
  {
    name: "tables",
    route: "/tables",
    go: async (app) => {
      await makeTable(app)
      await app.open("/tables")
      await app.page.getByRole("row", { name: /^areas/u }).waitFor()
    }
  },
  {
    name: "new table with faults",
    route: "/tables/new-table",
    go: async (app) => {
      await app.open("/tables/new-table")
      await app.page.getByLabel("Name").fill("another")
      await app.page.getByLabel("Rows", { exact: true }).fill(`${hostile}\n${hostile}\n${hostile}`)
      await app.page.route("**/api/platform/tables", refusing(422, { ...refused, code: "INVALID_TABLE", faults }), {
        times: 1
      })
      await press(app, "Make table")
      await app.page.getByRole("row", { name: /^Line 3/u }).waitFor()
      await app.page.getByText("How to write the first line").click()
    }
  },
  {
    name: "rows of a table",
    route: "/tables/$tableName",
    go: async (app) => {
      await app.open("/tables/areas")
      await app.page.getByRole("grid").getByText("2.50").waitFor()
    }
  },
  {
    name: "replace a draft",
    route: "/tables/$tableName/replace",
    go: async (app) => {
      await app.open("/tables/areas/replace")
      await app.page.getByLabel("Rows", { exact: true }).fill(hostileLines)
      await app.page.route("**/tables/areas/draft", refusing(422, refused), { times: 1 })
      await app.page.getByRole("button", { name: "Replace draft", exact: true }).click()
      await app.page.getByRole("alert").waitFor()
    }
  },
  {
    name: "versions of a table",
    route: "/tables/$tableName/versions",
    go: async (app) => {
      await app.open("/tables/areas/versions")
      await app.page.getByRole("row", { name: /^Version 1/u }).waitFor()
    }
  },
  {
    name: "versions of a table beside each other",
    route: "/tables/$tableName/compare",
    go: async (app) => {
      await app.open("/tables/areas/compare?before=1")
      await app.page.getByRole("grid").getByText("Added").waitFor()
    }
  },
  {
    name: "forms of a table",
    route: "/tables/$tableName/forms",
    go: async (app) => {
      await app.open("/tables/areas/forms")
      await app.page.getByRole("table", { name: "Forms" }).waitFor()
    }
  },
  {
    name: "publish a table",
    route: "/tables/$tableName/publish",
    go: async (app) => {
      await app.open("/tables/areas/publish")
      await app.page.getByRole("grid").getByText("Added").waitFor()
      await app.page.getByRole("checkbox").waitFor({ state: "attached" })
    }
  },
  {
    name: "what came of publishing a table",
    route: "/tables/$tableName/publish",
    go: async (app) => {
      await wide(app)
      await app.page.getByRole("list", { name: "Forms that get the new version" }).locator("label").first().click()
      await press(app, /^Publish version 2/u)
      await app.page.getByText("1 case of 1 fails").waitFor()
    }
  },
  {
    name: "delete a table",
    opens: ["screens/tables/one/TableFrame.tsx"],
    go: async (app) => {
      await wide(app)
      await app.open("/tables/never")
      await press(app, "Delete table")
      await dialog(app).waitFor()
    }
  },
  {
    name: "a table without versions",
    route: "/tables/$tableName/versions",
    go: async (app) => {
      await escape(app)
      await app.open("/tables/never/versions")
      await app.page.getByText("There are no versions yet").waitFor()
    }
  }
]
