/** Packages of this repository as they are released: compiled, with manifests that say so. */
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

interface Manifest {
  readonly name: string
  readonly version: string
  readonly [member: string]: unknown
}

export const readManifest = (folder: string): Manifest => {
  const read: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return read
}

/** `./src/Limits.ts` is `./dist/Limits.js`, wherever a manifest names it. */
const built = (value: unknown): unknown => {
  if (typeof value === "string") return value.replace(/^\.\/src\/(?<name>.+)\.ts$/u, "./dist/$<name>.js")
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, built(inner)]))
}

/** Each dependency at the version that lies in `modules`: `workspace:*` and `catalog:` mean nothing outside of this repository. */
const resolved = (dependencies: unknown, modules: string): Readonly<Record<string, string>> =>
  typeof dependencies !== "object" || dependencies === null
    ? {}
    : Object.fromEntries(
        Object.keys(dependencies).map((name) => [name, readManifest(join(modules, name)).version] as const)
      )

/**
 * Turns the copy of a package in `target` into what is released of it: its manifest, and every source compiled, but for what only tests use.
 * @param source the package's folder in the repository; `dist` has been written.
 * @param modules the folder in which its dependencies lie.
 */
export const release = (source: string, target: string, modules: string): void => {
  const { dependencies, devDependencies: _, exports, bin, scripts: __, ...rest } = readManifest(target)
  for (const name of ["src", "test", "dist", "tsconfig.json", "pnpm-lock.yaml", "package.json"]) {
    // Removed before anything is written: a file of the copy may be the same file as the package's own (a hard link).
    rmSync(join(target, name), { recursive: true, force: true })
  }
  // What an earlier compilation left in `dist` has no source any more, and is not taken.
  for (const file of globSync("**/*.ts", { cwd: join(source, "src"), exclude: ["testing/**"] })) {
    const script = file.replace(/\.ts$/u, ".js")
    cpSync(join(source, "dist", script), join(target, "dist", script))
  }
  const manifest = {
    ...rest,
    ...(exports === undefined ? {} : { exports: built(exports) }),
    ...(bin === undefined ? {} : { bin: built(bin) }),
    dependencies: resolved(dependencies, modules)
  }
  writeFileSync(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`)
}
