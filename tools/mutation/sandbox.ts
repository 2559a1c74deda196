/** A copy of the repository for mutants, with its own dependencies. */
import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))
const generated = new Set([".formwork", ".git", "dist", "node_modules"])

/**
 * Copies the working tree and installs there, so that packages link to each other's copies. Stryker's own sandbox does not do
 * that in a pnpm workspace.
 */
export const sandbox = (): { readonly path: string; readonly remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), "formwork-mutation-"))
  const remove = () => rmSync(path, { recursive: true, force: true })
  cpSync(root, path, { recursive: true, filter: (source) => !generated.has(basename(source)) })
  const install = ["install", "--frozen-lockfile", "--prefer-offline", "--ignore-scripts", "--reporter=silent"]
  const { status } = spawnSync("pnpm", install, { cwd: path, stdio: ["ignore", 2, 2] })
  if (status === 0) return { path, remove }
  remove()
  throw new Error("The dependencies could not be installed in the copy (see above).")
}
