/** The author's workspace, and what opens in it. */
import { call } from "../forms/support.ts"
import type { Console } from "../harness/browser.ts"
import { tryOutVisits } from "./tryOutVisits.ts"
import { dialog, escape, fromMenu, openMenu, press, wide } from "./Visit.ts"
import type { Visit } from "./Visit.ts"

const outline = "screens/author/structure/outline"

const tab = (app: Console, name: RegExp) => app.page.getByRole("tab", { name }).click()

const openWorkspace = async (app: Console, formId: string, query: string) => {
  await app.page.setViewportSize({ width: 1280, height: 800 })
  await app.open(`/forms/${formId}/edit?${query}`)
  await app.page.getByText("No faults").or(app.page.getByRole("treegrid")).first().waitFor()
}

/** The screen is wide for what follows: tabs would hide the rows. */
const selectRow = async (app: Console, name: string) => {
  await app.page.setViewportSize({ width: 1280, height: 800 })
  await app.page.getByRole("row", { name: new RegExp(`^${name}(?:,|$)`, "u") }).click()
}

const tryOut = (name: string, label: RegExp): Visit => ({
  name: `try-out, ${name}`,
  go: async (app) => {
    await app.page.setViewportSize({ width: 1280, height: 800 })
    await tab(app, label)
    await app.page.getByRole("tabpanel", { name: label }).waitFor()
  }
})

export const workspaceVisits: ReadonlyArray<Visit> = [
  {
    name: "workspace, source",
    route: "/forms/$formId/edit",
    go: async (app, { formId }) => {
      await openWorkspace(app, formId, "view=source")
      await press(app, "Fill with an example")
      await app.page.getByText("0 missing").waitFor()
    }
  },
  tryOut("trace", /^Trace/u),
  tryOut("payload", /^Payload/u),
  tryOut("result", /^Result/u),
  tryOut("effects", /^Effects/u),
  ...tryOutVisits,
  {
    name: "changes",
    opens: ["screens/author/ChangesDialog.tsx"],
    go: async (app) => {
      await wide(app)
      await press(app, /^\d+ changes?/u)
      await dialog(app).waitFor()
    }
  },
  {
    name: "rename field",
    opens: ["screens/author/source/RenameDialog.tsx"],
    go: async (app) => {
      await escape(app)
      const source = app.page.getByRole("textbox", { name: "Source of the definition" })
      await source.press("Control+f")
      await app.page.getByRole("textbox", { name: "Find" }).pressSequentially("many")
      await app.page.keyboard.press("Enter")
      await app.page.keyboard.press("Escape")
      await source.press("F2")
      await dialog(app).waitFor()
    }
  },
  {
    name: "workspace, structure",
    route: "/forms/$formId/edit",
    go: async (app, { formId }) => {
      await openWorkspace(app, formId, "view=structure")
      await selectRow(app, "pick")
      await app.page.getByRole("textbox", { name: "Label of option 1" }).waitFor()
    }
  },
  {
    name: "workspace, constants",
    go: async (app) => {
      await selectRow(app, "Form")
      await app.page.getByRole("textbox", { name: "Value of word" }).waitFor()
    }
  },
  {
    name: "kinds of a new field",
    opens: [`${outline}/OutlineFoot.tsx`],
    go: async (app) => {
      await app.page.setViewportSize({ width: 1280, height: 800 })
      await openMenu(app, /Add field$/u)
    }
  },
  {
    name: "row menu",
    opens: [`${outline}/OutlineRow.tsx`],
    go: async (app) => {
      await app.page.keyboard.press("Escape")
      await app.page.setViewportSize({ width: 1280, height: 800 })
      await openMenu(app, /^Actions for many$/u)
    }
  },
  {
    name: "move part",
    opens: [`${outline}/MoveDialog.tsx`],
    go: async (app) => {
      await app.page.keyboard.press("Escape")
      await fromMenu(app, /^Actions for many$/u, "Move to…")
    }
  },
  {
    name: "delete part",
    opens: [`${outline}/DeleteDialog.tsx`],
    go: async (app) => {
      await app.page.setViewportSize({ width: 1280, height: 800 })
      await fromMenu(app, /^Actions for many$/u, "Delete")
    }
  },
  {
    name: "document effect",
    opens: ["screens/author/structure/inspector/effect/VariantsControl.tsx"],
    go: async (app) => {
      await escape(app)
      await selectRow(app, "paper")
      await press(app, /Add/u)
    }
  },
  {
    name: "two people",
    opens: ["screens/author/saving/Choosing.tsx"],
    go: async (app, { draft, formId }) => {
      await openWorkspace(app, formId, "view=structure&try=false")
      const { body } = await call(app, `GET forms/${formId}/draft`)
      const title = `${draft.title.slice(0, -6)}theirs`
      await call(
        app,
        `PUT forms/${formId}/draft`,
        { definition: { ...draft, title } },
        { "If-Match": `"${String(body["revision"])}"` }
      )
      await selectRow(app, "Form")
      await app.page.getByRole("textbox", { name: "Title", exact: true }).fill(`${draft.title.slice(0, -6)}mine`)
      await app.page.getByRole("dialog", { name: "You have saved this draft in another window" }).waitFor()
    }
  }
]
