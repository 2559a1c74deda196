/** The account, API keys, and what the server may ask for at any time. */
import { refusing } from "../forms/support.ts"
import { openIssued } from "../keys/support.ts"
import { hostile } from "./hostileTexts.ts"
import { dialog, escape, press, refused } from "./Visit.ts"
import type { Visit } from "./Visit.ts"

const account: ReadonlyArray<Visit> = [
  {
    name: "account",
    route: "/settings/me",
    go: async (app) => {
      await app.open("/settings/me")
      await app.page.getByRole("button", { name: "End", exact: true }).first().waitFor()
      await app.page.route("**/me/password", refusing(422, refused), { times: 1 })
      await app.page.getByLabel("Current password").fill("x".repeat(12))
      await app.page.getByLabel("New password").fill("y".repeat(12))
      await press(app, "Change password")
      await app.page.getByRole("alert").waitFor()
    }
  },
  {
    name: "end a session",
    opens: ["screens/settings/me/Sessions.tsx"],
    go: async (app) => {
      await app.page.getByRole("button", { name: "End", exact: true }).first().click()
      await app.page.route("**/me/sessions/*", refusing(503, refused), { times: 1 })
      await dialog(app).getByRole("button", { name: "End", exact: true }).click()
      await dialog(app).getByRole("alert").waitFor()
    }
  }
]

const keys: ReadonlyArray<Visit> = [
  {
    name: "keys",
    route: "/settings/keys",
    go: async (app) => {
      await app.open("/settings/keys")
      await app.page
        .getByRole("row", { name: /File submissions/u })
        .first()
        .waitFor()
    }
  },
  {
    name: "new key",
    route: "/settings/keys/new",
    go: async (app) => {
      await app.open("/settings/keys/new")
      for (const fold of ["Forms", "Folders", "Operations"])
        await app.page.locator("summary").filter({ hasText: fold }).click()
      await app.page
        .getByRole("checkbox", { name: "HOSTILE" })
        .or(app.page.getByRole("checkbox", { name: /img src/u }))
        .first()
        .waitFor()
      await app.page.getByRole("textbox", { name: "Name", exact: true }).fill(hostile)
      await app.page.getByText("Read submissions", { exact: true }).click()
      await app.page.getByText("On a date").click()
      await app.page.getByLabel("Last day").fill("2099-12-31")
      await app.page.route("**/api/platform/api-keys", refusing(422, refused), { times: 1 })
      await press(app, "Make key")
      await app.page.getByRole("alert").waitFor()
    }
  },
  {
    name: "password again",
    opens: ["screens/shell/ConfirmAgain.tsx"],
    go: async (app) => {
      await app.page.route("**/api/platform/api-keys", refusing(403, { ...refused, code: "CONFIRMATION_REQUIRED" }), {
        times: 1
      })
      await press(app, "Make key")
      await app.page.route("**/sessions/current/confirm", refusing(503, refused), { times: 1 })
      await dialog(app).getByLabel("Password").fill("not the password")
      await app.page.keyboard.press("Enter")
      await dialog(app).getByRole("alert").waitFor()
    }
  },
  {
    name: "key, shown once",
    route: "/settings/keys/new",
    go: async (app) => {
      await escape(app)
      await openIssued(app, hostile.slice(0, 90))
      await press(app, "Try it now")
      await app.page.getByRole("region", { name: "What the server answered" }).waitFor()
    }
  },
  {
    name: "leave without the key",
    opens: ["screens/settings/once/Stored.tsx"],
    go: async (app) => {
      await app.page.getByRole("link", { name: "Home" }).click()
      await dialog(app).waitFor()
    }
  },
  {
    name: "key",
    route: "/settings/keys/$keyId",
    go: async (app, { keyId }) => {
      await dialog(app).getByRole("button", { name: "I have stored it" }).click()
      await app.open(`/settings/keys/${keyId}`)
      await app.page.getByRole("row", { name: /Made a key/u }).waitFor()
    }
  },
  {
    name: "revoke key",
    opens: ["screens/settings/keys/RevokeKey.tsx"],
    go: async (app) => {
      await press(app, "Revoke")
      await dialog(app).getByLabel("It is in use. Type its name to go on").waitFor()
    }
  },
  {
    name: "rotate key",
    route: "/settings/keys/$keyId/rotate",
    go: async (app, { keyId }) => {
      await app.open(`/settings/keys/${keyId}/rotate`)
      await app.page.route("**/rotate", refusing(422, refused), { times: 1 })
      await press(app, "Rotate key")
      await app.page.getByRole("alert").waitFor()
    }
  }
]

const door: ReadonlyArray<Visit> = [
  {
    name: "still signed in",
    opens: ["screens/shell/AccountMenu.tsx", "screens/shell/SignOut.tsx"],
    go: async (app) => {
      await app.page.setViewportSize({ width: 1280, height: 800 })
      await app.open("/settings/me")
      await app.page.route("**/sessions/current", refusing(503, refused), { times: 1 })
      await press(app, /^<img src/u)
      await app.page.getByRole("menuitem", { name: "Sign out" }).click()
      await dialog(app).getByRole("alert").waitFor()
    }
  },
  {
    name: "session ended",
    opens: ["screens/shell/SessionEnded.tsx"],
    go: async (app) => {
      await escape(app)
      await app.page.route("**/me/sessions", refusing(401, refused))
      await app.page.reload()
      await app.page.getByRole("dialog", { name: "You have been signed out" }).waitFor()
      await app.page.route(
        "**/api/platform/sessions",
        refusing(409, {
          ...refused,
          code: "ORGANISATION_REQUIRED",
          organisations: [
            { id: "a", name: hostile },
            { id: "b", name: `${hostile}.` }
          ]
        }),
        { times: 1 }
      )
      await dialog(app).getByLabel("Password").fill("whatever it is")
      await app.page.keyboard.press("Enter")
      await app.page.getByText("Which organisation?").waitFor()
    }
  },
  {
    name: "no such screen",
    route: "/$",
    go: async (app) => {
      await app.page.unroute("**/me/sessions")
      await app.open(`/${encodeURIComponent(hostile)}`)
      await app.page.getByText("No screen has this address").waitFor()
    }
  },
  {
    name: "invitation",
    route: "/invitation",
    go: async (app) => {
      // As long as a token: of a shorter one the page says at once that it is no good.
      await app.open(`/invitation#${encodeURIComponent(`${hostile}_${"a".repeat(93)}`)}`)
      await app.page.route("**/invitations/accept", refusing(503, { ...refused, problems: undefined }), { times: 1 })
      await app.page.getByLabel("New password").fill("a sentence that only Ada knows")
      await press(app, "Set password and sign in")
      await app.page.getByRole("alert").waitFor()
    }
  },
  {
    name: "sign in",
    route: "/signin",
    go: async (app) => {
      await app.page.context().clearCookies()
      await app.page.evaluate(() => localStorage.removeItem("formwork.session"))
      await app.open("/signin")
      await app.page.route("**/api/platform/sessions", refusing(503, refused), { times: 1 })
      await app.page.getByLabel("Address").fill("owner@demo.example")
      await app.page.getByLabel("Password").fill("whatever it is")
      await app.page.keyboard.press("Enter")
      await app.page.getByRole("alert").waitFor()
    }
  }
]

export const keyVisits: ReadonlyArray<Visit> = [...account, ...keys]

/** The last ones: the person is signed out. */
export const doorVisits: ReadonlyArray<Visit> = door
