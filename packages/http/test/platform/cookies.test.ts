/** A person's session as a cookie: what a browser gets, and when its cookie counts (spec/http.md §3.23). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const secure = "__Host-formwork"
const local = "formwork"

/** The bytes of a request to this host. */
const to = (host: string, bytes: Uint8Array): Buffer =>
  Buffer.from(Buffer.from(bytes).toString("latin1").replace("Host: localhost", `Host: ${host}`), "latin1")

const signInAs = Effect.fnUntraced(function* (
  { email, organisation }: { readonly email: string; readonly organisation: string },
  host: string,
  ...headers: ReadonlyArray<string>
) {
  const body = JSON.stringify({ email, organisation, password: Harness.password, cookie: true })
  return yield* Harness.send(to(host, Wire.request({ path: "/api/platform/sessions", body, headers })))
})

const author = Effect.gen(function* () {
  const { operator } = yield* Harness.tenant
  const { email } = yield* Harness.person(operator, "author")
  return { operator, email, organisation: operator.organisationId }
})

/** The token in a `Set-Cookie`. */
const tokenIn = (answer: Wire.Answer): string =>
  /=(fws_[0-9A-Za-z]{93});/u.exec(answer.headers["set-cookie"] ?? "")?.[1] ?? ""

layer(Harness.layer({ proxies: 1 }), { excludeTestServices: true })("a session as a cookie", (it) => {
  it.effect("signing in gives the browser the session, and the answer no token", () =>
    Effect.gen(function* () {
      const who = yield* author
      for (const host of ["localhost", "localhost:8787", "127.0.0.1:8787", "[::1]:8787"]) {
        const answer = yield* signInAs(who, host)
        assert.strictEqual(answer.status, 201, answer.body)
        assert.deepStrictEqual(Object.keys(Wire.json(answer)), ["expiresAt"])
        assert.match(
          answer.headers["set-cookie"] ?? "",
          /^formwork=fws_[0-9A-Za-z]{93}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/u
        )
      }
      const overTls = yield* signInAs(who, "forms.example", "X-Forwarded-For: 192.0.2.1", "X-Forwarded-Proto: https")
      assert.match(
        overTls.headers["set-cookie"] ?? "",
        /^__Host-formwork=fws_[0-9A-Za-z]{93}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200$/u
      )
    })
  )

  it.effect("over plain HTTP elsewhere it is refused, and no session begins", () =>
    Effect.gen(function* () {
      const who = yield* author
      for (const host of ["forms.example", "localhost.forms.example", "127.0.0.1.forms.example", "10.0.0.1"]) {
        const answer = yield* signInAs(who, host)
        assert.strictEqual(answer.status, 422, host)
        assert.include(answer.body, "needs TLS")
        assert.isUndefined(answer.headers["set-cookie"])
      }
    })
  )

  it.effect(
    "a cookie counts exactly where the request is from a page of this server, whatever else a page can send",
    () =>
      Effect.gen(function* () {
        const who = yield* author
        const token = tokenIn(yield* signInAs(who, "localhost"))
        const sites = [undefined, "same-origin", "same-site", "cross-site", "none", "same-origin, cross-site", ""]
        const marks = [undefined, "console", "Console", "console, console", "x"]
        for (const name of [secure, local])
          for (const host of ["localhost", "forms.example"])
            for (const site of sites)
              for (const mark of marks)
                for (const method of ["GET", "POST"]) {
                  const headers = [
                    `Cookie: theme=dark; ${name}=${token}; other=1`,
                    ...(site === undefined ? [] : [`Sec-Fetch-Site: ${site}`]),
                    ...(mark === undefined ? [] : [`X-Formwork: ${mark}`])
                  ]
                  const path = method === "GET" ? "/api/platform/me" : "/api/platform/folders"
                  const body = method === "GET" ? {} : { body: JSON.stringify({ name: Harness.unused() }) }
                  const bytes = to(host, Wire.request({ method, path, headers, ...body }))
                  const { status } = yield* Harness.send(bytes)
                  const counts =
                    (site === undefined || site === "same-origin") &&
                    (method === "GET" || mark === "console") &&
                    (name === secure || host === "localhost")
                  const expected = counts ? (method === "GET" ? 200 : 201) : 401
                  assert.strictEqual(status, expected, `${method} ${host} ${headers.slice(1).join(", ")} ${name}`)
                }
      })
  )

  it.effect("a header Authorization wins, also where it is wrong, and the cookie is not read", () =>
    Effect.gen(function* () {
      const who = yield* author
      const token = tokenIn(yield* signInAs(who, "localhost"))
      for (const authorization of ["Bearer none", "Basic eDp5", "", "Bearer"]) {
        const answer = yield* Harness.platform("GET", "me", undefined, undefined, [
          `Cookie: ${local}=${token}`,
          `Authorization: ${authorization}`
        ])
        assert.strictEqual(answer.status, 401, authorization)
      }
      const other = yield* author
      const bearer = yield* Harness.signIn(other.operator, other.email)
      const answer = yield* Harness.platform("GET", "me", bearer, undefined, [`Cookie: ${local}=${token}`])
      assert.deepInclude(Wire.json(answer)["organisation"], { id: other.organisation })
    })
  )

  it.effect("a key in the cookie, two cookies of the name, and a cookie beyond the API count for nothing", () =>
    Effect.gen(function* () {
      const { key } = yield* Harness.tenant
      const token = tokenIn(yield* signInAs(yield* author, "localhost"))
      const get = (cookie: string, path = "/api/platform/me") =>
        Harness.send(Wire.request({ method: "GET", path, headers: [cookie], contentType: undefined }))
      assert.strictEqual((yield* get(`Cookie: ${local}=${key}`)).status, 401)
      assert.strictEqual((yield* get(`Cookie: ${local}=${token}; ${local}=${token}`)).status, 401)
      assert.strictEqual((yield* get(`Cookie: ${local}=${token}`, "/mcp")).status, 401)
      assert.strictEqual((yield* get(`Cookie: ${local}="${token}"`)).status, 401)
      assert.strictEqual((yield* get(`Cookie: ${local}=${token}`)).status, 200)
    })
  )

  it.effect("the two versioned operations take it, and evaluate as for the session's token", () =>
    Effect.gen(function* () {
      const { form, operator } = yield* Harness.tenant
      const { email } = yield* Harness.person(operator, "author")
      const token = tokenIn(yield* signInAs({ email, organisation: operator.organisationId }, "localhost"))
      const path = Harness.evaluatePath(form.id)
      const body = JSON.stringify({ data: { name: "Ada", age: 36 } })
      const headers = [`Cookie: ${local}=${token}`, "X-Formwork: console", "Sec-Fetch-Site: same-origin"]
      const byCookie = yield* Harness.send(Wire.request({ path, body, headers }))
      const byToken = yield* Harness.call(path, token)
      assert.deepStrictEqual([byCookie.status, byCookie.body], [byToken.status, byToken.body])
    })
  )

  it.effect("signing out ends the session at once, and the browser drops the cookie and what it keeps", () =>
    Effect.gen(function* () {
      const token = tokenIn(yield* signInAs(yield* author, "localhost"))
      const cookie = [`Cookie: ${local}=${token}`, "X-Formwork: console"]
      const answer = yield* Harness.platform("DELETE", "sessions/current", undefined, undefined, cookie)
      assert.strictEqual(answer.status, 204)
      assert.strictEqual(answer.headers["set-cookie"], `${local}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`)
      assert.strictEqual(answer.headers["clear-site-data"], '"cache", "storage"')
      assert.strictEqual((yield* Harness.platform("GET", "me", undefined, undefined, cookie)).status, 401)
      const { email, operator } = yield* author
      const bearer = yield* Harness.signIn(operator, email)
      const byToken = yield* Harness.platform("DELETE", "sessions/current", bearer)
      assert.isUndefined(byToken.headers["set-cookie"])
      assert.isUndefined(byToken.headers["clear-site-data"])
    })
  )

  it.effect("no answer lets a browser run anything, guess a type, or share it with another origin", () =>
    Effect.gen(function* () {
      const { form, key: token } = yield* Harness.tenant
      const answers = [
        yield* Harness.call(Harness.evaluatePath(form.id), token),
        yield* Harness.call(Harness.evaluatePath(form.id), undefined),
        yield* Harness.call("/api/platform/nothing", token),
        yield* Harness.call(Harness.evaluatePath(form.id), token, "{"),
        yield* Harness.platform("GET", "submissions/export?format=csv", token),
        yield* Harness.send(Buffer.from("NONSENSE\r\n\r\n")),
        yield* Harness.send(
          Wire.request({
            method: "OPTIONS",
            path: "/api/platform/me",
            headers: ["Origin: https://evil.example", "Access-Control-Request-Method: GET"]
          })
        )
      ]
      for (const { headers, status } of answers) {
        assert.strictEqual(headers["x-content-type-options"], "nosniff", String(status))
        assert.strictEqual(headers["content-security-policy"], "default-src 'none'; frame-ancestors 'none'; sandbox")
        assert.isFalse(Object.keys(headers).some((name) => name.startsWith("access-control-")))
      }
    })
  )
})
