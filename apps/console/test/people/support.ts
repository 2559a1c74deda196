/** People who are made beside the page, with keys of their own. */
import { expect } from "vitest"
import { call } from "../forms/support.ts"
import type { Console } from "../harness/browser.ts"

const password = "correct horse battery"

interface Added {
  readonly id: string
  readonly email: string
}

/** A person who can sign in. */
export const addPerson = async (app: Console, name: string, role: string): Promise<Added> => {
  const email = `${name}@demo.example`
  const { body, status } = await call(app, "POST users", { email, name, role, password })
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: String(body["id"]), email }
}

/** A key that the person makes for themselves: what a role lacks, it cannot give. An owner lends them what it takes to make one. */
export const keyOf = async (
  { page, server }: Console,
  { email, id }: Added,
  request: { readonly name: string; readonly privileges: ReadonlyArray<string> }
) => {
  const json = { "content-type": "application/json", "x-formwork": "console" }
  const change = (role: string) =>
    page.request.patch(`${server.url}/api/platform/users/${id}`, { headers: json, data: JSON.stringify({ role }) })
  const { role } = await (await page.request.get(`${server.url}/api/platform/users/${id}`)).json()
  await change("admin")
  const session = await fetch(`${server.url}/api/platform/sessions`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ email, password })
  })
  const { token } = (await session.json()) as { readonly token: string }
  const made = await fetch(`${server.url}/api/platform/api-keys`, {
    method: "POST",
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify(request)
  })
  expect(made.status).toBe(201)
  const key = (await made.json()) as { readonly id: string; readonly token: string }
  await change(String(role))
  return {
    id: key.id,
    /** What the key is answered when it asks who it is. */
    status: async (): Promise<number> => {
      const headers = { authorization: `Bearer ${key.token}` }
      return (await fetch(`${server.url}/api/platform/me`, { headers })).status
    }
  }
}

/** Signs the owner out of the page, and the person in. */
export const signInAs = async (app: Console, { email }: Added): Promise<void> => {
  const { page } = app
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem("formwork.session"))
  await app.open("/signin")
  await page.getByLabel("Address").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Home" }).waitFor()
}
