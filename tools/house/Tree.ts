/** The files of a repository and its packages, as the measures read them. */
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

export interface Package {
  /** Path from the root: `packages/rules`. */
  readonly folder: string
  /** The name by which others import it: `@formwork/rules`. */
  readonly name: string
  /** Each path under the name, and the file that it stands for; undefined where the package has no `exports`. */
  readonly exports: { readonly [path: string]: string } | undefined
  /** Where its sources begin: `packages/rules/src`, or the folder itself where it has no `src`. */
  readonly src: string
  /** The TypeScript below `src`, from the root. */
  readonly sources: ReadonlyArray<string>
}

export interface Tree {
  readonly root: string
  /** Every file that git tracks or would track, from the root, with `/`. */
  readonly files: ReadonlyArray<string>
  readonly packages: ReadonlyArray<Package>
  readonly has: (path: string) => boolean
  readonly text: (path: string) => string
}

const generated = new Set([".formwork", ".git", "dist", "node_modules"])

/** The files of a folder without git, such as an archive of the sources. */
const walk = (root: string, folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return generated.has(entry.name) ? [] : walk(root, path)
    return entry.isFile() ? [path] : []
  })

const filesOf = (root: string): ReadonlyArray<string> => {
  const arguments_ = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
  const git = existsSync(join(root, ".git")) ? spawnSync("git", arguments_, { cwd: root, encoding: "utf8" }) : undefined
  const listed = git?.status === 0 ? git.stdout.split("\0") : walk(root, "")
  // git lists a deleted file until the deletion is committed.
  return [...new Set(listed)].filter((path) => path !== "" && existsSync(join(root, path))).sort()
}

interface Manifest {
  readonly name?: string
  readonly exports?: { readonly [path: string]: string }
}

const below = (folder: string) => (path: string) => path.startsWith(`${folder}/`)

/** Every package of the workspace. The root's own sources are its tools. */
const packagesOf = (files: ReadonlyArray<string>, text: (path: string) => string): ReadonlyArray<Package> => {
  const manifests = files.filter((path) => path.endsWith("/package.json"))
  const folders = manifests.map((path) => path.slice(0, -"/package.json".length))
  const packageOf = (folder: string, src: string, manifest: Manifest): Package => ({
    folder,
    name: manifest.name ?? folder,
    exports: manifest.exports,
    src,
    sources: files.filter(
      (path) =>
        path.endsWith(".ts") && below(src)(path) && !folders.some((other) => below(src)(other) && below(other)(path))
    )
  })
  const named = folders.map((folder) => {
    const src = files.some(below(`${folder}/src`)) ? `${folder}/src` : folder
    const manifest: Manifest = JSON.parse(text(`${folder}/package.json`))
    return packageOf(folder, src, manifest)
  })
  return [...named, packageOf("tools", "tools", {})]
}

export const read = (root: string): Tree => {
  const files = filesOf(root)
  const known = new Set(files)
  const texts = new Map<string, string>()
  const text = (path: string): string => {
    const kept = texts.get(path) ?? readFileSync(join(root, path), "utf8")
    texts.set(path, kept)
    return kept
  }
  return { root, files, packages: packagesOf(files, text), has: (path) => known.has(path), text }
}

/** The line of a place in a text, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length
