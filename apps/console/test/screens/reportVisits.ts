/** The report of a form, and the usage of all. */
import type { Console } from "../harness/browser.ts"
import { wide } from "./Visit.ts"
import type { Visit } from "./Visit.ts"

const openTables = async (app: Console) => {
  for (const table of await app.page.getByText("Show as a table").all()) await table.click()
}

export const reportVisits: ReadonlyArray<Visit> = [
  {
    name: "report",
    route: "/forms/$formId/report",
    go: async (app, { formId }) => {
      await wide(app)
      await app.open(`/forms/${formId}/report`)
      await app.page.getByRole("heading", { name: "Created by day" }).waitFor()
      await app.page.getByRole("link", { name: /^large/u }).waitFor()
      await openTables(app)
    }
  },
  {
    name: "report of days without submissions",
    route: "/forms/$formId/report",
    go: async (app, { formId }) => {
      await app.open(`/forms/${formId}/report?from=2001-01-01&to=2001-01-02`)
      await app.page.getByText("Nothing was created in these days").waitFor()
    }
  },
  {
    name: "usage",
    route: "/usage",
    go: async (app, { formId }) => {
      await wide(app)
      await app.open(`/usage?form=${formId}`)
      await app.page.getByRole("table", { name: "Calls by key and person" }).waitFor()
      await openTables(app)
    }
  },
  {
    name: "usage of too many days",
    route: "/usage",
    go: async (app) => {
      await app.open("/usage?from=2001-01-01&to=2026-01-02")
      await app.page.getByText("Calls are shown for at most 92").waitFor()
    }
  }
]
