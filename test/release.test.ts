/** `npm run release`: what stands in the way of a release, and what comes with it. The archive itself is tested in apps/server/test/release. */
import { spawnSync } from "node:child_process"
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { bom } from "../tools/release/bom.ts"
import { notesOf } from "../tools/release/notes.ts"
import { versionOf } from "../tools/release/versions.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const release = (...args: ReadonlyArray<string>) =>
  spawnSync(process.execPath, [join(root, "tools/release/main.ts"), ...args], { encoding: "utf8", input: "" })

it("an option that does not exist ends it with a sentence and the help, and --help with the help alone", () => {
  const wrong = release("--dry")
  expect([wrong.status, wrong.stdout]).toEqual([1, ""])
  expect(wrong.stderr).toMatch(/^Unknown option '--dry'\.\n\nMakes a release /u)
  const help = release("--help")
  expect([help.status, help.stderr]).toEqual([0, ""])
  expect(help.stdout).toContain("--dry-run")
})

it("a folder that has something in it is left as it is", () => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-release-test-"))
  try {
    writeFileSync(join(folder, "kept"), "")
    const { status, stderr } = release("--dry-run", "--out", folder)
    expect(status).toBe(1)
    expect(stderr).toMatch(/ is not empty: delete it, or name another with --out\.\n$/u)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it("the notes are the first section of the changelog, and only of the version that is released", () => {
  const changelog =
    "# Changelog\n\n## 1.1.0 (2026-12-01)\n\nNew.\n\n### API\n\n- More.\n\n## 1.0.0 (2026-11-01)\n\nFirst.\n"
  expect(notesOf(changelog, "1.1.0")).toEqual({ date: "2026-12-01", text: "New.\n\n### API\n\n- More." })
  expect(notesOf("## 1.0.0 (unreleased)\n\nFirst.\n", "1.0.0").date).toBe("unreleased")
  expect(() => notesOf(changelog, "1.2.0")).toThrow('its first section has to be "## 1.2.0 (year-month-day)"')
  expect(() => notesOf("# Changelog\n", "1.0.0")).toThrow("begins with no version")
  expect(() => notesOf("## 1.1.0 (2026-12-01)\n\n## 1.0.0 (2026-11-01)\n", "1.1.0")).toThrow("is empty")
})

it("the changelog of this repository has notes of the version that it would release", () => {
  expect(notesOf(readFileSync(join(root, "CHANGELOG.md"), "utf8"), versionOf(root)).text.length).toBeGreaterThan(100)
})

it("every file that names the version has to name the same one", () => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-release-test-"))
  try {
    const files = ["package.json", "compose.yaml", "apps/server/src/version.ts"]
    const patterns = ["packages/*/package.json", "apps/*/package.json", "deploy/kubernetes/**/kustomization.yaml"]
    for (const file of [...files, ...patterns.flatMap((pattern) => globSync(pattern, { cwd: root }))]) {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      cpSync(join(root, file), join(folder, file))
    }
    const version = versionOf(folder)
    for (const file of ["compose.yaml", "apps/server/src/version.ts", "deploy/kubernetes/kustomization.yaml"]) {
      const text = readFileSync(join(folder, file), "utf8")
      writeFileSync(join(folder, file), text.replace(version, "9.9.9"))
      expect(() => versionOf(folder)).toThrow(`package.json says ${version}, but ${file} says 9.9.9.`)
      writeFileSync(join(folder, file), text)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it("the bill of materials names a package of a scope as the purl specification writes it, and is the same each time", () => {
  const components = [{ name: "@a/b", version: "1.0.0", license: "MIT" }]
  expect(bom("1.0.0", components)).toBe(bom("1.0.0", components))
  const read: unknown = JSON.parse(bom("1.0.0", components))
  expect(read).toMatchObject({
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    components: [{ purl: "pkg:npm/%40a/b@1.0.0", licenses: [{ expression: "MIT" }] }]
  })
})
