/** The program of the version before, as a machine has it that still runs it: its commit in a folder of its own, with its dependencies. */
import { execFile, spawnSync } from "node:child_process"
import { rm } from "node:fs/promises"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

/** With a release it becomes that of the release before. */
const commit = "42afa0b623b828a366d7987ecbdeb745cb986922"

const repository = fileURLToPath(new URL("../../../../", import.meta.url))
const run = promisify(execFile)

/** Why it cannot be had, in a sentence; undefined where it can. */
export const absent = (): string | undefined =>
  spawnSync("git", ["cat-file", "-e", `${commit}^{tree}`], { cwd: repository }).status === 0
    ? undefined
    : `Upgrades are not tried: this checkout has no commit ${commit.slice(0, 8)}, which is the version before.`

/** @returns the file of its command line, in a folder that is removed after `use`. */
export const withVersionBefore = async <A>(use: (main: string) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-before-"))
  try {
    const archive = join(folder, "tree.tar")
    await run("git", ["archive", "--output", archive, commit, "--", ".", ":!bench", ":!docs"], { cwd: repository })
    await run("tar", ["--extract", "--file", archive, "--directory", folder])
    const install = ["install", "--frozen-lockfile", "--prefer-offline", "--filter", "@formwork/server..."]
    await run("pnpm", install, { cwd: folder, env: { ...process.env, CI: "true" } })
    return await use(join(folder, "apps/server/src/main.ts"))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
