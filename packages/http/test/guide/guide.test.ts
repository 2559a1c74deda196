/** What a server says of itself, to a browser and to a program (spec/http.md §8.7). */
import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { html, prose } from "../../src/guide/Page.ts"
import { guides } from "../../src/problem/ProblemGuide.ts"
import { table } from "../../src/problem/ProblemTable.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

/** As Chromium sends it. */
const browser =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7"

const get = (path: string, accept?: string, method = "GET") =>
  Harness.send(
    `${method} ${path} HTTP/1.1\r\nHost: forms.example\r\n${accept === undefined ? "" : `Accept: ${accept}\r\n`}\r\n`
  )

const paths = ["/", "/docs", "/docs/problems", ...guides.map(({ name }) => `/docs/problems/${name}`)]

layer(Harness.layer(), { excludeTestServices: true })("what a server says of itself", (it) => {
  it.effect("a browser gets a page without a credential, which runs no script and loads nothing", () =>
    Effect.gen(function* () {
      for (const path of paths) {
        const { body, headers, status } = yield* get(path, browser)
        assert.deepStrictEqual(
          [status, headers["content-type"], headers["x-content-type-options"], headers["vary"]],
          [200, "text/html; charset=utf-8", "nosniff", "accept"],
          path
        )
        const [, style = ""] = /<style>([^]*?)<\/style>/u.exec(body) ?? []
        const digest = createHash("sha256").update(style).digest("base64")
        assert.strictEqual(
          headers["content-security-policy"],
          `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
        )
        assert.notMatch(body, /<script|<img|<link|style=|\son\w+=|\ssrc=|url\(/u)
        assert.match(body, /^<!doctype html>\s+<html lang="en">/u)
      }
    })
  )

  it.effect("every link of a page leads to an address that answers without a credential", () =>
    Effect.gen(function* () {
      const pages = yield* Effect.forEach(paths, (path) => get(path, browser))
      const targets = new Set(
        pages.flatMap(({ body }) => [...body.matchAll(/href="([^"]+)"/gu)].map(([, to = ""]) => to))
      )
      assert.isAbove(targets.size, guides.length)
      for (const target of targets) assert.strictEqual((yield* get(target, browser)).status, 200, target)
    })
  )

  it.effect("any other client gets JSON", () =>
    Effect.gen(function* () {
      for (const accept of [undefined, "*/*", "application/json", "text/html;q=0, application/json", "text/htmlx"]) {
        for (const path of paths) {
          const answer = yield* get(path, accept)
          assert.deepStrictEqual([answer.status, answer.headers["content-type"]], [200, "application/json"], path)
          assert.isObject(Wire.json(answer))
        }
      }
      const links = Wire.json(yield* get("/"))["links"]
      assert.deepStrictEqual(links, {
        openapi: "/v3/api-docs",
        appOpenapi: "/api/platform/openapi.json",
        problems: "/docs/problems",
        mcp: "/mcp"
      })
    })
  )

  it.effect("each takes GET alone, from anyone", () =>
    Effect.gen(function* () {
      for (const path of ["/", "/docs", "/docs/problems", "/docs/problems/rate-limited"]) {
        for (const method of ["POST", "DELETE", "OPTIONS"]) {
          const answer = yield* get(path, browser, method)
          assert.deepStrictEqual([answer.status, answer.headers["allow"]], [405, "GET"], `${method} ${path}`)
        }
        const head = yield* Harness.head(Buffer.from(`HEAD ${path} HTTP/1.1\r\nHost: forms.example\r\n\r\n`))
        assert.match(head, /^HTTP\/1\.1 405 [^]*\r\nallow: GET\r\n/u)
      }
    })
  )

  it.effect("what lies beside them is answered like any other address: 401 without a credential", () =>
    Effect.gen(function* () {
      for (const path of ["/docs/", "/index.html", "/favicon.ico", "/docs/problems/", "/docs/problems/RATE_LIMITED"])
        assert.strictEqual((yield* get(path, browser)).status, 401, path)
    })
  )

  it.effect("the Link of a refusal leads to the page of its code", () =>
    Effect.gen(function* () {
      const refused = yield* get("/nowhere")
      const [, target = ""] = /^<([^>]+)>; rel="help"$/u.exec(refused.headers["link"] ?? "") ?? []
      const { code, titles } = Wire.json(yield* get(target))
      assert.strictEqual(code, Wire.json(refused)["code"])
      assert.include(JSON.stringify(titles), String(Wire.json(refused)["title"]))
    })
  )
})

it("there is a page for each code of the table, and for no other", () => {
  const codes = new Set(Object.values(table).map(({ code }) => code))
  assert.deepStrictEqual(new Set(guides.map(({ code }) => code)), codes)
  assert.strictEqual(guides.length, codes.size)
})

it("text in a page is text", () => {
  const nasty = `<b title="x">&'</b>`
  assert.strictEqual(html`<p>${nasty}</p>`.html, "<p>&lt;b title=&quot;x&quot;&gt;&amp;&#39;&lt;/b&gt;</p>")
  assert.strictEqual(prose("a `<b>` & c").html, "a <code>&lt;b&gt;</code> &amp; c")
})
