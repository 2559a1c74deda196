/** Secrets, the organisation and the audit log. */
import { refusing } from "../forms/support.ts"
import { hostile, hostileLines } from "./hostileTexts.ts"
import { choose, dialog, escape, openMenu, press, refused, wide } from "./Visit.ts"
import type { Visit } from "./Visit.ts"

const folder = "screens/settings"

const secrets: ReadonlyArray<Visit> = [
  {
    name: "secrets",
    route: "/settings/secrets",
    go: async (app) => {
      // The server takes no such name and no such host; the page trusts neither.
      await app.page.route("**/api/platform/secrets", async (route) => {
        if (route.request().method() !== "GET") return route.continue()
        const response = await route.fetch()
        const { items } = (await response.json()) as { readonly items: ReadonlyArray<object> }
        const strange = { name: hostile, hosts: [hostileLines], setAt: "2026-11-23T09:30:00.000Z", previousUntil: null }
        return route.fulfill({ response, json: { items: [...items, strange] } })
      })
      await app.open("/settings/secrets")
      await app.page.getByRole("row", { name: /^signing/u }).waitFor()
    }
  },
  {
    name: "new secret",
    opens: [`${folder}/secrets/SetSecret.tsx`],
    go: async (app) => {
      await wide(app)
      await press(app, "New secret")
      await dialog(app).getByLabel("Name").fill("another")
      await dialog(app).getByLabel("Value").fill("value")
      await app.page.route("**/api/platform/secrets", refusing(422, refused), { times: 1 })
      await dialog(app).getByRole("button", { name: "Set secret" }).click()
      await dialog(app).getByRole("alert").waitFor()
    }
  },
  {
    name: "actions of a secret",
    opens: [`${folder}/secrets/Secrets.tsx`],
    go: async (app) => {
      await wide(app)
      await openMenu(app, /^Actions of/u)
    }
  },
  {
    name: "hosts of a secret",
    opens: [`${folder}/secrets/ChangeHosts.tsx`],
    go: async (app) => {
      await choose(app, "Change hosts")
      await dialog(app).getByLabel("Hosts").fill(hostile)
      await app.page.route("**/api/platform/secrets/*", refusing(422, refused), { times: 1 })
      await dialog(app).getByRole("button", { name: "Change hosts" }).click()
      await dialog(app).getByRole("alert").waitFor()
    }
  },
  {
    name: "remove a secret",
    opens: [`${folder}/secrets/RemoveSecret.tsx`],
    go: async (app) => {
      await wide(app)
      await openMenu(app, /^Actions of/u)
      await choose(app, "Remove")
      await dialog(app).getByRole("button", { name: "Find where it is used" }).click()
      await dialog(app).getByRole("list", { name: "Used by live forms" }).waitFor()
    }
  }
]

const organisation: ReadonlyArray<Visit> = [
  {
    name: "organisation",
    route: "/settings/organisation",
    go: async (app) => {
      await escape(app)
      await app.page.unroute("**/api/platform/secrets")
      await app.open("/settings/organisation")
      await app.page.getByText("Founded").waitFor()
    }
  },
  {
    name: "rename the organisation",
    opens: [`${folder}/organisation/Organisation.tsx`],
    go: async (app) => {
      await wide(app)
      await press(app, "Rename")
      await dialog(app).getByRole("textbox").waitFor()
    }
  }
]

const audit: ReadonlyArray<Visit> = [
  {
    name: "audit log",
    route: "/settings/audit",
    go: async (app, { formId }) => {
      await escape(app)
      await app.page.route("**/api/platform/audit?*", async (route) => {
        const response = await route.fetch()
        const page = (await response.json()) as { readonly items: ReadonlyArray<object> }
        const items = page.items.map((line) => ({
          ...line,
          detail: hostileLines,
          address: hostile,
          requestId: hostile
        }))
        await route.fulfill({ response, json: { ...page, items } })
      })
      await app.open(`/settings/audit?subject=${formId}`)
      await app.page
        .getByRole("row", { name: /Made a form/u })
        .first()
        .waitFor()
    }
  },
  {
    name: "line of the audit log",
    opens: [`${folder}/audit/AuditLine.tsx`],
    go: async (app) => {
      await wide(app)
      await press(app, "Details")
      await dialog(app).getByRole("link", { name: "All of this request" }).waitFor()
    }
  },
  {
    name: "no line under a filter",
    route: "/settings/audit",
    go: async (app) => {
      await escape(app)
      await app.page.unroute("**/api/platform/audit?*")
      await app.open("/settings/audit?from=2001-01-01&to=2001-01-02")
      await app.page.getByText("No line is like that").waitFor()
    }
  }
]

export const settingsVisits: ReadonlyArray<Visit> = [...secrets, ...organisation, ...audit]
