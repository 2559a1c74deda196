/** The console as a server has it: its files, their headers, and what stays as it was for every other path. */
import { mkdtempSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { inDemo } from "./support/demoFolder.ts"
import { start } from "./support/formwork.ts"
import type { Running } from "./support/formwork.ts"
import { serving } from "./support/warm.ts"

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

const directives = (policy: string): ReadonlyMap<string, string> =>
  new Map(
    policy.split(";").map((directive) => {
      const [name = "", ...values] = directive.trim().split(" ")
      return [name, values.join(" ")]
    })
  )

/** A request whose path no client would send: `fetch` resolves dot segments. */
const raw = (url: string, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, host, port } = new URL(url)
    let answer = ""
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    )
    socket.setEncoding("utf8").on("data", (text: string) => {
      answer += text
    })
    socket.on("end", () => resolve(answer)).on("error", reject)
  })

describe("the console of a server", () => {
  let data: string
  let server: Running
  let url: string
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { headers, redirect: "manual" })

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), "formwork-console-"))
    server = start(["serve"], { PORT: "0", ADMIN_PORT: "0", LOG_LEVEL: "Error", FORMWORK_DATA_DIR: data })
    const [, listening = ""] = await server.says(/listening on (http:\S+)/u)
    url = listening
    await server.says(/Ctrl-C ends it/u)
  })
  afterAll(async () => {
    server.child.kill("SIGINT")
    await server.ended
    rmSync(data, { recursive: true, force: true })
  })

  test("the start says where it is, and who can sign in", () => {
    expect(server.output()).toContain(`The console is at ${url}/console/`)
    expect(server.output()).toContain(`Open ${url}/console/ and sign in as owner@demo.example`)
  })

  test("a browser at the root goes to it, and a program reads what the server is", async () => {
    const person = await get("/", browser)
    expect([person.status, person.headers.get("location")]).toEqual([302, "/console/"])
    const program = await get("/")
    expect(program.status).toBe(200)
    expect(program.headers.get("content-type")).toBe("application/json")
    expect((await get("/console")).headers.get("location")).toBe("/console/")
  })

  test("every screen's address is the page, each time with another nonce, and never kept", async () => {
    const answers = await Promise.all(["/console/", "/console/forms/x/edit?view=source"].map((path) => get(path)))
    const nonces = await Promise.all(
      answers.map(async (answer) => {
        expect(answer.status).toBe(200)
        expect(answer.headers.get("cache-control")).toBe("no-store")
        const policy = directives(answer.headers.get("content-security-policy") ?? "")
        const nonce = /'nonce-([\w-]{20,})'/u.exec(policy.get("style-src") ?? "")?.[1] ?? "none"
        expect(await answer.text()).toContain(`nonce="${nonce}"`)
        return nonce
      })
    )
    expect(new Set(nonces).size).toBe(2)
  })

  test("the page names the files of its screen to who may be signed in, and to nobody else", async () => {
    const linked = async (path: string, cookie?: string) => {
      const text = await (await get(path, cookie === undefined ? {} : { cookie })).text()
      const links = [...text.matchAll(/<link rel="(?:modulepreload|preload)"[^>]* href="([^"]+)">/gu)]
      return links.map(([, file = ""]) => file)
    }
    const outside = await linked("/console/submissions")
    const screen = (await linked("/console/submissions", "a=b; formwork=x")).filter((file) => !outside.includes(file))
    expect(screen.some((file) => file.startsWith("/console/assets/submissions.lazy-"))).toBe(true)
    expect(screen.some((file) => file.endsWith(".css"))).toBe(true)
    for (const file of screen) expect((await get(file)).status, file).toBe(200)
    for (const [path, cookie] of [
      ["/console/submissions", "formworks=x"],
      ["/console/nowhere", "formwork=x"],
      ["/console/", "__Host-formwork=x"]
    ] as const)
      expect(await linked(path, cookie)).toEqual(outside)
    expect((await get("/console/.vite/first-looks.json")).headers.get("content-type")).toContain("text/html")
  })

  test("its policy lets no code in that is not the server's own, and no address elsewhere", async () => {
    const { headers } = await get("/console/")
    const policy = directives(headers.get("content-security-policy") ?? "")
    expect(policy.get("default-src")).toBe("'none'")
    expect(policy.get("script-src")).toBe("'self'")
    expect(policy.get("connect-src")).toBe("'self'")
    expect(policy.get("frame-ancestors")).toBe("'none'")
    expect(policy.get("form-action")).toBe("'none'")
    expect(policy.get("require-trusted-types-for")).toBe("'script'")
    expect(policy.get("trusted-types")).toBe("formwork-worker")
    expect([...policy.values()].join(" ")).not.toMatch(/unsafe|https?:|\*/u)
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin")
    expect(headers.get("referrer-policy")).toBe("no-referrer")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    // The start is on plain HTTP: nothing may bind the browser to TLS.
    expect(headers.get("strict-transport-security")).toBeNull()
  })

  test("a file of the build is kept for a year, in the coding that the browser takes", async () => {
    const page = await (await get("/console/")).text()
    const script = /src="(\/console\/assets\/[^"]+\.js)"/u.exec(page)?.[1] ?? "none"
    const plain = await get(script, { "accept-encoding": "identity" })
    expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    expect(plain.headers.get("content-type")).toBe("text/javascript; charset=utf-8")
    const bytes = Buffer.from(await plain.arrayBuffer())
    const coded = async (coding: string) =>
      (await raw(url, `${script} HTTP/1.1\r\nAccept-Encoding: ${coding}\r\nX-Rest:`)).split("\r\n\r\n")[0]
    expect(await coded("gzip, br")).toMatch(/content-encoding: br/iu)
    expect(await coded("gzip, br;q=0")).toMatch(/content-encoding: gzip/iu)
    const fetched = await get(script, { "accept-encoding": "br" })
    expect(Buffer.from(await fetched.arrayBuffer()).equals(bytes)).toBe(true)
    const again = await get(script, { "if-none-match": plain.headers.get("etag") ?? "" })
    expect(again.status).toBe(304)
  })

  test("no path of a request reaches the file system", async () => {
    for (const path of [
      "/console/../../package.json",
      "/console/assets/../../../package.json",
      "/console/assets/%2e%2e/%2e%2e/package.json",
      "/console/stamp",
      "/console/.vite/manifest.json",
      "/console//etc/passwd"
    ]) {
      const answer = await raw(url, path)
      expect(answer, path).not.toMatch(/"devDependencies"|root:|"isEntry"|^[0-9a-f]{64}$/mu)
    }
    expect((await get("/console/assets/none.js")).status).toBe(404)
  })

  test("only GET finds it, and a path beside it is what it was: 401 before 404", async () => {
    expect((await fetch(`${url}/console/`, { method: "POST" })).status).toBe(405)
    expect((await get("/consoles")).status).toBe(401)
    expect((await get("/api/platform/v1/forms")).status).toBe(401)
  })
})

describe("a server whose console is switched off", () => {
  test("has the API alone", () =>
    inDemo((data) =>
      serving({ LOG_LEVEL: "Error", CONSOLE: "0", FORMWORK_DATA_DIR: data }, async (url, server) => {
        await server.says(/Ctrl-C ends it/u)
        expect(server.output()).not.toContain("/console/")
        expect((await fetch(`${url}/console/`)).status).toBe(401)
        const root = await fetch(url, { headers: browser, redirect: "manual" })
        expect([root.status, root.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
      })
    ))
})
