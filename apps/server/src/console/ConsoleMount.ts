/**
 * The console at `/console/`: static files before authentication, which have no rights of their own (docs/console.md). Every path that
 * is no file is the page, whose script finds the screen; below `/console/assets/` it is 404.
 */
import { Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { SecureRandom } from "effect/crypto"
import { Answer } from "@formwork/http/connection/Answer"
import type { Headers } from "@formwork/http/connection/Answer"
import { MountedPages } from "@formwork/http/guide/MountedPages"
import type { MountedPage, PageRequest } from "@formwork/http/guide/MountedPages"
import * as SessionCookie from "@formwork/http/request/SessionCookie"
import { readConsole } from "./ConsoleFiles.ts"
import type { ConsoleFile, ConsoleFiles } from "./ConsoleFiles.ts"

const root = "/console/"
const assets = "/console/assets/"

/** How long a page that waits for the console waits before it looks again, in seconds. */
const again = 1

/** What the page may do: run this server's scripts and call this server. Its worker is the one address that it may make a script of. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types formwork-worker"
  ].join("; ")

const common: Headers = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()"
}

/** The policy of a file that a browser opens on its own, such as a worker or an image: it may load from this server only. */
const ofFile = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"

const secured = (request: PageRequest, headers: Headers): Headers =>
  request.way === "tls"
    ? { ...common, ...headers, "strict-transport-security": "max-age=31536000" }
    : { ...common, ...headers }

/** Whether the client takes a coding: `gzip, br;q=0.9`, and not `br;q=0`. */
const takes = (accepted: string, coding: string): boolean =>
  accepted.split(",").some((range) => {
    const [name, ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
    return name === coding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/u.test(parameter))
  })

const coded = ({ bytes, coded: { br, gzip } }: ConsoleFile, accepted: string): [Uint8Array, Headers] => {
  if (br !== undefined && takes(accepted, "br")) return [br, { "content-encoding": "br" }]
  if (gzip !== undefined && takes(accepted, "gzip")) return [gzip, { "content-encoding": "gzip" }]
  return [bytes, {}]
}

const fileAnswer = (file: ConsoleFile, request: PageRequest): Answer => {
  const headers = secured(request, {
    etag: file.etag,
    vary: "accept-encoding",
    "content-security-policy": ofFile,
    "cache-control": request.path.startsWith(assets) ? "public, max-age=31536000, immutable" : "no-cache"
  })
  if (request.header("if-none-match") === file.etag) return new Answer(304, headers)
  const [bytes, coding] = coded(file, request.header("accept-encoding") ?? "")
  return new Answer(200, { ...headers, ...coding, "content-type": file.type }, bytes)
}

const html = { "content-type": "text/html; charset=utf-8" }

const pageAnswer = (text: string, nonce: string, request: PageRequest): Answer =>
  new Answer(200, secured(request, { ...html, "content-security-policy": policy(nonce) }), text)

const waiting = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${again}">
<title>Formwork</title>
<h1>The console is being built</h1>
<p>It is built once, in some seconds, and this page opens it by itself. If it stays here, the terminal of the server says why.</p>
</html>
`

const waitingAnswer = (request: PageRequest): Answer =>
  new Answer(
    503,
    secured(request, {
      ...html,
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "retry-after": String(again)
    }),
    waiting
  )

const missing = (request: PageRequest): Answer =>
  new Answer(
    404,
    secured(request, { "content-type": "text/plain; charset=utf-8" }),
    "The console has no such file. It may be of an older release: open the page again.\n"
  )

const redirect = new Answer(302, { location: root, vary: "accept" })

/**
 * Finds the console's pages.
 * @param current gives the console's files; undefined while they are being built.
 * @param newNonce makes a nonce of a page.
 */
const finder =
  (current: () => ConsoleFiles | undefined, newNonce: () => string) =>
  (request: PageRequest): MountedPage | undefined => {
    const { path } = request
    if (path === "/") return request.reads ? { route: "/", answer: redirect } : undefined
    if (path === "/console") return { route: "/console", answer: redirect }
    if (!path.startsWith(root)) return undefined
    const console = current()
    if (console === undefined) return { route: `${root}*`, answer: waitingAnswer(request) }
    const file = console.files.get(path)
    if (file !== undefined) return { route: `${root}*`, answer: fileAnswer(file, request) }
    if (path.startsWith(assets)) return { route: `${assets}*`, answer: missing(request) }
    const nonce = newNonce()
    // Else the sign-in will be shown.
    const ahead = SessionCookie.mayBeIn(request.header("cookie") ?? "") ? path.slice(root.length - 1) : undefined
    return { route: `${root}*`, answer: pageAnswer(console.page(nonce, ahead), nonce, request) }
  }

const ofRepository = new URL("../../../console/", import.meta.url)

/** Where the console is: in this repository where its build puts it, and in a released package inside of that. */
export const folder = fileURLToPath(
  existsSync(new URL("index.html", ofRepository))
    ? new URL("dist/", ofRepository)
    : new URL("../../console/", import.meta.url)
)

/**
 * Serves the console that is in the folder, as soon as it is there.
 * @param folder where the build puts it.
 */
export const layer = (folder: string) =>
  Layer.effect(
    MountedPages,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      let files = readConsole(folder)
      const look = Effect.sync(() => {
        files = readConsole(folder)
        return files !== undefined
      })
      if (files === undefined)
        yield* Effect.forkScoped(
          Effect.sleep("250 millis").pipe(Effect.andThen(look), Effect.repeat({ until: (isThere) => isThere }))
        )
      const newNonce = () => Buffer.from(Effect.runSync(Effect.orDie(random.randomBytes(18)))).toString("base64url")
      return finder(() => files, newNonce)
    })
  )
