/** A site with forms on its pages, for tests of the element: its own server has the forms and takes what is filed. */
import type { IncomingMessage } from "node:http"
import type { Browser, Page } from "playwright-core"
import type { Json } from "@formwork/rules/Json"
import type { FormworkForm } from "../../src/element/formworkForm.ts"
import { acceptedLanguages } from "@formwork/rules/Language"
import { claim, demo, everyType, permit, places, preparedOf, stepped, weeks } from "./forms.ts"
import { launch, open, serve } from "./page.ts"

const html = (attributes: string, lang = "en"): string => `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>A form</title><link rel="stylesheet" href="/page.css"></head>
<body><main><h1>A form</h1><formwork-form ${attributes}></formwork-form></main>
<script type="module" src="/formwork-form.js"></script></body></html>`

const css =
  "html { color-scheme: light dark; font: 16px sans-serif } body { background: Canvas; color: CanvasText; margin: 1rem }"

export interface Filed {
  readonly key: string | ReadonlyArray<string> | undefined
  readonly body: string
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}

/** What was uploaded: the path and its query, two headers, and how many bytes. */
export interface UploadMade {
  readonly at: string
  readonly type: string | undefined
  readonly bytes: number
}

/** It waits for `after`. */
type Answer = { readonly status: number; readonly body: string; readonly after?: Promise<void> }

export interface Shown {
  readonly page: Page
  /** What was sent to the page's server. */
  readonly filed: ReadonlyArray<Filed>
  /** What was uploaded to it. */
  readonly uploads: ReadonlyArray<UploadMade>
  /** Ends the page. @returns what went wrong in it: errors, warnings, violations of its policy. */
  readonly done: () => Promise<ReadonlyArray<string>>
}

/** The files of a page have ids in turn. */
export const fileId = (number: number): string => `01890a5d-ac96-774b-bcce-${String(number).padStart(12, "0")}`

const accepted: Answer = { status: 201, body: '{"referenceNumber":"ALL-00000007"}' }

const forms = new Map([
  ["/own/forms/motor/prepared", preparedOf(demo("motor-quote"))],
  ["/own/forms/every/prepared", preparedOf(everyType)],
  ["/own/forms/places/prepared", preparedOf(places)],
  ["/own/forms/stepped/prepared", preparedOf(stepped)],
  ["/own/forms/claim/prepared", preparedOf(claim)],
  ["/own/forms/weeks/prepared", preparedOf(weeks)]
])

export class Site {
  /** What the server answers to what is filed, in turn. Then it accepts. */
  readonly answers: Array<Answer>
  /** Where files were deleted. */
  readonly takenBack: Array<string>
  readonly #filed: Array<Filed>
  readonly #uploads: Array<UploadMade>
  readonly #browser: Browser
  readonly #server: Awaited<ReturnType<typeof serve>>

  private constructor(
    answers: Array<Answer>,
    filed: Array<Filed>,
    uploads: Array<UploadMade>,
    takenBack: Array<string>,
    browser: Browser,
    server: Awaited<ReturnType<typeof serve>>
  ) {
    this.answers = answers
    this.#filed = filed
    this.#uploads = uploads
    this.takenBack = takenBack
    this.#browser = browser
    this.#server = server
  }

  static async open(): Promise<Site> {
    const [answers, filed, uploads]: [Array<Answer>, Array<Filed>, Array<UploadMade>] = [[], [], []]
    const takenBack: Array<string> = []
    const server = await serve(
      (request, response) => {
        const { pathname } = new URL(request.url ?? "/", "http://page")
        const accepts = acceptedLanguages(request.headers["accept-language"] ?? "")
        const form = pathname === "/own/forms/permit/prepared" ? preparedOf(permit, accepts) : forms.get(pathname)
        if (form !== undefined) response.writeHead(200).end(form)
        else if (pathname === "/own/submissions/s1/files")
          response
            .writeHead(200, { "content-type": "application/json" })
            .end(JSON.stringify({ items: [{ id: fileId(3), name: "receipt.pdf", size: 1_234 }, { id: 7 }] }))
        else if (pathname === "/own/submissions/s2/files") response.writeHead(200).end("<p>Not here.</p>")
        else if (pathname === "/page.css") response.writeHead(200, { "content-type": "text/css" }).end(css)
        else if (request.method === "DELETE" && pathname.includes("/files/")) {
          takenBack.push(pathname)
          response.writeHead(204).end()
        } else if (request.method !== "POST") return false
        else
          void bodyOf(request).then(async (body) => {
            const { "content-type": type, "idempotency-key": key } = request.headers
            const isUpload = pathname.endsWith("/files")
            if (isUpload) uploads.push({ at: request.url ?? "", type, bytes: body.length })
            else filed.push({ key, body })
            const answer =
              answers.shift() ?? (isUpload ? { status: 201, body: `{"id":"${fileId(uploads.length)}"}` } : accepted)
            await answer.after
            response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body)
          })
        return true
      },
      (path) => {
        const { pathname, searchParams } = new URL(path, "http://page")
        return pathname === "/" ? html(searchParams.get("with") ?? "", searchParams.get("lang") ?? "en") : undefined
      }
    )
    return new Site(answers, filed, uploads, takenBack, await launch(), server)
  }

  /** A page with an element of these attributes. */
  async show(attributes: string, lang = "en", options: Parameters<typeof open>[2] = {}): Promise<Shown> {
    this.#filed.length = 0
    this.#uploads.length = 0
    this.answers.length = 0
    this.takenBack.length = 0
    const address = `${this.#server.address}/?lang=${lang}&with=${encodeURIComponent(attributes)}`
    const { page, wrong } = await open(this.#browser, address, options)
    return {
      page,
      filed: this.#filed,
      uploads: this.#uploads,
      done: async () => {
        await page.close()
        return wrong
      }
    }
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await this.#server.close()
  }
}

/** Puts values into the session of the page's element. */
export const fill = (page: Page, values: { readonly [slug: string]: Json }): Promise<void> =>
  page.evaluate((text) => {
    const { session } = document.querySelector<FormworkForm>("formwork-form") ?? {}
    const all: { readonly [slug: string]: Json } = JSON.parse(text)
    for (const [slug, value] of Object.entries(all)) session?.set(`/${slug}`, value)
  }, JSON.stringify(values))

export const every = 'form="every" base="/own"'
export const motor = 'form="motor" base="/own"'
export const steppedForm = 'form="stepped" base="/own"'
export const claimForm = 'form="claim" base="/own"'
export const placesForm = 'form="places" base="/own"'
