/** What the files of an installed package import, beside what its manifest asks for. */
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { objectOf, parseObject } from "../support/reading.ts"

/** `from "…"`, `import "…"`, `import("…")`, and what is resolved by name. */
const specifiers = /(?<!["'`])(?:\bfrom\s*|\bimport\s*\(?\s*|\bresolve\(\s*)(["'`])(?<specifier>[^"'`$\s]+)\1/gu

const withoutComments = (text: string): string => text.replace(/^\s*(?:\/?\*|\/\/).*$/gmu, "")

const nameOf = (specifier: string): string => {
  const [first = "", second = ""] = specifier.split("/")
  return first.startsWith("@") ? `${first}/${second}` : first
}

/** A file that a declaration names by its source is there as a declaration. */
const isThere = (file: string, specifier: string): boolean => {
  const target = join(dirname(file), specifier)
  return existsSync(file.endsWith(".d.ts") ? target.replace(/\.[jt]sx?$/u, ".d.ts") : target)
}

export interface Package {
  readonly name: string
  readonly version: string
  /** Targets of its exports and of its commands. */
  readonly targets: ReadonlyArray<string>
  readonly dependencies: ReadonlyArray<string>
  readonly peers: ReadonlyArray<string>
  readonly optional: ReadonlyArray<string>
  readonly engines: string
}

const textsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string" ? [value] : Object.values(Object(value)).flatMap(textsIn)

export const read = (folder: string): Package => {
  const manifest = parseObject(readFileSync(join(folder, "package.json"), "utf8"))
  const { bin = {}, dependencies = {}, engines = {}, exports = {}, peerDependencies = {} } = manifest
  return {
    name: String(manifest["name"]),
    version: String(manifest["version"]),
    targets: [...textsIn(exports), ...textsIn(bin)],
    dependencies: Object.keys(objectOf(dependencies)),
    peers: Object.keys(objectOf(peerDependencies)),
    optional: Object.keys(objectOf(manifest["peerDependenciesMeta"] ?? {})),
    engines: String(objectOf(engines)["node"])
  }
}

export interface Import {
  readonly file: string
  readonly specifier: string
  /** The package; empty for a file of its own. */
  readonly name: string
}

/** All of them, by file, relative to the package. */
export const importsOf = (folder: string): ReadonlyArray<Import> =>
  globSync("dist/**/*.{js,d.ts}", { cwd: folder }).flatMap((file) =>
    [...withoutComments(readFileSync(join(folder, file), "utf8")).matchAll(specifiers)].map(({ groups }) => {
      const specifier = groups?.["specifier"] ?? ""
      return { file, specifier, name: specifier.startsWith(".") ? "" : nameOf(specifier) }
    })
  )

/** Imports that fail in a user's project: of files that are not there, and of packages that the manifest does not name. */
export const unmet = (folder: string): ReadonlyArray<string> => {
  const { dependencies, name: own, peers } = read(folder)
  const known = new Set([own, ...dependencies, ...peers])
  return importsOf(folder)
    .filter(({ file, name, specifier }) => {
      if (specifier.startsWith("node:")) return false
      return name === "" ? !isThere(join(folder, file), specifier) : !known.has(name)
    })
    .map(({ file, specifier }) => `${own}/${file}: ${specifier}`)
}
