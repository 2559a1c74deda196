/** What opens in the try-out: submissions, filing, examples, the live version, the chain of a name; and the list of shortcuts. */
import type { Console } from "../harness/browser.ts"
import { choose, dialog, fromMenu, openMenu, press, wide } from "./Visit.ts"
import type { Visit } from "./Visit.ts"

const examples = "screens/author/tryOut/examples"
const submission = "screens/author/tryOut/submission"

const openTab = async (app: Console, name: RegExp): Promise<void> => {
  await wide(app)
  await app.page.getByRole("tab", { name }).click()
  await app.page.getByRole("tabpanel", { name }).waitFor()
}

const ofExample = (item: string, file: string): Visit => ({
  name: `an example, ${item}`,
  opens: [`${examples}/${file}.tsx`],
  go: async (app) => {
    await openTab(app, /^Cases/u)
    await fromMenu(app, /^Actions for/u, item)
  }
})

export const tryOutVisits: ReadonlyArray<Visit> = [
  {
    name: "fill from a submission",
    opens: [`${submission}/ChooseSubmission.tsx`],
    go: async (app) => {
      await wide(app)
      await press(app, "From a submission…")
      await dialog(app).getByRole("row").nth(1).waitFor()
    }
  },
  {
    name: "try-out, filled from a submission",
    go: async (app) => {
      await wide(app)
      await press(app, "From a submission…")
      await dialog(app).getByRole("row").nth(1).getByRole("button").click()
      await app.page.getByText(/^Filled from/u).waitFor()
    }
  },
  {
    name: "try-out, beside live",
    go: async (app) => {
      await openTab(app, /^Beside live/u)
      await app.page.getByText(/^Beside live version/u).waitFor()
    }
  },
  {
    name: "file as a draft",
    opens: [`${submission}/ConfirmFiling.tsx`],
    go: async (app) => {
      await wide(app)
      await press(app, /^File as a draft/u)
      await dialog(app).waitFor()
    }
  },
  {
    name: "try-out, an example's menu",
    opens: [`${examples}/Example.tsx`],
    go: async (app) => {
      await openTab(app, /^Cases/u)
      await openMenu(app, /^Actions for/u)
    }
  },
  {
    name: "try-out, what no example reaches",
    go: async (app) => {
      await app.page.keyboard.press("Escape")
      await openTab(app, /^Cases/u)
      await app.page.getByText(/^The cases reach \d+ of \d+ parts/u).click()
      await app.page.getByText("is never chosen").first().waitFor()
    }
  },
  {
    name: "keep an example",
    opens: [`${examples}/KeepExample.tsx`],
    go: async (app) => {
      await app.page.keyboard.press("Escape")
      await openTab(app, /^Cases/u)
      await press(app, "Keep what is filled in…")
      await dialog(app).waitFor()
    }
  },
  ofExample("Expect what it gives now…", "ExpectNow"),
  ofExample("Rename…", "RenameExample"),
  ofExample("Delete…", "ExamplesTab"),
  {
    name: "chain of readers",
    opens: ["screens/author/chain/ChainDialog.tsx"],
    go: async (app) => {
      await openTab(app, /^Trace/u)
      const rules = app.page.getByRole("group", { name: "Rules that ran" })
      await rules.getByRole("button", { name: "repeated", exact: true }).first().press("Shift+F2")
      await dialog(app).waitFor()
    }
  },
  {
    name: "shortcuts",
    opens: ["screens/shell/ShortcutHelp.tsx"],
    go: async (app) => {
      await wide(app)
      await openMenu(app, /^<img src/u)
      await choose(app, "Keyboard shortcuts")
      await dialog(app).waitFor()
    }
  }
]
