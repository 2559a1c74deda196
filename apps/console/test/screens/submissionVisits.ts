/** The page of one submission. */
import { call, refusing } from "../forms/support.ts"
import type { Console } from "../harness/browser.ts"
import { hostile } from "./hostileTexts.ts"
import type { HostileOrganisation } from "./organisation.ts"
import { dialog, press, refused } from "./Visit.ts"
import type { Visit } from "./Visit.ts"

const route = "/submissions/$submissionId"

let made: string | undefined

/** A submission of the hostile form that began as a draft and was filed with other values: the same for all visits. */
const makeOne = async (app: Console, formId: string): Promise<string> => {
  const rows = [{ cell: hostile }]
  const begun = { data: { said: "a", many: 3, rows, gone: hostile }, draft: true }
  const { body } = await call(app, `POST v1/forms/${formId}/submissions`, begun)
  const id = String(body["id"])
  const filed = { data: { said: hostile, other: hostile, many: 4, rows: [...rows, ...rows] } }
  await call(app, `POST submissions/${id}/file`, filed, { "If-Match": '"1"' })
  return id
}

const openOne = async (app: Console, { formId }: HostileOrganisation, query = "") => {
  await app.page.setViewportSize({ width: 1280, height: 800 })
  made ??= await makeOne(app, formId)
  await app.open(`/submissions/${made}${query}`)
}

export const submissionVisits: ReadonlyArray<Visit> = [
  {
    name: "submission, values and a why",
    route,
    go: async (app, organisation) => {
      await openOne(app, organisation, "?why=/repeated")
      await app.page.getByText("repeated is").first().waitFor()
      await app.page.getByRole("button", { name: "Review" }).waitFor()
    }
  },
  {
    name: "a transition that is refused",
    opens: ["screens/submissions/one/transitions/TransitionDialog.tsx"],
    go: async (app) => {
      await press(app, "Review")
      await app.page.route("**/transitions", refusing(422, refused), { times: 1 })
      await dialog(app).getByRole("button", { name: "Review" }).click()
      await dialog(app).getByRole("alert").waitFor()
    }
  },
  {
    name: "submission, history",
    route,
    go: async (app, organisation) => {
      await openOne(app, organisation, "?tab=history")
      await app.page.getByRole("button", { name: "What changed in revision 2" }).waitFor()
      await app.page.getByRole("table", { name: "Values that changed" }).waitFor()
    }
  }
]
