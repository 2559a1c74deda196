/** The app API's OpenAPI document is whole, and asks for a credential itself (spec/http.md §8.3). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Harness from "../support/Harness.ts"
import * as Operations from "../support/operations.ts"
import * as Wire from "../support/wire.ts"

const missing = "01890000-0000-7000-8000-000000000000"

const document = Effect.flatMap(Harness.tenant, ({ key }) => Effect.map(Operations.documents(key), ([, app]) => app))

layer(Harness.layer(), { excludeTestServices: true })("the app API's document", (it) => {
  it.effect("the document is OpenAPI 3.1, and lists every operation under its own id", () =>
    Effect.gen(function* () {
      const app = yield* document
      assert.strictEqual(app.openapi, "3.1.0")
      const operations = Operations.of(app).map(({ id, method, need, path }) => [
        `${method} ${path("{} {}")}`,
        id,
        need
      ])
      assert.deepStrictEqual(operations, [
        ["GET /api/platform/audit", "audit.list", "audit:read"],
        ["GET /api/platform/audit/export", "audit.export", "audit:read"],
        ["GET /api/platform/submissions/{}/documents", "documents.list", "submission:read"],
        ["GET /api/platform/submissions/{}/documents/{}", "documents.get", "submission:read"],
        ["GET /api/platform/forms/{}/draft", "drafts.get", "form:read"],
        ["PUT /api/platform/forms/{}/draft", "drafts.save", "form:write"],
        ["POST /api/platform/forms/{}/check", "drafts.check", "form:write"],
        ["POST /api/platform/forms/{}/publish", "drafts.publish", "form:publish"],
        ["GET /api/platform/forms/{}/examples", "examples.get", "form:read"],
        ["PUT /api/platform/forms/{}/examples", "examples.save", "form:write"],
        ["GET /api/platform/effects", "effects.list", "effect:read"],
        ["GET /api/platform/effects/summary", "effects.summary", "effect:read"],
        ["GET /api/platform/effects/{}", "effects.get", "effect:read"],
        ["GET /api/platform/effects/{}/content", "effects.content", "effect:read"],
        ["POST /api/platform/effects/{}/retry", "effects.retry", "effect:write"],
        ["POST /api/platform/effects/retry", "effects.retryMany", "effect:write"],
        ["POST /api/platform/forms/{}/files", "files.add", "submission:write"],
        ["DELETE /api/platform/forms/{}/files/{}", "files.remove", "submission:write"],
        ["GET /api/platform/submissions/{}/files", "files.list", "submission:read"],
        ["GET /api/platform/submissions/{}/files/{}", "files.get", "submission:read"],
        ["GET /api/platform/folders", "folders.list", "folder:read"],
        ["POST /api/platform/folders", "folders.create", "folder:write"],
        ["GET /api/platform/folders/{}", "folders.get", "folder:read"],
        ["PATCH /api/platform/folders/{}", "folders.update", "folder:write"],
        ["DELETE /api/platform/folders/{}", "folders.delete", "folder:write"],
        ["GET /api/platform/forms", "forms.list", "form:read"],
        ["POST /api/platform/forms", "forms.create", "form:write"],
        ["GET /api/platform/forms/{}", "forms.get", "form:read"],
        ["PATCH /api/platform/forms/{}", "forms.update", "form:write"],
        ["POST /api/platform/forms/check", "forms.check", "form:write"],
        ["POST /api/platform/forms/{}/archive", "forms.archive", "form:publish"],
        ["POST /api/platform/forms/{}/unarchive", "forms.unarchive", "form:publish"],
        ["GET /api/platform/forms/{}/schema", "forms.schema", "form:read"],
        ["POST /api/platform/forms/{}/evaluate", "forms.evaluate", "form:read"],
        ["POST /api/platform/forms/{}/evaluate/batch", "forms.evaluateBatch", "submission:write"],
        ["GET /api/platform/privileges", "grants.privileges", "any credential"],
        ["GET /api/platform/roles", "grants.roles", "any credential"],
        ["POST /api/platform/forms/{}/impact", "impact.start", "form:write"],
        ["GET /api/platform/forms/{}/impact/{}", "impact.get", "form:read"],
        ["POST /api/platform/invitations", "invitations.invite", "user:write"],
        ["POST /api/platform/users/{}/invitation", "invitations.renew", "user:write"],
        ["POST /api/platform/invitations/accept", "invitations.accept", "nothing"],
        ["GET /api/platform/api-keys", "keys.list", "apikey:read"],
        ["POST /api/platform/api-keys", "keys.create", "apikey:write"],
        ["GET /api/platform/api-keys/{}", "keys.get", "apikey:read"],
        ["POST /api/platform/api-keys/{}/revoke", "keys.revoke", "apikey:write"],
        ["POST /api/platform/api-keys/{}/rotate", "keys.rotate", "apikey:write"],
        ["GET /api/platform/api-keys/{}/usage", "keys.usage", "apikey:read"],
        ["POST /api/platform/leaked-tokens", "leakedTokens.report", "nothing"],
        ["GET /api/platform/me", "me.get", "any credential"],
        ["PUT /api/platform/me/password", "me.changePassword", "any credential"],
        ["GET /api/platform/me/sessions", "me.sessions", "any credential"],
        ["DELETE /api/platform/me/sessions", "me.endOtherSessions", "any credential"],
        ["DELETE /api/platform/me/sessions/{}", "me.endSession", "any credential"],
        ["GET /api/platform/openapi.json", "openapi.get", "any credential"],
        ["GET /api/platform/organisation", "organisation.get", "any credential"],
        ["PATCH /api/platform/organisation", "organisation.update", "organisation:write"],
        ["GET /api/platform/reports/submissions", "reports.submissions", "report:read"],
        ["GET /api/platform/reports/overview", "reports.overview", "report:read"],
        ["GET /api/platform/reports/usage", "reports.usage", "report:read"],
        ["GET /api/platform/secrets", "secrets.list", "effect:read"],
        ["PUT /api/platform/secrets", "secrets.set", "organisation:write"],
        ["PATCH /api/platform/secrets/{}", "secrets.change", "organisation:write"],
        ["DELETE /api/platform/secrets/{}", "secrets.delete", "organisation:write"],
        ["POST /api/platform/sessions", "sessions.signIn", "nothing"],
        ["DELETE /api/platform/sessions/current", "sessions.signOut", "any credential"],
        ["POST /api/platform/sessions/current/confirm", "sessions.confirm", "any credential"],
        ["GET /api/platform/submissions", "submissions.list", "submission:read"],
        ["GET /api/platform/submissions/count", "submissions.count", "submission:read"],
        ["GET /api/platform/submissions/export", "submissions.export", "submission:read"],
        ["GET /api/platform/submissions/{}", "submissions.get", "submission:read"],
        ["PUT /api/platform/submissions/{}", "submissions.save", "submission:write"],
        ["POST /api/platform/submissions/{}/file", "submissions.file", "submission:write"],
        ["POST /api/platform/submissions/{}/transitions", "submissions.transition", "submission:write"],
        ["GET /api/platform/submissions/{}/history", "submissions.history", "submission:read"],
        ["GET /api/platform/submissions/{}/revisions/{}", "submissions.revision", "submission:read"],
        ["GET /api/platform/submissions/{}/example", "submissions.example", "submission:read"],
        ["POST /api/platform/submissions/{}/delete", "submissions.delete", "submission:delete"],
        ["GET /api/platform/tables", "tables.list", "table:read"],
        ["POST /api/platform/tables", "tables.create", "table:write"],
        ["GET /api/platform/tables/{}", "tables.get", "table:read"],
        ["DELETE /api/platform/tables/{}", "tables.remove", "table:write"],
        ["PUT /api/platform/tables/{}/draft", "tables.save", "table:write"],
        ["GET /api/platform/tables/{}/rows", "tables.rows", "table:read"],
        ["GET /api/platform/tables/{}/compare", "tables.compare", "table:read"],
        ["POST /api/platform/tables/{}/publish", "tables.publish", "table:publish"],
        ["GET /api/platform/tables/{}/versions", "tables.versions", "table:read"],
        ["GET /api/platform/tables/{}/forms", "tables.forms", "table:read"],
        ["GET /api/platform/users", "users.list", "user:read"],
        ["POST /api/platform/users", "users.create", "user:write"],
        ["GET /api/platform/users/{}", "users.get", "user:read"],
        ["PATCH /api/platform/users/{}", "users.update", "user:write"],
        ["POST /api/platform/users/{}/deactivate", "users.deactivate", "user:write"],
        ["POST /api/platform/users/{}/reactivate", "users.reactivate", "user:write"],
        ["GET /api/platform/forms/{}/versions", "versions.list", "form:read"],
        ["GET /api/platform/forms/{}/versions/{}", "versions.get", "form:read"],
        ["POST /api/platform/forms/{}/versions/{}/publish", "versions.republish", "form:publish"],
        ["GET /api/platform/forms/{}/versions/{}/schema", "versions.schema", "form:read"],
        ["GET /api/platform/forms/{}/versions/{}/compare", "versions.compare", "form:read"]
      ])
    })
  )

  it.effect("no schema is in the document twice under two names", () =>
    Effect.gen(function* () {
      const { components } = yield* document
      assert.deepStrictEqual(
        Object.keys(components.schemas).filter((name) => /_\d+$/u.test(name)),
        []
      )
    })
  )

  it.effect("every reference resolves, and every named schema is used", () =>
    Effect.gen(function* () {
      const app = yield* document
      const made = [...JSON.stringify(app).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/gu)].map(
        ([, name]) => name
      )
      assert.deepStrictEqual([...new Set(made)].sort(), Object.keys(app.components.schemas).sort())
    })
  )

  it.effect("every change that is based on a revision declares If-Match", () =>
    Effect.gen(function* () {
      const app = yield* document
      const changes = Operations.of(app).filter(({ headers }) => headers.length > 0)
      assert.deepStrictEqual(
        changes.map(({ id }) => id),
        [
          "drafts.save",
          "drafts.publish",
          "examples.save",
          "organisation.update",
          "submissions.save",
          "submissions.file",
          "submissions.transition",
          "tables.save",
          "tables.publish"
        ]
      )
    })
  )

  it.effect("the document describes the answers: their bodies by a schema, and each of their headers", () =>
    Effect.gen(function* () {
      const { form, key, operator, version } = yield* Harness.tenant
      const { email } = yield* Harness.person(operator, "owner")
      const session = yield* Harness.signIn(operator, email)
      const operations = yield* Operations.every(key)
      const check = (id: string, answer: Wire.Answer) => Operations.assertDescribed(operations, id, answer)
      const call = Harness.platform
      const made = yield* call("POST", "api-keys", session, {
        name: "x",
        privileges: ["form:read"],
        expiresAt: "2099-01-01T00:00:00Z"
      })
      check("keys.create", made)
      const keyId = String(Wire.json(made)["id"])
      check("keys.create", yield* call("POST", "api-keys", session, {}))
      check("keys.create", yield* call("POST", "api-keys", key, {}))
      check("keys.list", yield* call("GET", "api-keys", session))
      check("keys.get", yield* call("GET", `api-keys/${keyId}`, session))
      check("keys.get", yield* call("GET", "api-keys/x", session))
      check("keys.rotate", yield* call("POST", `api-keys/${keyId}/rotate`, session, {}))
      check("keys.rotate", yield* call("POST", `api-keys/${keyId}/rotate`, session, {}))
      check("keys.revoke", yield* call("POST", `api-keys/${keyId}/revoke`, session))
      const person = yield* call("POST", "users", session, { email: "n@b.example", name: "N", role: "viewer" })
      check("users.create", person)
      const userId = String(Wire.json(person)["id"])
      check("users.create", yield* call("POST", "users", session, { email: "N@b.example", name: "N", role: "viewer" }))
      check("users.list", yield* call("GET", "users", session))
      check("users.get", yield* call("GET", `users/${userId}`, session))
      check("users.update", yield* call("PATCH", `users/${userId}`, session, { role: "author" }))
      check("users.update", yield* call("PATCH", `users/${operator.userId}`, session, {}))
      const invitation = yield* call("POST", "invitations", session, {
        email: "i@b.example",
        name: "I",
        role: "viewer"
      })
      check("invitations.invite", invitation)
      check("invitations.invite", yield* call("POST", "invitations", session, { email: "i@b.example" }))
      check("invitations.renew", yield* call("POST", `users/${userId}/invitation`, session))
      const token = Wire.json(invitation)["token"]
      for (let use = 0; use < 2; use++)
        check(
          "invitations.accept",
          yield* call("POST", "invitations/accept", undefined, { token, password: "x".repeat(12) })
        )
      check("users.deactivate", yield* call("POST", `users/${userId}/deactivate`, session))
      check("invitations.renew", yield* call("POST", `users/${userId}/invitation`, session))
      check("users.reactivate", yield* call("POST", `users/${userId}/reactivate`, session))
      check("audit.list", yield* call("GET", "audit?limit=2", session))
      check("audit.list", yield* call("GET", "audit?limit=0", session))
      check("grants.privileges", yield* call("GET", "privileges", session))
      check("grants.roles", yield* call("GET", "roles", key))
      const renamed = (name: string) => call("PATCH", "organisation", session, { name }, ['If-Match: "1"'])
      check("organisation.get", yield* call("GET", "organisation", session))
      for (const name of ["Ash", "Worth", ""]) check("organisation.update", yield* renamed(name))
      check("me.get", yield* call("GET", "me", session))
      check("me.get", yield* call("GET", "me", undefined))
      check(
        "me.changePassword",
        yield* call("PUT", "me/password", key, { currentPassword: "", newPassword: "x".repeat(12) })
      )
      const submission = `submissions/${String(Wire.json(yield* Harness.draft(key, form.id))["id"])}`
      const change = (method: string, path: string, revision: number, body: unknown) =>
        call(method, path, session, body, [`If-Match: "${revision}"`])
      check("submissions.get", yield* call("GET", submission, session))
      check("submissions.get", yield* call("GET", submission, key))
      check("submissions.save", yield* change("PUT", submission, 1, { data: { age: 36 } }))
      check("submissions.save", yield* change("PUT", submission, 1, { data: {} }))
      check("submissions.save", yield* change("PUT", submission, 2, { data: { age: -1 } }))
      check("submissions.save", yield* call("PUT", submission, session, { data: {} }))
      check("submissions.file", yield* change("POST", `${submission}/file`, 2, {}))
      check("submissions.file", yield* change("POST", `${submission}/file`, 2, { data: { name: "Ada" } }))
      check("submissions.file", yield* change("POST", `${submission}/file`, 3, {}))
      check("submissions.transition", yield* change("POST", `${submission}/transitions`, 3, { name: "x" }))
      check("submissions.transition", yield* change("POST", `${submission}/transitions`, 3, { name: "review" }))
      check("submissions.transition", yield* change("POST", `${submission}/transitions`, 3, { name: "" }))
      check("submissions.list", yield* call("GET", "submissions", session))
      check("submissions.list", yield* call("GET", "submissions?limit=x", session))
      check("submissions.list", yield* call("GET", `submissions?form=${form.id}&where=oops`, session))
      check("submissions.list", yield* call("GET", `submissions?form=${missing}&where=true`, session))
      check("reports.submissions", yield* call("GET", `reports/submissions?form=${form.id}`, session))
      check("reports.submissions", yield* call("GET", "reports/submissions?form=x", session))
      check("reports.submissions", yield* call("GET", `reports/submissions?form=${missing}`, session))
      check("reports.overview", yield* call("GET", "reports/overview", session))
      check("reports.overview", yield* call("GET", "reports/overview?cursor=x", session))
      check("reports.usage", yield* call("GET", "reports/usage", session))
      check("reports.usage", yield* call("GET", "reports/usage?from=x", session))
      check("effects.content", yield* call("GET", `effects/${missing}/content`, session))
      check("submissions.count", yield* call("GET", "submissions/count?state=draft", session))
      check("submissions.count", yield* call("GET", "submissions/count?limit=1", session))
      check("submissions.revision", yield* call("GET", `${submission}/revisions/1`, session))
      check("submissions.revision", yield* call("GET", `${submission}/revisions/999`, session))
      check("submissions.example", yield* call("GET", `${submission}/example`, session))
      check("submissions.example", yield* call("GET", `submissions/${missing}/example`, session))
      check("submissions.history", yield* call("GET", `${submission}/history`, session))
      check("versions.get", yield* call("GET", `forms/${form.id}/versions/${version.id}`, session))
      check("versions.get", yield* call("GET", `forms/${form.id}/versions/x`, session))
      check("forms.schema", yield* call("GET", `forms/${form.id}/schema`, session))
      check("forms.schema", yield* call("GET", "forms/x/schema", session))
      const own = `forms/${form.id}/versions/${version.id}`
      check("versions.schema", yield* call("GET", `${own}/schema`, session))
      check("versions.compare", yield* call("GET", `${own}/compare`, session))
      check("versions.compare", yield* call("GET", `${own}/compare?with=x`, session))
      const begun = yield* call("POST", `forms/${form.id}/impact`, session, {})
      check("impact.start", begun)
      check("impact.start", yield* call("POST", `forms/${form.id}/impact`, session, { limit: 0 }))
      const run = `forms/${form.id}/impact/${String(Wire.json(begun)["id"])}`
      check("impact.get", yield* call("GET", run, session))
      check("impact.get", yield* call("GET", `${run}?limit=x`, session))
      check("impact.get", yield* call("GET", `forms/${form.id}/impact/x`, session))
      check("leakedTokens.report", yield* call("POST", "leaked-tokens", undefined, { token: "x" }))
      check("openapi.get", yield* call("GET", "openapi.json", session))
      const signIn = (password: string) =>
        call("POST", "sessions", undefined, { email, password, organisation: operator.organisationId })
      check("sessions.signIn", yield* signIn(Harness.password))
      for (let wrong = 0; wrong < 13; wrong++) check("sessions.signIn", yield* signIn("wrong"))
      check("sessions.signOut", yield* call("DELETE", "sessions/current", key))
      check("sessions.signOut", yield* call("DELETE", "sessions/current", session))
    })
  )
})
