/** `npm run pack`: every package as a tarball, in one folder, for `npm install`. */
import { existsSync, readdirSync, statSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import { foldersOf, pack, readManifest, tarballOf } from "./packages.ts"
import { Stop, stopped } from "./sentences.ts"
import { versionOf } from "./versions.ts"

const usage = `Compiles every package and writes their tarballs into one folder, for npm install.

  npm run pack -- [options]

  --out FOLDER   where the tarballs go (default: release/packages). Tarballs of an earlier run are replaced
  --help         this text`

const root = resolve(import.meta.dirname, "../..")

const optionsOf = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({ args: [...args], options: { out: { type: "string" }, help: { type: "boolean", short: "h" } } })
      .values
  } catch (error) {
    const [sentence = ""] = String(error instanceof Error ? error.message : error).split(". ")
    throw new Stop(`${sentence}.\n\n${usage}`)
  }
}

/** Anything else in the folder is not ours, or would be installed by `*.tgz` with the rest. */
const examine = (out: string, own: ReadonlySet<string>): void => {
  const others = existsSync(out) ? readdirSync(out).filter((name) => !own.has(name)) : []
  if (others.length > 0) throw new Stop(`${out} has other files, such as ${others[0]}: name another folder with --out.`)
}

const kilobytes = (file: string): string => `${(statSync(file).size / 1000).toFixed(0)} kB`

const packAll = (out: string): void => {
  versionOf(root)
  const folders = foldersOf(root)
  const names = folders.map((folder) => tarballOf(readManifest(join(root, folder))))
  examine(out, new Set(names))
  pack(root, folders, out)
  const shown = relative(process.cwd(), out) || "."
  for (const name of names) console.log(`${kilobytes(join(out, name)).padStart(8)}  ${join(shown, name)}`)
  console.log(`
In a folder of your own, to embed the domain, and for all of it with the command:

  npm install effect ${join(out, "formwork-{rules,domain,memory}-*.tgz")}
  npm install effect ${join(out, "formwork-*.tgz")} && npx formwork serve`)
}

try {
  const { help = false, out = "release/packages" } = optionsOf(process.argv.slice(2))
  if (help) console.log(usage)
  else packAll(resolve(out))
} catch (error) {
  stopped(error)
}
