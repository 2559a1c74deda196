/** People, one of them, invitations and roles. */
import { call, refusing } from "../forms/support.ts"
import { hostile } from "./hostileTexts.ts"
import { dialog, escape, press, refused, wide } from "./Visit.ts"
import type { Visit } from "./Visit.ts"

const folder = "screens/settings/people"

export const peopleVisits: ReadonlyArray<Visit> = [
  {
    name: "people",
    route: "/settings/people",
    go: async (app) => {
      await call(app, "POST invitations", { name: hostile, email: "invited@demo.example", role: "viewer" })
      await app.open("/settings/people")
      await app.page.getByRole("row", { name: /Owner/u }).first().waitFor()
      await app.page.getByRole("link", { name: /Send again/u }).waitFor()
    }
  },
  {
    name: "invite a person",
    route: "/settings/people/invite",
    go: async (app) => {
      await app.open("/settings/people/invite")
      await app.page.getByRole("textbox", { name: "Name", exact: true }).fill(hostile)
      await app.page.getByRole("textbox", { name: "E-mail address" }).fill("x@demo.example")
      await app.page.getByRole("radio", { name: "Viewer", exact: true }).waitFor()
      await app.page.route("**/api/platform/invitations", refusing(422, refused), { times: 1 })
      await app.page.locator("form").getByRole("button", { name: "Invite" }).click()
      await app.page.getByRole("alert").waitFor()
    }
  },
  {
    name: "an invitation that was not sent",
    route: "/settings/people/$userId/invitation",
    go: async (app, { userId }) => {
      await app.open(`/settings/people/${userId}/invitation`)
      const { body: user } = await call(app, `GET users/${userId}`)
      const unsent = { user: { ...user, name: hostile }, expiresAt: "2026-11-30T00:00:00.000Z", delivery: "nobody" }
      await app.page.route(
        "**/invitation",
        (route) => route.fulfill({ status: 201, json: { ...unsent, reason: hostile } }),
        { times: 1 }
      )
      await press(app, "Send invitation")
      await app.page.getByText("The link was not sent").waitFor()
    }
  },
  {
    name: "an invitation, shown once",
    route: "/settings/people/$userId/invitation",
    go: async (app, { userId }) => {
      await app.open(`/settings/people/${userId}/invitation`)
      await press(app, "Send invitation")
      await app.page.getByRole("textbox", { name: "Link" }).waitFor()
    }
  },
  {
    name: "a person",
    route: "/settings/people/$userId",
    go: async (app, { userId }) => {
      await press(app, "I have passed it on")
      await app.open(`/settings/people/${userId}`)
      await app.page
        .getByRole("row", { name: /Made a key/u })
        .first()
        .waitFor()
    }
  },
  {
    name: "change a role",
    opens: [`${folder}/ChangeRole.tsx`],
    go: async (app) => {
      await wide(app)
      await press(app, "Change role")
      await dialog(app).getByText("Viewer", { exact: true }).click()
      await app.page.route("**/api/platform/users/*", refusing(422, refused), { times: 1 })
      await dialog(app).getByRole("button", { name: "Change role" }).click()
      await dialog(app).getByRole("alert").waitFor()
    }
  },
  {
    name: "rename a person",
    opens: [`${folder}/PersonActions.tsx`],
    go: async (app) => {
      await escape(app)
      await press(app, "Rename")
      await dialog(app).getByRole("textbox").waitFor()
    }
  },
  {
    name: "deactivate a person",
    opens: [`${folder}/Deactivate.tsx`],
    go: async (app) => {
      await escape(app)
      await press(app, "Deactivate")
      await dialog(app)
        .getByText(/end too|ends too/u)
        .waitFor()
    }
  },
  {
    name: "roles",
    route: "/settings/roles",
    go: async (app) => {
      await escape(app)
      await app.open("/settings/roles")
      await app.page.getByRole("row", { name: /^form:publish/u }).waitFor()
    }
  }
]
