/** Who may import whom is checked, not wished for: each planted import must turn the lint red (docs/architecture.md). */
import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "formwork-boundaries-"))
  await cp(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Lints one file as if it stood in the repository, without the rules that need the whole program. */
const lint = async (path: string, source: string): Promise<string> => {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, source)
  const config = join(folder, ".oxlintrc.json")
  return new Promise((resolve) => {
    const args = ["--config", config, "--disable-nested-config", "--format", "unix", path]
    execFile(join(root, "node_modules/.bin/oxlint"), args, { cwd: folder }, (_error, stdout) => resolve(stdout))
  })
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
  ["packages/memory/src/planted.ts", "@formwork/postgres/database/Tenant"],
  ["packages/postgres/src/planted.ts", "@formwork/memory/Memory"],
  ["packages/postgres/src/planted.ts", "@formwork/http/v1/Api"],
  ["packages/limiter/src/planted.ts", "@formwork/postgres/database/Tenant"],
  ["packages/outbound/src/planted.ts", "@formwork/http/v1/Api"],
  ["packages/outbound/src/planted.ts", "@formwork/postgres/database/Tenant"],
  ["packages/outbound/src/planted.ts", "@formwork/server/main"],
  ["packages/client/src/planted.ts", "effect"],
  ["packages/client/src/planted.ts", "@formwork/http/v1/Api"],
  ["packages/client/src/effect/planted.ts", "@formwork/domain/callers/Refusal"],
  ["packages/http/src/planted.ts", "@formwork/postgres/database/Tenant"],
  ["packages/http/src/planted.ts", "@formwork/outbound/Http"],
  ["packages/http/src/planted.ts", "@formwork/server/main"],
  ["packages/http/src/planted.ts", "../../limiter/src/RateLimiter.ts"],
  ["packages/http/src/planted.ts", "@formwork/mcp/Mcp"],
  ["packages/mcp/src/planted.ts", "@formwork/http/problem/ProblemDetails"],
  ["packages/mcp/src/planted.ts", "@formwork/memory/Memory"],
  ["packages/mcp/src/planted.ts", "@formwork/server/main"],
  ["packages/mcp/src/tools/planted.ts", "../../../http/src/ProblemTable.ts"]
]

it.each(forbidden)("in %s, an import of %s is refused", async (file, specifier) => {
  expect(await lint(file, importing(specifier))).toContain("no-restricted-imports")
})

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
  ["packages/mcp/src/planted.ts", "@formwork/domain/callers/Refusal"],
  ["packages/postgres/test/planted.ts", "@formwork/contract/contract"],
  ["apps/server/src/planted.ts", "@formwork/postgres/database/Tenant"]
]

it.each(allowed)("in %s, an import of %s is fine", async (file, specifier) => {
  expect(await lint(file, importing(specifier))).toBe("")
})

it("a file that only passes on what others export is refused", async () => {
  expect(await lint("packages/http/src/planted.ts", `export * from "./Api.ts"\n`)).toContain("no-barrel-file")
})

it("the clock and chance are out of reach in the domain and in the rules", async () => {
  for (const place of ["rules", "domain"]) {
    const file = `packages/${place}/src/planted.ts`
    expect(await lint(file, "export const planted = Date.now()\n")).toContain("no-restricted-globals")
    expect(await lint(file, "export const planted = Math.random()\n")).toContain("no-restricted-properties")
    expect(await lint(file, "export const planted = process.env\n")).toContain("no-restricted-globals")
  }
})
