/** The list of submissions, and what opens in it. */
import { refusing } from "../forms/support.ts"
import type { Console } from "../harness/browser.ts"
import { hostile } from "./hostileTexts.ts"
import { dialog, openMenu, press, refused, wide } from "./Visit.ts"
import type { Visit } from "./Visit.ts"

const list = "screens/submissions/list"

const selectAll = async (app: Console, formId: string) => {
  await app.open(`/submissions?form=${formId}`)
  await app.page
    .getByRole("row", { name: /HOSTILE-/u })
    .first()
    .waitFor()
  await app.page.getByRole("checkbox", { name: "Select all that are shown" }).click()
}

export const submissionListVisits: ReadonlyArray<Visit> = [
  {
    name: "submissions of all forms",
    route: "/submissions",
    go: async (app) => {
      await app.open("/submissions")
      await app.page
        .getByRole("row", { name: /HOSTILE-/u })
        .first()
        .waitFor()
    }
  },
  {
    name: "submissions",
    route: "/submissions",
    go: async (app, { formId }) => {
      await wide(app)
      await app.open(`/submissions?form=${formId}`)
      await app.page
        .getByRole("row", { name: /HOSTILE-/u })
        .first()
        .waitFor()
      await app.page.getByRole("columnheader").nth(5).waitFor()
    }
  },
  {
    name: "submissions, filtered",
    go: async (app, { formId }) => {
      const filters = { form: formId, text: hostile, reference: hostile, state: hostile, where: hostile }
      await app.open(`/submissions?${new URLSearchParams(filters)}`)
      await app.page.getByRole("alert").first().waitFor()
      await app.page.getByRole("textbox", { name: "Condition" }).waitFor()
      await press(app, "Build one")
    }
  },
  {
    name: "submissions, searched in vain",
    go: async (app, { formId }) => {
      await app.page.route("**/api/platform/submissions?*", (route) =>
        route.fulfill({ json: { items: [], next: "more" } })
      )
      await app.open(`/submissions?${new URLSearchParams({ form: formId, text: hostile })}`)
      await press(app, "Stop")
      await app.page.getByText("The search was stopped.").waitFor()
      await app.page.unroute("**/api/platform/submissions?*")
    }
  },
  {
    name: "submissions, selected",
    opens: [`${list}/many/SelectionBar.tsx`],
    go: async (app, { formId }) => {
      await wide(app)
      await selectAll(app, formId)
      await openMenu(app, /^Transition/u)
    }
  },
  {
    name: "a transition of many, refused",
    opens: [`${list}/many/ManyDialog.tsx`],
    go: async (app, { formId }) => {
      await app.page.keyboard.press("Escape")
      await wide(app)
      await selectAll(app, formId)
      await openMenu(app, /^Transition/u)
      await app.page.getByRole("menuitem").first().click()
      await app.page.route("**/transitions", refusing(409, refused))
      await dialog(app)
        .getByRole("button", { name: /^review \d/u })
        .click()
      await dialog(app).getByText("2 submissions refused").waitFor()
      await app.page.unroute("**/transitions")
    }
  },
  {
    name: "export",
    opens: [`${list}/many/ExportDialog.tsx`],
    go: async (app) => {
      await wide(app)
      await press(app, "Export…")
      await dialog(app).waitFor()
    }
  },
  {
    name: "columns",
    opens: [`${list}/ColumnsDialog.tsx`],
    go: async (app, { formId }) => {
      await wide(app)
      await app.open(`/submissions?form=${formId}`)
      await press(app, "Columns…")
      await dialog(app).waitFor()
    }
  }
]
