/** The list of submissions, and what opens in it. */
import { dialog, press, wide } from "./Visit.ts"
import type { Visit } from "./Visit.ts"

const list = "screens/submissions/list"

export const submissionVisits: ReadonlyArray<Visit> = [
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
    name: "columns",
    opens: [`${list}/ColumnsDialog.tsx`],
    go: async (app) => {
      await wide(app)
      await press(app, "Columns…")
      await dialog(app).waitFor()
    }
  }
]
