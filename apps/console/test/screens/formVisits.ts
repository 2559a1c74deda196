/** Home, the lists of forms, and the screens of one form. */
import { call, refusing } from "../forms/support.ts"
import { hostile, hostileLines } from "./hostileTexts.ts"
import { choose, dialog, escape, fromMenu, openMenu, press, refused } from "./Visit.ts"
import type { Visit } from "./Visit.ts"

const formMenu = "screens/forms/FormMenu.tsx"
const folderMenu = "screens/forms/list/FolderMenu.tsx"

const home: ReadonlyArray<Visit> = [
  {
    name: "home",
    route: "/",
    go: async (app) => {
      await app.open("/")
      await app.page.getByText("Drafts with changes that are not published").waitFor()
      await app.page.getByText("Keys that expire within 14 days").waitFor()
    }
  },
  {
    name: "account menu",
    opens: ["screens/shell/AccountMenu.tsx"],
    go: async (app) => {
      await app.page.setViewportSize({ width: 1280, height: 800 })
      await openMenu(app, /^<img src/u)
    }
  }
]

const lists: ReadonlyArray<Visit> = [
  {
    name: "forms",
    route: "/forms",
    go: async (app, { folderId }) => {
      await app.open(`/forms?folder=${folderId}`)
      await app.page.getByRole("row", { name: /HOSTILE/u }).waitFor()
    }
  },
  {
    name: "form menu",
    opens: [formMenu],
    go: (app) => openMenu(app, /^More actions/u)
  },
  {
    name: "rename form",
    opens: [formMenu],
    go: async (app) => {
      await choose(app, "Rename")
      await app.page.route("**/api/platform/forms/*", refusing(422, refused), { times: 1 })
      await app.page.getByRole("dialog").getByRole("button", { name: "Rename" }).click()
      await dialog(app).getByRole("alert").waitFor()
    }
  },
  { name: "archive form", opens: [formMenu], go: (app) => fromMenu(app, /^More actions/u, "Archive") },
  {
    name: "move form",
    opens: ["screens/forms/MoveDialog.tsx"],
    go: async (app) => {
      await fromMenu(app, /^More actions/u, "Move")
      await dialog(app).getByRole("button", { name: /To/u }).click()
      await app.page.getByRole("listbox").waitFor()
    }
  },
  {
    name: "new folder",
    opens: ["screens/forms/list/Forms.tsx"],
    go: async (app, { folderId }) => {
      await app.open(`/forms?folder=${folderId}`)
      await app.page.getByRole("row", { name: /HOSTILE/u }).waitFor()
      await press(app, "New folder inside")
      await dialog(app).waitFor()
    }
  },
  {
    name: "folder menu",
    opens: [folderMenu],
    go: async (app) => {
      await escape(app)
      await openMenu(app, /^Actions of the folder/u)
    }
  },
  {
    name: "rename folder",
    opens: [folderMenu],
    go: async (app) => {
      await choose(app, "Rename folder")
      await dialog(app).waitFor()
    }
  },
  {
    name: "remove folder",
    opens: [folderMenu],
    go: (app) => fromMenu(app, /^Actions of the folder/u, "Remove folder")
  },
  {
    name: "new form",
    route: "/forms/new",
    go: async (app, { folderId, formId }) => {
      await app.open(`/forms/new?from=copy&copy=${formId}&folder=${folderId}`)
      await app.page.getByRole("button", { name: "Make form" }).waitFor()
      await app.page.getByText("7 fields").or(app.page.getByText("6 fields")).first().waitFor()
    }
  },
  {
    name: "new form from JSON with faults",
    route: "/forms/new",
    go: async (app) => {
      await app.open("/forms/new?from=json")
      const text = JSON.stringify({ title: hostile, code: hostile, [hostileLines]: 1, fields: [{ slug: hostile }] })
      await app.page.getByRole("textbox", { name: "Definition" }).fill(text)
      await app.page.getByText(/faults\. The form can be made/u).waitFor()
    }
  }
]

const oneForm: ReadonlyArray<Visit> = [
  {
    name: "form",
    route: "/forms/$formId",
    go: async (app, { formId }) => {
      await app.open(`/forms/${formId}`)
      await press(app, "Run the example")
      await app.page.getByRole("region", { name: "Answer" }).waitFor()
      await app.page.getByText("since the live version.").waitFor()
    }
  },
  {
    name: "integrate, calls",
    route: "/forms/$formId/integrate",
    go: async (app, { formId }) => {
      await app.open(`/forms/${formId}/integrate`)
      await app.page.getByText("The same from TypeScript").waitFor()
    }
  },
  {
    name: "integrate, schema",
    route: "/forms/$formId/integrate",
    go: async (app, { formId }) => {
      await app.open(`/forms/${formId}/integrate?view=schema`)
      await app.page.getByText("JSON Schema 2020-12 of the member data.").waitFor()
    }
  },
  {
    name: "integrate, types",
    route: "/forms/$formId/integrate",
    go: async (app, { formId }) => {
      await app.open(`/forms/${formId}/integrate?view=types`)
      await app.page.getByText("As the command formwork types").waitFor()
    }
  },
  {
    name: "publish",
    route: "/forms/$formId/publish",
    go: async (app, { formId }) => {
      await app.open(`/forms/${formId}/publish`)
      await app.page.getByText("2 of 2 submissions evaluated").waitFor()
      await app.page.getByText("1 case of 1 fails").waitFor()
      await app.page.getByRole("list", { name: "Changes" }).getByText("Breaking").first().waitFor()
      await app.page
        .getByRole("row", { name: /HOSTILE-/u })
        .first()
        .waitFor()
    }
  },
  {
    name: "a newer draft while publishing",
    route: "/forms/$formId/publish",
    go: async (app, { draft, formId }) => {
      const { body } = await call(app, `GET forms/${formId}/draft`)
      const newer = { ...draft, title: `${draft.title.slice(0, -1)}.` }
      await call(
        app,
        `PUT forms/${formId}/draft`,
        { definition: newer },
        { "If-Match": `"${String(body["revision"])}"` }
      )
      await app.page.evaluate(() => dispatchEvent(new Event("visibilitychange")))
      await app.page.getByRole("button", { name: "Show in source" }).first().click()
      await app.page.getByRole("textbox", { name: "Both definitions, side by side" }).waitFor()
    }
  },
  {
    name: "versions",
    route: "/forms/$formId/versions",
    go: async (app, { formId }) => {
      await app.open(`/forms/${formId}/versions`)
      await app.page.getByRole("row", { name: /Version 1/u }).waitFor()
    }
  },
  {
    name: "publish again",
    opens: ["screens/forms/versions/PublishAgain.tsx"],
    go: async (app) => {
      await press(app, "Publish again")
      await dialog(app)
        .getByText(/Field|The form/u)
        .first()
        .waitFor()
    }
  },
  {
    name: "version",
    route: "/forms/$formId/versions/$versionId",
    go: async (app, { formId, versionId }) => {
      await app.open(`/forms/${formId}/versions/${versionId}?compare=draft`)
      await app.page.getByRole("list", { name: "Changes" }).waitFor()
    }
  }
]

export const formVisits: ReadonlyArray<Visit> = [...home, ...lists, ...oneForm]
