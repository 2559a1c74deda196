/**
 * The lint checks who may import whom: each planted import that is forbidden must be refused (docs/architecture.md for packages,
 * docs/house.md for the folders of one).
 */
import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"
import { namesOn, orders } from "../tools/house/floors.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "formwork-boundaries-"))
  for (const part of ["oxlint.config.ts", "tools/house/boundaries.ts", "tools/house/floors.ts"]) {
    await cp(join(root, part), join(folder, part))
  }
  await writeFile(join(folder, "package.json"), `{"type":"module"}`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const plant = async (path: string, source: string): Promise<void> => {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, source)
}

/** Oxlint's output for the files planted in a folder, without the rules that need the whole program. */
const complaints = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const args = ["--config", join(folder, "oxlint.config.ts"), "--disable-nested-config", "--format", "unix", path]
    execFile(join(root, "node_modules/.bin/oxlint"), args, { cwd: folder }, (_error, stdout, stderr) =>
      stderr === "" ? resolve(stdout) : reject(new Error(stderr))
    )
  })

/** Lints one file as if it were the only one in the repository. */
const lint = async (path: string, source: string): Promise<string> => {
  await rm(join(folder, "packages"), { recursive: true, force: true })
  await plant(path, source)
  return complaints("packages")
}

const importing = (specifier: string) => `import * as it from "${specifier}"\nexport const planted = it\n`

const forbidden: ReadonlyArray<readonly [file: string, specifier: string]> = [
  ["packages/rules/src/planted.ts", "effect"],
  ["packages/rules/src/planted.ts", "effect/Effect"],
  ["packages/rules/src/planted.ts", "effect/Schema"],
  ["packages/rules/src/planted.ts", "node:fs"],
  ["packages/rules/src/planted.ts", "@formwork/domain/callers/Refusal"],
  ["packages/rules/src/deep/planted.ts", "../../../domain/src/Refusal.ts"],
  ["packages/domain/src/planted.ts", "node:crypto"],
  ["packages/domain/src/planted.ts", "effect/http"],
  ["packages/domain/src/planted.ts", "effect/sql"],
  ["packages/domain/src/planted.ts", "@effect/sql-pg"],
  ["packages/domain/src/planted.ts", "@oslojs/crypto/hmac"],
  ["packages/domain/src/planted.ts", "@formwork/memory/Memory"],
  ["packages/domain/src/keys/planted.ts", "../../../postgres/src/Tenant.ts"],
  ["packages/memory/src/planted.ts", "@formwork/postgres/database/TenantDatabase"],
  ["packages/postgres/src/planted.ts", "@formwork/memory/Memory"],
  ["packages/postgres/src/planted.ts", "@formwork/http/v1/Api"],
  ["packages/limiter/src/planted.ts", "@formwork/postgres/database/TenantDatabase"],
  ["packages/outbound/src/planted.ts", "@formwork/http/v1/Api"],
  ["packages/outbound/src/planted.ts", "@formwork/postgres/database/TenantDatabase"],
  ["packages/outbound/src/planted.ts", "@formwork/server/main"],
  ["packages/client/src/planted.ts", "effect"],
  ["packages/client/src/planted.ts", "@formwork/http/v1/Api"],
  ["packages/client/src/effect/planted.ts", "@formwork/domain/callers/Refusal"],
  ["packages/form/src/planted.ts", "effect"],
  ["packages/form/src/planted.ts", "react"],
  ["packages/form/src/planted.ts", "preact/compat"],
  ["packages/form/src/element/planted.ts", "@formwork/client/Formwork"],
  ["packages/form/src/session/planted.ts", "../../../rules/src/check.ts"],
  ["packages/http/src/planted.ts", "@formwork/postgres/database/TenantDatabase"],
  ["packages/http/src/planted.ts", "@formwork/outbound/http/Http"],
  ["packages/http/src/planted.ts", "@formwork/server/main"],
  ["packages/http/src/planted.ts", "../../limiter/src/RateLimiter.ts"],
  ["packages/http/src/planted.ts", "@formwork/mcp/Mcp"],
  ["packages/mcp/src/planted.ts", "@formwork/http/problem/ProblemDetails"],
  ["packages/mcp/src/planted.ts", "@formwork/memory/Memory"],
  ["packages/mcp/src/planted.ts", "@formwork/server/main"],
  ["packages/mcp/src/tools/planted.ts", "../../../http/src/ProblemTable.ts"],
  ["packages/domain/src/callers/planted.ts", "../filing/Submission.ts"],
  ["packages/domain/src/callers/deep/planted.ts", "../../filing/Submission.ts"],
  ["packages/domain/src/filing/planted.ts", "../Services.ts"],
  ["packages/domain/src/filing/planted.ts", "@formwork/domain/callers/Caller"],
  ["packages/rules/src/language/planted.ts", "../run/planted.ts"],
  ["packages/rules/src/language/functions/planted.ts", "../../run/planted.ts"],
  ["packages/rules/src/run/deeper/and/deeper/planted.ts", "../../../../check.ts"],
  ["packages/rules/src/Json.ts", "./language/planted.ts"]
]

const allowed: ReadonlyArray<readonly [file: string, specifier: string]> = [
  ["packages/rules/src/planted.ts", "effect/Result"],
  ["packages/rules/src/planted.ts", "re2js"],
  ["packages/rules/src/planted.ts", "./Json.ts"],
  ["packages/rules/src/deep/planted.ts", "../Json.ts"],
  ["packages/domain/src/planted.ts", "effect"],
  ["packages/domain/src/planted.ts", "effect/crypto"],
  ["packages/domain/src/planted.ts", "@formwork/rules/check"],
  ["packages/postgres/src/planted.ts", "@formwork/domain/callers/Refusal"],
  ["packages/http/src/planted.ts", "@formwork/rules/Json"],
  ["packages/outbound/src/planted.ts", "@formwork/domain/sending/Sender"],
  ["packages/form/src/element/planted.ts", "@formwork/rules/runPortable"],
  ["packages/form/src/element/planted.ts", "preact/hooks"],
  ["packages/form/src/element/planted.ts", "../FormSession.ts"],
  ["packages/mcp/src/planted.ts", "@formwork/domain/callers/Refusal"],
  ["packages/postgres/test/planted.ts", "@formwork/contract/contract"],
  ["apps/server/src/planted.ts", "@formwork/postgres/database/TenantDatabase"],
  ["packages/domain/src/filing/planted.ts", "../callers/Caller.ts"],
  ["packages/domain/src/callers/deep/planted.ts", "../filing/Submission.ts"], // callers/filing is its own folder
  ["packages/rules/src/run/planted.ts", "../language/planted.ts"],
  ["packages/rules/src/run/planted.ts", "../Json.ts"]
]

/** Each import in its own file, all linted at once; a complaint begins with its file. */
const imports = [...forbidden, ...allowed].map(([file, specifier], index) => ({
  key: `${file} ${specifier}`,
  planted: file.replace("planted.ts", `planted${index}.ts`),
  source: importing(specifier)
}))
let lines: ReadonlyArray<string>

beforeAll(async () => {
  for (const { planted, source } of imports) await plant(planted, source)
  lines = (await complaints(".")).split("\n")
})

const complaintsOfImport = (file: string, specifier: string): string => {
  const planted = imports.find(({ key }) => key === `${file} ${specifier}`)?.planted
  return lines.filter((line) => line.startsWith(`${planted}:`)).join("\n")
}

it.each(forbidden)("the lint refuses, in %s, an import of %s", (file, specifier) => {
  expect(complaintsOfImport(file, specifier)).toContain("no-restricted-imports")
})

it.each(allowed)("the lint allows, in %s, an import of %s", (file, specifier) => {
  expect(complaintsOfImport(file, specifier)).toBe("")
})

/** A file on a floor, and the specifier by which a file elsewhere in `src` imports it. */
const fileOf = (floor: string): string => (floor.endsWith(".ts") ? floor : `${floor}/planted.ts`)
const spelled = (from: string, to: string): string => `${fileOf(from).includes("/") ? "../" : "./"}${fileOf(to)}`

it.each(Object.entries(orders))(
  "in %s, a floor may import from the floors below, and from none above",
  async (src, order) => {
    await rm(join(folder, "packages"), { recursive: true, force: true })
    const floors = [...order.floors.map(namesOn), order.root]
    const upward: Array<string> = []
    for (const [index, floor] of floors.entries()) {
      for (const name of floor) {
        const above = floors.slice(index + 1).flat()
        const lines = [...floors.slice(0, index).flat(), ...above].map((other) => `import "${spelled(name, other)}"`)
        await plant(`${src}/${fileOf(name)}`, `${lines.join("\n")}\n`)
        upward.push(...above.map((other) => `${src}/${fileOf(name)}: ${spelled(name, other)}`))
      }
    }
    const refused = [...(await complaints("packages")).matchAll(/^(.*?):\d+:\d+: '(.*?)' import is restricted/gm)]
    expect(refused.map(([, file, specifier]) => `${file}: ${specifier}`).sort()).toEqual(upward.sort())
  }
)

it("a file that only re-exports others is refused", async () => {
  expect(await lint("packages/http/src/planted.ts", `export * from "./Api.ts"\n`)).toContain("no-barrel-file")
})

it("the domain and the rules may not use the clock, randomness or the process", async () => {
  for (const place of ["rules", "domain"]) {
    const file = `packages/${place}/src/planted.ts`
    expect(await lint(file, "export const planted = Date.now()\n")).toContain("no-restricted-globals")
    expect(await lint(file, "export const planted = Math.random()\n")).toContain("no-restricted-properties")
    expect(await lint(file, "export const planted = process.env\n")).toContain("no-restricted-globals")
  }
})
