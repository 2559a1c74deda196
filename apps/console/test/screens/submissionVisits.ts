/** The page of one submission. */
import { call, refusing } from "../forms/support.ts"
import type { Console } from "../harness/browser.ts"
import { hostile, hostileLines } from "./hostileTexts.ts"
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
    name: "a transition of a submission that was changed meanwhile",
    go: async (app) => {
      await call(
        app,
        `POST submissions/${made ?? ""}/transitions`,
        { name: "review", comment: hostileLines },
        { "If-Match": '"2"' }
      )
      await dialog(app).getByRole("button", { name: "Review" }).click()
      await dialog(app).getByText("It was changed meanwhile").waitFor()
    }
  },
  {
    name: "deleting a submission",
    opens: ["screens/submissions/one/removal/DeleteSubmission.tsx"],
    go: async (app) => {
      await dialog(app).getByRole("button", { name: "Cancel" }).click()
      await press(app, "Delete")
      await dialog(app)
        .getByText("Cannot be called back")
        .or(dialog(app).getByText("Not sent any more"))
        .first()
        .waitFor()
      await dialog(app).getByRole("textbox", { name: "Reason" }).fill(hostile)
      const reference = (await app.page.getByRole("heading", { level: 1, includeHidden: true }).textContent()) ?? ""
      await dialog(app).getByRole("textbox", { name: /^Type/u }).fill(reference)
      await app.page.route("**/delete", refusing(422, refused), { times: 1 })
      await press(app, "Delete for good")
      await dialog(app).getByRole("alert").waitFor()
    }
  },
  {
    name: "keeping a submission as a case",
    route,
    opens: ["screens/submissions/one/cases/KeepAsCase.tsx"],
    go: async (app, organisation) => {
      await openOne(app, organisation)
      await press(app, "Keep as a case")
      await dialog(app).getByRole("textbox", { name: "Name" }).fill(hostile)
      await app.page.route("**/examples", refusing(422, refused), { times: 1 })
      await dialog(app).getByRole("button", { name: "Keep" }).click()
      await dialog(app).getByRole("alert").waitFor()
    }
  },
  {
    name: "a submission that was kept as a case",
    opens: ["screens/submissions/one/cases/KeepAsCase.tsx"],
    go: async (app) => {
      // The server refuses what it answered itself, once its texts were made longer on the way.
      const kept = { json: { revision: 2, examples: [] } }
      await app.page.route("**/examples", (route) => route.fulfill(kept), { times: 1 })
      await dialog(app).getByRole("button", { name: "Keep" }).click()
      await dialog(app).getByRole("status").waitFor()
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
  },
  ...["mail", "hook", "paper"].map((name): Visit => ({
    name: `submission, the effect ${name}`,
    route,
    go: async (app, organisation) => {
      await openOne(app, organisation, "?tab=effects")
      await app.page.getByRole("button", { name: `Details of ${name}` }).click()
      await app.page.getByText("What is sent").waitFor()
      await app.page
        .getByText(/^(?:Subject|File|POST|PUT)$/u)
        .first()
        .waitFor()
    }
  })),
  {
    name: "a draft of a submission that is filled on",
    route,
    go: async (app, { formId }) => {
      const { body } = await call(app, `POST v1/forms/${formId}/submissions`, { data: { said: "a" }, draft: true })
      await app.page.setViewportSize({ width: 1280, height: 800 })
      await app.open(`/submissions/${String(body["id"])}?tab=fill`)
      const fields = app.page.getByRole("group", { name: "The form of the draft" }).getByRole("textbox")
      await fields.first().fill(`${hostile} mine`)
      await call(app, `PUT submissions/${String(body["id"])}`, { data: { said: hostile } }, { "If-Match": '"1"' })
      await press(app, "Save draft")
      await app.page.getByRole("button", { name: "Put together, and go on" }).waitFor()
    }
  },
  {
    name: "leaving a draft that is not saved",
    opens: ["screens/submissions/one/fill/LeaveDialog.tsx"],
    go: async (app) => {
      await app.page.setViewportSize({ width: 1280, height: 800 })
      await app.page.getByRole("tab", { name: "JSON" }).click()
      await dialog(app).waitFor()
    }
  },
  {
    name: "submission, documents",
    route,
    go: async (app, organisation) => {
      await openOne(app, organisation, "?tab=documents")
      await app.page.getByRole("row").nth(1).waitFor()
      await app.page.route("**/documents/*", refusing(503, refused), { times: 1 })
      await press(app, /^Download/u)
      await app.page.getByRole("alert").waitFor()
    }
  },
  ...["json", "audit"].map((tab): Visit => ({
    name: `submission, ${tab}`,
    route,
    go: async (app, organisation) => {
      await openOne(app, organisation, `?tab=${tab}`)
      await app.page
        .getByRole("tabpanel")
        .getByText(/GET \/api|Filed a submission/u)
        .first()
        .waitFor()
    }
  }))
]
