/**
 * `node tools/release/build.ts <folder>` writes a folder that runs without a network, pnpm and TypeScript: `bin/formwork`, this Node, the compiled
 * packages and their dependencies by the lockfile. The Dockerfile builds with it, and `npm run release`.
 */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { basename, join, relative, resolve } from "node:path"
import { bom, packagesIn } from "./bom.ts"
import { foldersOf, pack, readManifest, tarballOf } from "./packages.ts"
import { run } from "./run.ts"
import { Stop, stopped } from "./sentences.ts"

const root = resolve(import.meta.dirname, "../..")

const launcher = `#!/bin/sh
# Runs the formwork command with the Node beside this file, also where a link leads here.
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/../lib/dist/main.js" "$@"
`

/** What Node does not read: types, sources of types and maps. Three quarters of what packages bring. */
const prune = (folder: string): void => {
  for (const file of globSync("**/*.{ts,mts,cts,map}", { cwd: folder })) rmSync(join(folder, file))
}

const notice = (version: string, components: ReturnType<typeof packagesIn>): string =>
  [
    `Formwork ${version} is licensed under the Apache License 2.0: see LICENSE. It comes with:`,
    "",
    `Node.js ${process.versions.node}: https://github.com/nodejs/node/blob/v${process.versions.node}/LICENSE`,
    ...components.map(({ license, name, version: own }) => `${name} ${own}: ${license}, in lib/node_modules`),
    ""
  ].join("\n")

/** Puts the packed packages in the place of their copies, which have the sources' manifests. */
const unpack = (lib: string, modules: string): void => {
  const tarballs = join(lib, "tarballs")
  const folders = foldersOf(root).filter(
    (folder) => folder === "apps/server" || existsSync(join(modules, "@formwork", basename(folder)))
  )
  pack(root, folders, tarballs)
  for (const folder of folders) {
    const target = folder === "apps/server" ? lib : join(modules, "@formwork", basename(folder))
    // Removed before anything is written: a file of the copy may be the same file as the package's own (a hard link).
    const old = readdirSync(target).filter((name) => name !== "node_modules" && name !== "tarballs")
    for (const name of old) rmSync(join(target, name), { recursive: true })
    const tarball = join(tarballs, tarballOf(readManifest(join(root, folder))))
    run("tar", ["-xzf", tarball, "--strip-components=1", "--no-same-owner"], { cwd: target })
  }
  rmSync(tarballs, { recursive: true })
}

const build = (folder: string): void => {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Stop(`${folder} is not empty.`)
  const lib = join(folder, "lib")
  const modules = join(lib, "node_modules")
  mkdirSync(folder, { recursive: true })
  // Flat, without links, and with our packages as copies.
  const layout = ["--config.node-linker=hoisted", "--config.inject-workspace-packages=true"]
  run("pnpm", ["--filter", "@formwork/server", "deploy", "--prod", "--prefer-offline", ...layout, lib], { cwd: root })
  for (const name of [".modules.yaml", ".pnpm", ".pnpm-workspace-state-v1.json", ".bin"]) {
    rmSync(join(modules, name), { recursive: true, force: true })
  }
  const components = packagesIn(lib)
  const { version } = readManifest(lib)
  unpack(lib, modules)
  prune(lib)
  copyFileSync(join(root, "tools/release/health.mjs"), join(lib, "health.mjs"))

  mkdirSync(join(folder, "bin"))
  copyFileSync(process.execPath, join(folder, "bin/node"))
  chmodSync(join(folder, "bin/node"), 0o755)
  writeFileSync(join(folder, "bin/formwork"), launcher, { mode: 0o755 })
  for (const name of ["LICENSE", "CHANGELOG.md"]) copyFileSync(join(root, name), join(folder, name))
  cpSync(join(root, "deploy/systemd"), join(folder, "systemd"), { recursive: true })
  const node = { name: "node", version: process.versions.node, license: "MIT" }
  const others = components.filter(({ name }) => !name.startsWith("@formwork/"))
  writeFileSync(join(folder, "bom.cdx.json"), bom(version, [node, ...others]))
  writeFileSync(join(folder, "NOTICE"), notice(version, others))
}

try {
  const [target, ...more] = process.argv.slice(2)
  if (target === undefined || target.startsWith("-") || more.length > 0) {
    throw new Stop("Usage: node tools/release/build.ts <an empty folder, or one that is yet to be made>")
  }
  const folder = resolve(target)
  build(folder)
  console.log(`Built ${relative(process.cwd(), folder) || "."}.`)
} catch (error) {
  stopped(error)
}
