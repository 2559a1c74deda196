/** The packages of this repository as others install them: compiled, and packed as their manifests say (docs/decisions/0200). */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs"
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
    const source = file.replace(/^dist/u, "src").replace(/\.(?:js|d\.ts)$/u, ".ts")
    if (!existsSync(join(folder, source))) rmSync(join(folder, file))
  }
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
  mkdirSync(out, { recursive: true })
  const filters = folders.flatMap((folder) => ["--filter", `./${folder}`])
  // What it prints is every file of every package.
  output("pnpm", [...filters, "--recursive", "pack", "--pack-destination", out], { cwd: root })
}
