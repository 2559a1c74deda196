/**
 * What a server says of itself: `/`, `/docs`, and a page for each code of a problem (spec/http.md §8.7). A browser gets HTML, any
 * other client JSON. All of it is made once, says nothing of an organisation, and needs no credential.
 */
import { Context, Effect } from "effect"
import type { IncomingMessage } from "node:http"
import * as Answer from "../connection/Answer.ts"
import { TrustedProxies, wayOf } from "../request/ClientAddress.ts"
import { MountedPages } from "./MountedPages.ts"
import type { MountedPage, PageRequest } from "./MountedPages.ts"
import * as ProblemGuide from "../problem/ProblemGuide.ts"
import { html, prose, type Html } from "./Page.ts"
import * as Page from "./Page.ts"
import * as ProblemPage from "./ProblemPage.ts"

/** Which release this is; an app says so. */
export const Release = Context.Reference<{ readonly version: string | undefined }>(
  "@formwork/http/guide/Guide/Release",
  {
    defaultValue: () => ({ version: undefined })
  }
)

const description = "A headless form service: evaluate a payload through a form's live rules, file it exactly once."

const operation = (path: string): string =>
  `curl -sS "$URL/api/platform/v1/forms/$FORM_ID/${path}" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"data": {"area": 120.5, "flat": true}}'`

const manual = prose(
  "The manual is in the folder `docs` of the release: the tutorial is `docs/tutorial.md`, and `npm run docs` shows it all in a browser."
)

const welcome = (version: string | undefined): Html =>
  html`<h1>Formwork${version === undefined ? "" : ` ${version}`}</h1>
    <p>${description}</p>
    <p>This is its API. There is nothing to sign in to here: programs call it, with a key.</p>

    <h2>A first request</h2>
    <p>Price a payload; nothing is stored:</p>
    <pre><code>${operation("evaluate")}</code></pre>
    <p>
      File it, under a reference number: the same with <code>submissions</code> in the place of <code>evaluate</code>.
    </p>

    <h2>How to get a key</h2>
    <ul>
      <li>
        On your own machine, the first start has written one, with the other variables of that command. In the folder
        where the server was started: <code class="whole">. .formwork/env</code>
      </li>
      <li>
        Elsewhere, a person of your organisation makes one: <code>POST /api/platform/api-keys</code>, after signing in
        with <code>POST /api/platform/sessions</code>.
      </li>
      <li>
        A server without any organisation gets its first by the command <code>formwork organisation create</code>.
      </li>
    </ul>

    <h2>Documents</h2>
    <ul>
      <li><a href="/v3/api-docs">OpenAPI 3.1 of the two versioned operations</a>, for generators and other tools</li>
      <li>
        <code>GET /api/platform/openapi.json</code>: the same of the app API (forms, keys, people, submissions), with
        any credential
      </li>
      <li><a href="/docs/problems">Problems by code</a>: what each refusal means and what to do</li>
      <li><code>POST /mcp</code>: the operations as tools for a model</li>
      <li>${manual}</li>
    </ul>`

const services = (version: string | undefined) => ({
  name: "Formwork",
  version: version ?? null,
  description,
  links: {
    openapi: "/v3/api-docs",
    appOpenapi: "/api/platform/openapi.json",
    problems: "/docs/problems",
    mcp: "/mcp"
  }
})

interface Document {
  /** For the log and the metrics. */
  readonly route: string
  readonly forBrowsers: Answer.Answer
  readonly forPrograms: Answer.Answer
}

const json = (value: unknown): Answer.Answer => Answer.json(JSON.stringify(value), 200, { vary: "accept" })

/** Whether the client prefers to read: every browser names HTML, and no other client does by itself. */
const reads = (accept = ""): boolean =>
  accept.split(",").some((range) => /^\s*text\/html\s*(?:;(?!.*q=0(?:\.0*)?\s*$).*)?$/iu.test(range))

/** Gives the function that finds the answer to a GET of a path, with its route; undefined for every other path. */
export const make = Effect.gen(function* () {
  const { version } = yield* Release
  const mounted = yield* MountedPages
  const proxies = yield* TrustedProxies
  const about = {
    forBrowsers: Page.answer("Formwork", welcome(version)),
    forPrograms: json(services(version))
  }
  const documents = new Map<string, Document>([
    ["/", { ...about, route: "/" }],
    ["/docs", { ...about, route: "/docs" }],
    [
      ProblemPage.root,
      {
        route: ProblemPage.root,
        forBrowsers: ProblemPage.list,
        forPrograms: json({ items: ProblemGuide.guides.map(ProblemPage.entry) })
      }
    ],
    ...ProblemGuide.guides.map((guide): [string, Document] => [
      `${ProblemPage.root}/${guide.name}`,
      { route: `${ProblemPage.root}/:code`, forBrowsers: ProblemPage.page(guide), forPrograms: json(guide) }
    ])
  ])

  const own = (path: string, isReader: boolean): MountedPage | undefined => {
    const found = documents.get(path)
    return found && { route: found.route, answer: isReader ? found.forBrowsers : found.forPrograms }
  }

  return (path: string, request: IncomingMessage): MountedPage | undefined => {
    // Most requests are calls of the API, which have no page.
    if (path.startsWith("/api/")) return undefined
    const isReader = reads(request.headers.accept)
    return mounted(new Asked(path, request, isReader, proxies)) ?? own(path, isReader)
  }
})

class Asked implements PageRequest {
  readonly path: string
  readonly reads: boolean
  readonly #request: IncomingMessage
  readonly #proxies: number

  constructor(path: string, request: IncomingMessage, isReader: boolean, proxies: number) {
    this.path = path
    this.reads = isReader
    this.#request = request
    this.#proxies = proxies
  }

  readonly header = (name: string): string | undefined => {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value.join(", ") : value
  }

  get way(): PageRequest["way"] {
    return wayOf(this.#request, this.#proxies)
  }
}
