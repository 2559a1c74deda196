/** An organisation whose every text is hostile, made beside the page by its owner. */
import { expect } from "vitest"
import { call, file, saveDraft } from "../forms/support.ts"
import type { Console } from "../harness/browser.ts"
import { makeKey } from "../keys/support.ts"
import { hostile, hostileLines, unbroken } from "./hostileTexts.ts"

const option = (value: string) => ({ value, label: unbroken(200) })

/** The newest definition breaks callers and submissions, and changes computed texts. */
const definition = (isNew: boolean) => ({
  title: unbroken(200),
  code: "HOSTILE",
  constants: { word: { type: "text", value: hostile } },
  fields: [
    { slug: "said", type: "text", label: unbroken(200), description: hostileLines },
    { slug: "other", type: "text", label: hostile },
    { slug: "many", type: "integer", label: hostile, required: true, ...(isNew ? { max: 10 } : {}) },
    {
      slug: "repeated",
      type: "text",
      label: unbroken(200),
      formula: isNew ? `many > 1000 ? '${hostile}' : other` : "said"
    },
    { slug: "pick", type: "choice", label: hostile, options: [option(hostile), option("a"), option(unbroken(100))] },
    { slug: "rows", type: "list", label: unbroken(200), fields: [{ slug: "cell", type: "text", label: hostile }] },
    ...(isNew ? [] : [{ slug: "gone", type: "text", label: hostile }])
  ],
  checks: [{ id: "few", field: "many", check: isNew ? "many < 5" : "many < 50", message: `${hostileLines} {word}` }],
  outcomes: [{ id: "large", severity: "warning", when: "many > 2", message: unbroken(1_000) }],
  effects: [
    {
      id: "mail",
      kind: "notification",
      to: "owner@demo.example",
      subject: unbroken(200),
      text: `${hostileLines} {said}`,
      html: `<p>&lt;script&gt;ran=1&lt;/script&gt; <b>{said}</b></p>`,
      attach: ["paper"]
    },
    { id: "hook", kind: "delivery", url: `https://hooks.example/${"w".repeat(1_000)}`, secret: "signing" },
    {
      id: "paper",
      kind: "document",
      title: hostile,
      blocks: [{ heading: hostile }, { text: hostileLines }, { fields: ["said"] }]
    }
  ]
})

export interface HostileOrganisation {
  readonly formId: string
  readonly versionId: string
  readonly folderId: string
  readonly keyId: string
  readonly userId: string
  readonly draft: ReturnType<typeof definition>
}

const expectStatus = async (wanted: number, called: ReturnType<typeof call>) => {
  const { body, status } = await called
  expect(status, JSON.stringify(body).slice(0, 2_000)).toBe(wanted)
  return body
}

const makeForm = async (app: Console, folderId: unknown): Promise<string> => {
  const made = await expectStatus(201, call(app, "POST forms", { definition: definition(false), folderId }))
  const formId = String(made["id"])
  const examples = [{ name: hostile, data: { many: 1 }, expect: { valid: false } }]
  await expectStatus(200, call(app, `PUT forms/${formId}/examples`, { examples }, { "If-Match": '"1"' }))
  await expectStatus(
    201,
    call(
      app,
      `POST forms/${formId}/publish`,
      { note: hostileLines, despiteExamples: hostileLines },
      { "If-Match": '"1"' }
    )
  )
  const renamed = { ...definition(false), title: hostile }
  await saveDraft(app, formId, 1, renamed)
  await expectStatus(
    201,
    call(app, `POST forms/${formId}/publish`, { note: hostile, despiteExamples: hostile }, { "If-Match": '"2"' })
  )
  for (const many of [1, 20])
    await file(app, formId, {
      said: hostile,
      other: `${hostile} other`,
      many,
      pick: hostile,
      rows: [{ cell: hostile }],
      gone: hostile
    })
  await saveDraft(app, formId, 2, definition(true))
  return formId
}

export const makeHostileOrganisation = async (app: Console): Promise<HostileOrganisation> => {
  const me = await expectStatus(200, call(app, "GET me"))
  const userId = String(Object(me["user"]).id)
  await expectStatus(200, call(app, `PATCH users/${userId}`, { name: hostile }))
  const { edition } = await expectStatus(200, call(app, "GET organisation"))
  await expectStatus(200, call(app, "PATCH organisation", { name: hostile }, { "If-Match": `"${String(edition)}"` }))
  const outer = await expectStatus(201, call(app, "POST folders", { name: hostile, parentId: null }))
  const inner = await expectStatus(201, call(app, "POST folders", { name: `${hostile}.`, parentId: outer["id"] }))
  await expectStatus(200, call(app, "PUT secrets", { name: "signing", value: `whsec_${"A".repeat(44)}` }))
  const formId = await makeForm(app, inner["id"])
  const limited = { privileges: ["submission:write", "form:read"], forms: [formId], folders: [inner["id"]] }
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const key = await makeKey(app, { name: hostile, ...limited, expiresAt: soon })
  const headers = { authorization: `Bearer ${key.token}`, "content-type": "application/json" }
  const body = JSON.stringify({ data: { many: 3 } })
  const evaluated = await fetch(`${app.server.url}/api/platform/v1/forms/${formId}/evaluate`, {
    method: "POST",
    headers,
    body
  })
  expect(evaluated.status).toBe(200)
  const { items } = await expectStatus(200, call(app, `GET forms/${formId}/versions`))
  const version = Object(items).at(-1)
  return {
    formId,
    versionId: version.id,
    folderId: String(inner["id"]),
    keyId: key.id,
    userId,
    draft: definition(true)
  }
}

/** Signs the owner in elsewhere, as a program that names itself so. */
export const signInElsewhere = async ({ server }: Console, browser: string): Promise<void> => {
  const { status } = await fetch(`${server.url}/api/platform/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": browser },
    body: JSON.stringify(server.owner)
  })
  expect(status).toBe(201)
}
