/** The archive of a release (docs/deploying.md): what is in it, and that it runs with nothing else on the machine. */
import { assert, beforeAll, afterAll, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { execFileSync, spawn } from "node:child_process"
import {
  globSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { listOf, objectOf, parseObject } from "../support/reading.ts"
import { firstDay, password, run, type Start } from "./installed.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))
const place = mkdtempSync(join(tmpdir(), "formwork-archive-"))
const folder = join(place, "formwork")
const build = (target: string) =>
  execFileSync(process.execPath, ["tools/release/build.ts", target], { cwd: root, stdio: "pipe", encoding: "utf8" })

/** Where a link in a folder of the PATH leads to it, as after an installation. Without a Node, a pnpm and a home. */
const link = join(place, "formwork-link")
const start: Start = (args, settings) =>
  spawn(link, args, { cwd: place, env: { PATH: "/usr/bin:/bin", ...settings }, stdio: ["ignore", "pipe", "pipe"] })

beforeAll(() => {
  build(folder)
  symlinkSync(join(folder, "bin/formwork"), link)
}, 600_000)
afterAll(() => rmSync(place, { recursive: true, force: true }))

it.live(
  "on an empty database it migrates, founds an organisation at the first start, and prices a quote for a new key",
  () =>
    Effect.gen(function* () {
      const { admin } = yield* TestServer.empty
      const file = join(place, "password")
      writeFileSync(file, password)
      const quote = yield* Effect.promise(() => firstDay(start, Redacted.value(admin), file))
      assert.match(String(quote["premium"]), /^\d+\.\d\d$/u)
    })
)

it("it checks and evaluates a form without a server, and says its version", async () => {
  const { version } = parseObject(readFileSync(join(root, "package.json"), "utf8"))
  assert.strictEqual((await run(start, ["--version"])).output, `formwork v${String(version)}\n`)
  const [form, data] = ["intake-score", "intake-score.example"].map((name) => join(folder, `lib/demo/${name}.json`))
  const { code, output } = await run(start, ["evaluate", String(form), String(data)])
  assert.strictEqual(parseObject(output)["valid"], true)
  assert.strictEqual(code, 0)
})

it("it has no link, no source, no map, no test and no other version of a package than the lockfile", () => {
  const files = globSync("lib/**", { cwd: folder })
  assert.isAbove(files.length, 1_000)
  assert.deepStrictEqual(
    files.filter((file) => /\.(?:[cm]?ts|map)$/u.test(file) || file.includes("@formwork/postgres/dist/testing")),
    []
  )
  assert.deepStrictEqual(
    files.filter((file) => lstatSync(join(folder, file)).isSymbolicLink()),
    []
  )
  const lockfile = readFileSync(join(root, "pnpm-lock.yaml"), "utf8")
  const components = listOf(parseObject(readFileSync(join(folder, "bom.cdx.json"), "utf8"))["components"]).map(
    (component) => objectOf(component)
  )
  const names = components.map(({ name, version }) => `${String(name)}@${String(version)}`)
  assert.include(names, `node@${process.versions.node}`)
  assert.isAbove(names.length, 20)
  const isLocked = (name: string) => lockfile.includes(`\n  ${name}:\n`) || lockfile.includes(`\n  '${name}':\n`)
  assert.deepStrictEqual(
    names.filter((name) => !name.startsWith("node@") && !isLocked(name)),
    []
  )
})

it("it has the LICENSE, what it is made of, and the units", () => {
  assert.sameMembers(readdirSync(folder), [
    "LICENSE",
    "CHANGELOG.md",
    "NOTICE",
    "bin",
    "bom.cdx.json",
    "lib",
    "systemd"
  ])
})

it("the sources in the repository are as before, and a folder that has something in it is left as it is", () => {
  assert.isTrue(globSync("packages/domain/src/**/*.ts", { cwd: root }).length > 50)
  assert.include(readFileSync(join(root, "packages/domain/package.json"), "utf8"), '"./*": "./src/*.ts"')
  assert.throws(() => build(folder), /is not empty/u)
})
