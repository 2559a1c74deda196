/** What a person sees where the first command of the README cannot install what it needs (tools/run.mjs). */
import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"

test("a failed installation says why, also behind `npm run --silent` and on a later start", () => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-run-"))
  try {
    mkdirSync(join(folder, "tools"))
    copyFileSync(join(import.meta.dirname, "../tools/run.mjs"), join(folder, "tools/run.mjs"))
    const scripts = { go: "node tools/run.mjs node -p 1" }
    writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts, dependencies: { effect: "4.0.0" } }))
    // A later start: the first one shows everything that pnpm prints.
    mkdirSync(join(folder, "node_modules"))
    writeFileSync(join(folder, "node_modules/.modules.yaml"), "")
    const { status, stderr } = spawnSync("npm", ["run", "--silent", "go"], { cwd: folder, encoding: "utf8" })
    expect(stderr).toContain("ERR_PNPM_NO_LOCKFILE")
    expect(stderr.trimEnd()).toMatch(/The dependencies could not be installed \(see above\)\.$/u)
    expect(status).toBe(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
