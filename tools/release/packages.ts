/** The packages of this repository as others install them: compiled, and packed as their manifests say (docs/decisions/0200). */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { output, run } from "./run.ts"

interface Manifest {
  readonly name: string
  readonly version: string
}

export const readManifest = (folder: string): Manifest => {
  const read: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return read
}

/** The folders of all packages that are published, from the root: `packages/rules`, …, `apps/server`. */
export const foldersOf = (root: string): ReadonlyArray<string> =>
  globSync(["packages/*/package.json", "apps/server/package.json"], { cwd: root })
    .map((file) => file.slice(0, file.lastIndexOf("/")))
    .toSorted()

/** The name that npm gives a package's file: `formwork-rules-0.1.0.tgz`. */
export const tarballOf = ({ name, version }: Manifest): string =>
  `${name.replace("@", "").replace("/", "-")}-${version}.tgz`

/** What an earlier compilation left has no source any more, and would be packed. */
const removeLeftOver = (folder: string): void => {
  for (const file of globSync("dist/**/*.{js,d.ts,map}", { cwd: folder })) {
    const source = file.replace(/^dist/u, "src").replace(/\.(?:js|d\.ts)$/u, "")
    if (![".ts", ".tsx"].some((ending) => existsSync(join(folder, source + ending)))) rmSync(join(folder, file))
  }
}

/** Where the server's package has the console: apps/server/src/console/ConsoleMount.ts. */
const consoleOfServer = "apps/server/console"

/** Builds the console and puts it into the server's folder, to be packed with it. */
const putConsole = (root: string): void => {
  run(process.execPath, [join(root, "apps/console/build/build.ts")], { cwd: root })
  rmSync(join(root, consoleOfServer), { recursive: true, force: true })
  cpSync(join(root, "apps/console/dist"), join(root, consoleOfServer), { recursive: true })
}

/**
 * Compiles packages and writes the tarball of each into a folder. pnpm reads `publishConfig` and writes the versions of `workspace:` and
 * `catalog:`, which mean nothing outside of this repository.
 * @param folders from the root; the packages that they depend on are compiled with them.
 */
export const pack = (root: string, folders: ReadonlyArray<string>, out: string): void => {
  // tsc is a dependency of the server, and so it is there even where nothing else is installed.
  run("pnpm", ["--filter", "@formwork/server", "exec", "tsc", "-b", ...folders.map((folder) => join(root, folder))], {
    cwd: root
  })
  for (const folder of folders) removeLeftOver(join(root, folder))
  const withConsole = folders.includes("apps/server")
  if (withConsole) putConsole(root)
  mkdirSync(out, { recursive: true })
  const filters = folders.flatMap((folder) => ["--filter", `./${folder}`])
  // What it prints is every file of every package.
  output("pnpm", [...filters, "--recursive", "pack", "--pack-destination", out], { cwd: root })
  if (withConsole) rmSync(join(root, consoleOfServer), { recursive: true })
}
