/** The element in a real Chromium: bundled as an application would, on a page with the strictest policy. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import axe from "axe-core"
import { build } from "esbuild"
import { type Browser, chromium, type Page } from "playwright-core"
import { findChromium } from "../../../rules/test/browser/chromium.ts"

export const found = findChromium()
if (found === undefined) console.log("<formwork-form> in a browser: skipped, there is no Chromium on the PATH.")

const source = fileURLToPath(new URL("../../src/element", import.meta.url))

export interface Bundle {
  /** By its name in the page's folder. */
  readonly files: ReadonlyMap<string, string>
  /** What the page loads at once, gzipped, in kB; and what it loads for a definition, and for pages in other languages. */
  readonly kilobytes: { readonly now: number; readonly later: number }
  /** The sources of what it loads at once. */
  readonly inputs: ReadonlyArray<string>
}

/** The element, as a bundler makes it of `import "@formwork/form/formwork-form"`. */
export const bundle = async (): Promise<Bundle> => {
  const { metafile, outputFiles } = await build({
    entryPoints: { "formwork-form": `${source}/formworkForm.ts` },
    bundle: true,
    minify: true,
    splitting: true,
    platform: "browser",
    target: "es2023",
    format: "esm",
    outdir: "out",
    write: false,
    metafile: true,
    logLevel: "silent"
  })
  const outputs = new Map(Object.entries(metafile.outputs))
  const first = new Set<string>()
  const follow = (name: string): void => {
    if (first.has(name)) return
    first.add(name)
    for (const { kind, path } of outputs.get(name)?.imports ?? []) if (kind === "import-statement") follow(path)
  }
  follow("out/formwork-form.js")
  const files = new Map(outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf("/") + 1), text]))
  const kilobytes = (names: ReadonlyArray<string>): number =>
    names.reduce((sum, name) => sum + gzipSync(files.get(name.slice("out/".length)) ?? "", { level: 9 }).length, 0) /
    1000
  const all = [...outputs.keys()]
  return {
    files,
    kilobytes: { now: kilobytes([...first]), later: kilobytes(all.filter((name) => !first.has(name))) },
    inputs: [...first].flatMap((name) => Object.keys(outputs.get(name)?.inputs ?? {}))
  }
}

/** No script but the page's own, no inline style, no other address, and no text that becomes markup or code. */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

type Answer = (request: IncomingMessage, response: ServerResponse) => boolean

/** A server with the bundle, what a test answers itself, and its pages. */
export const serve = async (answer: Answer, pageAt: (path: string) => string | undefined) => {
  const { files } = await bundle()
  const server = createServer((request, response) => {
    const path = request.url ?? "/"
    if (answer(request, response)) return
    const script = files.get(path.slice(1))
    if (script !== undefined) return void response.writeHead(200, { "content-type": "text/javascript" }).end(script)
    const html = pageAt(path)
    if (html === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on a port has an address with one
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => void (server.closeAllConnections(), server.close(() => resolve())))
  }
}

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: found?.path ?? "",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
  })

/** A page that collects everything that went wrong in it. */
export const open = async (browser: Browser, address: string, options: Parameters<Browser["newPage"]>[0] = {}) => {
  const page = await browser.newPage({ reducedMotion: "reduce", ...options })
  const wrong: Array<string> = []
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`))
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") wrong.push(`${message.type()}: ${message.text()}`)
  })
  await page.goto(address)
  return { page, wrong }
}

/** What axe finds on the page, a line for each. It runs beside the page, which its policy would not let it. */
export const findings = async (page: Page): Promise<ReadonlyArray<string>> => {
  const session = await page.context().newCDPSession(page)
  const run = async (expression: string): Promise<unknown> => {
    const { exceptionDetails, result } = await session.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true
    })
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  await run(axe.source)
  const found =
    await run(`axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html + " " + failureSummary)))`)
  return Array.isArray(found) ? found.map(String) : [String(found)]
}
