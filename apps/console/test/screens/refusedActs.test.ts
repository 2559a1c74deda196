/** What a person sends, refused or cut off: a sentence says why, and what was entered stays. In a browser at a real server. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import type { Locator } from "playwright-core"
import { call, gutter, makeForm, refusing, saveDraft } from "../forms/support.ts"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { tableActs } from "../tables/acts.ts"
import { AREAS, makeTable } from "../tables/support.ts"

interface Act {
  readonly name: string
  /** The address of its call. */
  readonly call: string
  /** Opens its dialog, or its screen, and enters something. @returns the button that sends it, and the control that keeps what was entered. */
  readonly begin: () => Promise<{ readonly submit: Locator; readonly kept?: Locator }>
}

const refusals = [
  [403, { privilege: "form:write" }, "It needs the privilege form:write"],
  [404, {}, "The server said 404."],
  [409, {}, "The server said 409."],
  [422, { problems: [{ pointer: "/elsewhere", message: "It is elsewhere." }] }, "It is elsewhere."],
  [429, {}, "Wait 1 second"],
  [500, {}, "Request request-500"],
  [503, {}, "Request request-503"],
  [0, {}, "The server cannot be reached."]
] as const

describeInBrowser("what a person sends", () => {
  let app: Console
  let formId: string
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
    formId = await makeForm(app, gutter)
    await saveDraft(app, formId, 1, { ...gutter, title: "Gutters and pipes" })
    await call(app, `POST forms/${formId}/publish`, undefined, { "If-Match": '"2"' })
    await call(app, "POST folders", { name: "Roofs" })
    await makeTable(app, "areas", AREAS)
  })
  afterAll(() => app.close())
  afterEach(async () => {
    await app.page.unrouteAll()
    app.expectNothingWrong()
  })

  const dialog = () => app.page.getByRole("dialog").or(app.page.getByRole("alertdialog"))

  const fromMenu = async (menu: RegExp, item: string): Promise<Locator> => {
    await app.page.getByRole("button", { name: menu }).first().click()
    await app.page.getByRole("menuitem", { name: item, exact: true }).click()
    await dialog().waitFor()
    return dialog().getByRole("button", { name: item, exact: true })
  }

  const inForms =
    (item: string, name = "") =>
    async () => {
      await app.open(`/forms/${formId}`)
      const submit = await fromMenu(/^More actions/u, item)
      if (name === "") return { submit }
      const kept = dialog().getByRole("textbox")
      await kept.fill(name)
      return { submit, kept }
    }

  const inFolder =
    (item: string, name = "") =>
    async () => {
      await app.open("/forms")
      await app.page.getByRole("link", { name: /^Roofs/u }).click()
      const submit = await fromMenu(/^Actions of the folder/u, item)
      if (name === "") return { submit }
      const kept = dialog().getByRole("textbox")
      await kept.fill(name)
      return { submit, kept }
    }

  const acts: ReadonlyArray<Act> = [
    { name: "renaming a form", call: "**/api/platform/forms/*", begin: inForms("Rename", "Another title") },
    { name: "archiving a form", call: "**/archive", begin: inForms("Archive") },
    {
      name: "moving a form",
      call: "**/api/platform/forms/*",
      begin: async () => {
        const { submit } = await inForms("Move")()
        await dialog()
          .getByRole("button", { name: /The top level/u })
          .click()
        await app.page.getByRole("option", { name: "Roofs" }).click()
        return { submit }
      }
    },
    {
      name: "making a folder",
      call: "**/api/platform/folders",
      begin: async () => {
        await app.open("/forms")
        await app.page.getByRole("button", { name: "New folder" }).click()
        const kept = dialog().getByRole("textbox", { name: "Name" })
        await kept.fill("Walls")
        return { submit: dialog().getByRole("button", { name: "Make folder" }), kept }
      }
    },
    { name: "renaming a folder", call: "**/api/platform/folders/*", begin: inFolder("Rename folder", "Slates") },
    { name: "removing a folder", call: "**/api/platform/folders/*", begin: inFolder("Remove folder") },
    {
      name: "publishing a version again",
      call: "**/versions/*/publish",
      begin: async () => {
        await app.open(`/forms/${formId}/versions`)
        await app.page.getByRole("button", { name: "Publish again" }).first().click()
        const submit = dialog().getByRole("button", { name: "Publish again" })
        await expect.poll(() => submit.isEnabled()).toBe(true)
        return { submit }
      }
    },
    {
      name: "running the example",
      call: "**/evaluate",
      begin: async () => {
        await app.open(`/forms/${formId}`)
        return { submit: app.page.getByRole("button", { name: "Run the example" }) }
      }
    },
    {
      name: "changing the password",
      call: "**/me/password",
      begin: async () => {
        await app.open("/settings/me")
        await app.page.getByLabel("Current password").fill("x".repeat(12))
        const kept = app.page.getByLabel("New password")
        await kept.fill("half of a password")
        return { submit: app.page.getByRole("button", { name: "Change password" }), kept }
      }
    },
    {
      name: "ending the other sessions",
      call: "**/me/sessions?others=true",
      begin: async () => {
        const headers = { "content-type": "application/json" }
        const body = JSON.stringify(app.server.owner)
        await fetch(`${app.server.url}/api/platform/sessions`, { method: "POST", headers, body })
        await app.open("/settings/me")
        await app.page.getByRole("button", { name: "End all others" }).click()
        return { submit: dialog().getByRole("button", { name: "End all others" }) }
      }
    }
  ]

  /** The answers to reads pass: `PATCH` of a form has the address of its `GET`. */
  const refuseOnce = async (address: string, status: number, members: Readonly<Record<string, unknown>> = {}) => {
    let isDone = false
    await app.page.route(address, (route) => {
      if (isDone || route.request().method() === "GET") return route.continue()
      isDone = true
      return refusing(status, members)(route)
    })
  }

  for (const act of [...acts, ...tableActs(() => app)])
    test(`${act.name} says why it failed, and keeps what was entered`, async () => {
      const { page } = app
      app.expectRefusals()
      const { kept, submit } = await act.begin()
      const entered = await kept?.inputValue()
      for (const [status, members, sentence] of refusals) {
        await refuseOnce(act.call, status, members)
        await submit.click()
        await page.getByRole("alert").getByText(sentence).waitFor()
        expect(await kept?.inputValue(), String(status)).toBe(entered)
        await page.unrouteAll()
      }
      await refuseOnce(act.call, 401)
      await submit.click()
      const door = page.getByRole("dialog", { name: "You have been signed out" })
      await door.getByLabel("Password").fill(app.server.owner.password)
      await page.keyboard.press("Enter")
      await door.waitFor({ state: "detached" })
      expect(await kept?.inputValue()).toBe(entered)
      await submit.waitFor()
    })

  test("signing out that fails says that the session goes on, and can be tried again", async () => {
    const { page } = app
    app.expectRefusals()
    await app.open("/settings/me")
    await page.getByRole("button", { name: "Demo Owner" }).click()
    await page.route("**/sessions/current", refusing(503), { times: 1 })
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    const still = page.getByRole("alertdialog", { name: "You are still signed in" })
    await still.getByText("The server said 503.").waitFor()
    expect(await app.accessFindings()).toEqual([])
    expect((await call(app, "GET me")).status).toBe(200)
    await page.route("**/sessions/current", refusing(0), { times: 1 })
    await still.getByRole("button", { name: "Try again" }).click()
    await still.getByText("The server cannot be reached.").waitFor()
    await still.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    expect(await page.context().cookies()).toEqual([])
  })

  test("signing in says why it failed, and keeps address and password", async () => {
    const { page, server } = app
    app.expectRefusals()
    await app.open("/signin")
    const [address, password] = [page.getByLabel("Address"), page.getByLabel("Password")]
    await address.fill(server.owner.email)
    await password.fill(server.owner.password)
    const isKept = async () => [await address.inputValue(), await password.inputValue()]
    for (const [status, members, sentence] of refusals) {
      await refuseOnce("**/api/platform/sessions", status, members)
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.getByRole("alert").getByText(sentence).waitFor()
      expect(await isKept(), String(status)).toEqual([server.owner.email, server.owner.password])
      await page.unrouteAll()
    }
    const organisations = [
      { id: server.variable("FORM_ID_MQ"), name: "Ashworth" },
      { id: "b", name: "Byron" }
    ]
    for (const [status, members, sentence] of refusals) {
      const asks = { ...members, code: "ORGANISATION_REQUIRED", organisations }
      await refuseOnce("**/api/platform/sessions", 409, asks)
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.getByRole("heading", { name: "Which organisation?" }).waitFor()
      await page.unrouteAll()
      await refuseOnce("**/api/platform/sessions", status, members)
      await page.getByRole("button", { name: "Byron" }).click()
      await page.getByRole("alert").getByText(sentence).waitFor()
      expect(await isKept(), String(status)).toEqual([server.owner.email, server.owner.password])
      await page.unrouteAll()
    }
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("heading", { name: "Home" }).waitFor()
  })

  test("an invitation whose sign-in fails has set the password, and trying again signs in", async () => {
    const { page } = app
    app.expectRefusals()
    const person = { email: "ada@demo.example", name: "Ada", role: "author" }
    const { body, status } = await call(app, "POST invitations", person)
    expect(status, JSON.stringify(body)).toBe(201)
    await page.goto(String(body["link"]))
    const password = page.getByLabel("New password")
    await password.fill("a sentence that only Ada knows")
    const submit = page.getByRole("button", { name: "Set password and sign in" })
    await refuseOnce("**/invitations/accept", 503)
    await submit.click()
    await page.getByRole("alert").getByText("The server said 503.").waitFor()
    expect(await password.inputValue()).toBe("a sentence that only Ada knows")
    await page.unrouteAll()
    await refuseOnce("**/api/platform/sessions", 503)
    // The alert of the refusal before may still be there.
    const refused = page.waitForResponse("**/api/platform/sessions")
    await submit.click()
    expect((await refused).status()).toBe(503)
    await page.getByRole("alert").getByText("The server said 503.").waitFor()
    await page.unrouteAll()
    await submit.click()
    await page.getByRole("heading", { name: "Home" }).waitFor()
    expect(Object((await call(app, "GET me")).body["user"]).email).toBe("ada@demo.example")
  })
})
