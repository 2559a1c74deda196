/** The packages as their users install them: by plain npm, in a folder outside of this repository, on each Node that they name. */
import { assert, afterAll, beforeAll, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { importsOf, read, unmet } from "./imports.ts"
import { freePort } from "@formwork/postgres/testing/freePort"
import {
  compiled,
  installed,
  nodeOf,
  packed,
  pathOf,
  type Place,
  type Program,
  programs,
  root,
  run,
  storeTest
} from "./packed.ts"
import { objectOf } from "../support/reading.ts"

const majors = [20, 22, 24] as const
const here = await programs()
const needsServer = (program: Program): boolean => program.page.includes("/client/")
const needsPglite = (program: Program): boolean => program.page.includes("/postgres/")

/** An adapter's test by its author, of packages/contract/README.md. */
const store: Program = await storeTest()

let tarballs: Awaited<ReturnType<typeof packed>>
/** A program that embeds, with its tests: every library, and none of the packages that are optional. */
let embedder: Place
/** The command alone. */
let server: Place
/** Why the installing tests are skipped: npm has no registry here. */
let away: string | undefined

const isAway = (error: unknown): boolean => /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/u.test(String(error))

beforeAll(async () => {
  tarballs = await packed()
  const { only, place, tarballs: all } = tarballs
  const apps = only("server")
  const libraries = all.filter((file) => !apps.includes(file))
  try {
    embedder = await installed(join(place, "embedder"), [
      ...libraries,
      "effect@~4.1.0",
      "typescript@5.9",
      "@types/node@24"
    ])
    const embedded = only("contract", "memory", "testing")
    server = await installed(join(place, "server"), [...apps, ...libraries.filter((file) => !embedded.includes(file))])
  } catch (error) {
    if (!isAway(error)) throw error
    away = "npm cannot reach its registry"
    console.log(`skipped: ${away}`)
  }
}, 600_000)
afterAll(() => rmSync(tarballs.place, { recursive: true, force: true }))

it("`npm run pack` says each tarball with its size, and how to install them", () => {
  assert.isAbove(tarballs.tarballs.length, 11)
  for (const file of tarballs.tarballs) assert.match(tarballs.printed, new RegExp(`\\d kB  .*${basename(file)}`, "u"))
  assert.match(tarballs.printed, /npm install effect .*formwork-\*\.tgz && npx formwork serve$/u)
})

it("npm installs them with one copy of effect, and finds every peer", async ({ skip }) => {
  skip(away !== undefined, away)
  for (const { folder } of [embedder, server]) {
    const copies = globSync("**/node_modules/effect/package.json", { cwd: folder })
    assert.deepStrictEqual(copies, ["node_modules/effect/package.json"])
    await run("npm", ["ls", "--loglevel=error"], folder)
  }
})

it("no package exports a source, has a test or a map in it, or imports what its manifest does not name", ({ skip }) => {
  skip(away !== undefined, away)
  const folders = new Map([...embedder.packages, ...server.packages].map((folder) => [basename(folder), folder]))
  assert.isAbove(folders.size, 10)
  for (const folder of folders.values()) {
    const { targets } = read(folder)
    for (const target of targets.filter((name) => !name.includes("*")))
      assert.isTrue(existsSync(join(folder, target)), target)
    assert.deepStrictEqual(
      targets.filter((target) => !/(?:\.js|\.d\.ts|\/package\.json)$/u.test(target)),
      [],
      folder
    )
    const files = globSync("**/*", { cwd: folder })
    assert.deepStrictEqual(
      files.filter(
        (file) =>
          /(?:^|[^d])\.tsx?$|\.map$|tsconfig|tsbuildinfo|^(?:src|test)\b|\/testing\//u.test(file) &&
          !file.endsWith(".d.ts")
      ),
      []
    )
    assert.isAbove(importsOf(folder).length, 5, folder)
    assert.deepStrictEqual(unmet(folder), [])
    for (const name of ["README.md", "LICENSE"]) assert.include(files, name)
  }
})

it("what runs in a browser imports nothing of Node, and types name an optional package only where its user has it", ({
  skip
}) => {
  skip(away !== undefined, away)
  for (const folder of embedder.packages) {
    const { name, optional } = read(folder)
    const imports = importsOf(folder)
    if (/\/(?:rules|domain|memory|client|form)$/u.test(name))
      assert.deepStrictEqual(
        imports.filter(({ specifier }) => specifier.startsWith("node:")),
        []
      )
    const inTypes = imports.filter(({ file, name: imported }) => file.endsWith(".d.ts") && optional.includes(imported))
    assert.deepStrictEqual(
      inTypes
        .map(({ file }) => file)
        .filter((file) => !/\/embedded\/Pglite|\/effect\/|\/(?:message|mailer)\.d\.ts$/u.test(file)),
      [],
      name
    )
  }
})

/** Runs programs one after another in one process, and what each prints. */
const ran = async (
  node: string,
  { folder }: Place,
  wanted: ReadonlyArray<Program>,
  env = {}
): Promise<ReadonlyArray<string>> => {
  const file = join(folder, "out", "all.mjs")
  const between = "\u0001"
  writeFileSync(file, wanted.map(({ name }) => `await import("./${name}.js"); console.log("${between}")`).join("\n"))
  return (await run(node, ["--no-warnings", file], folder, env))
    .split(between)
    .slice(0, -1)
    .map((text) => text.trim())
}

const toolsOf = ({ folder }: Place) => ({
  tsc: join(folder, "node_modules/typescript/bin/tsc"),
  types: join(folder, "node_modules/@types")
})

it("a user's strict compiler accepts the programs of the READMEs, with the libraries checked", async ({ skip }) => {
  skip(away !== undefined, away)
  const { tsc, types } = toolsOf(embedder)
  await compiled(embedder, tsc, types, [...here, store])
  // PGlite is in the server's folder alone.
  cpSync(join(embedder.folder, "out"), join(server.folder, "out"), { recursive: true })
})

it.each(majors)("on Node %i the programs of each package that names it print what its README says", async (major) => {
  if (away !== undefined) return
  const node = nodeOf(major)
  if (node === undefined) return console.log(`skipped: npm cannot have Node ${major}`)
  const version = (await run(node, ["--version"], root)).slice(1)
  const wanted = here.filter(({ engines }) => version.localeCompare(engines.slice(2), "en", { numeric: true }) >= 0)
  assert.isAbove(wanted.length, 3)
  for (const [place, own] of [
    [embedder, wanted.filter((program) => !needsPglite(program) && !needsServer(program))],
    [server, wanted.filter(needsPglite)]
  ] as const) {
    if (own.length === 0) continue
    assert.deepStrictEqual(
      await ran(node, place, own),
      own.map(({ prints }) => prints)
    )
  }
})

it("an author's own adapter passes the laws of its port, under Vitest", async ({ skip }) => {
  skip(away !== undefined, away)
  const vitest = join(embedder.folder, "node_modules/vitest/vitest.mjs")
  assert.match(await run(process.execPath, [vitest, "run", `${store.name}.ts`], embedder.folder), /Tests.*4 passed/u)
})

const missing = `
import { Effect, Layer, Redacted } from "effect"
import * as Limiter from "@formwork/limiter/RateLimiter"
import { Mail } from "@formwork/outbound/notification/Mail"
import { Printer } from "@formwork/outbound/document/Printer"
import * as Embedded from "@formwork/postgres/embedded/Embedded"
const said = (effect) => Effect.runPromise(effect).then(() => "nothing", (error) => console.log(error.message ?? error.reason))
const url = Redacted.make("redis://127.0.0.1:1")
await said(Effect.scoped(Layer.build(Embedded.layerMemory)))
await said(Effect.scoped(Layer.build(Limiter.layerRedis({ limit: 1, windowMillis: 1000 }, url, "closed"))))
await said(Effect.scoped(Layer.build(Mail.layerSmtp({ url: Redacted.make("smtp://127.0.0.1"), from: "a@b.example" }))))
const print = Effect.flatMap(Printer, (printer) => Effect.flip(printer.print("1", { kind: "document", title: "T", fileName: "t", blocks: [] })))
console.log((await Effect.runPromise(Effect.scoped(Effect.provide(print, Printer.layer)))).reason)
`

it("a part whose package is not installed says in one sentence which one to install", async ({ skip }) => {
  skip(away !== undefined, away)
  // redis comes with @effect/platform-node, which names it as its peer.
  rmSync(join(embedder.folder, "node_modules/redis"), { recursive: true })
  const file = join(embedder.folder, "missing.mjs")
  writeFileSync(file, missing)
  assert.deepStrictEqual((await run(process.execPath, [file], embedder.folder)).split("\n"), [
    "The embedded database needs the package @electric-sql/pglite: npm install @electric-sql/pglite@~0.5.16",
    "Budgets in Redis need the package redis: npm install redis@^6.3.1",
    "E-mail needs the package nodemailer: npm install nodemailer@^10.6.0",
    "PDF documents need the package pdfmake: npm install pdfmake@~0.3.11."
  ])
})

it("on a Node that is too old the command says which one it needs", async ({ skip }) => {
  const node = nodeOf(22)
  skip(away !== undefined || node === undefined, "npm cannot have Node 22")
  const main = join(server.folder, "node_modules/@formwork/server/dist/main.js")
  const said = await run(String(node), [main, "--version"], server.folder).catch((error: unknown) => String(error))
  assert.match(said, /formwork needs Node 24\.7 or newer, and this is v22\./u)
})

it("in a folder with nothing else `npx formwork serve` starts, prices a quote, shows the console, and answers the client's program", async ({
  skip
}) => {
  skip(away !== undefined, away)
  const node = process.execPath
  const env = { ...process.env, PATH: pathOf(node), PORT: String(await freePort()), ADMIN_PORT: "0" }
  const child = spawn("npx", ["formwork", "serve"], {
    cwd: server.folder,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text
        if (output.includes("Ctrl-C ends it.")) resolve()
      })
    child.on("close", (code) => reject(new Error(`It ended with ${code}:\n${output}`)))
  })
  try {
    await ready
    const variables = readFileSync(join(server.folder, ".formwork/env"), "utf8")
    const shown = Object.fromEntries(
      [...variables.matchAll(/^(?:export )?(\w+)='?([^'\n]*)'?$/gmu)].map(([, name, value]) => [name, value])
    )
    const settings = { URL: String(shown["URL"]), KEY: String(shown["KEY"]), FORM_ID: String(shown["FORM_ID"]) }
    const answer = await fetch(`${settings.URL}/api/platform/v1/forms/${settings.FORM_ID}/evaluate`, {
      method: "POST",
      headers: { authorization: `Bearer ${settings.KEY}`, "content-type": "application/json" },
      body: '{"data":{"area":120.5,"flat":true}}'
    })
    assert.deepStrictEqual(objectOf(objectOf(await answer.json())["calculatedData"]), { price: "4639.25" })
    const page = await (await fetch(`${settings.URL}/console/`)).text()
    const [, script = "none"] = /<script [^>]*src="([^"]+)"/u.exec(page) ?? []
    assert.strictEqual((await fetch(`${settings.URL}${script}`)).status, 200, page)
    const own = here.filter(needsServer)
    assert.isAbove(own.length, 0)
    assert.deepStrictEqual(
      await ran(node, embedder, own, settings),
      own.map(({ prints }) => prints)
    )
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM")
  }
})
