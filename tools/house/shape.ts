/** Rows that are only for reading: how many modules are public, how long files are, which names occur twice. */
import { posix } from "node:path"
import { longFiles } from "./floors.ts"
import type { Row } from "./Finding.ts"
import { grouped } from "./grouped.ts"
import type { Package, Tree } from "./Tree.ts"

const LINES = 300
const FILES = 15

const publicModules = (home: Package): number =>
  Object.entries(home.exports ?? {}).reduce((sum, [path, target]) => {
    if (!target.endsWith(".ts")) return sum // the manifest itself, which tools read
    if (!path.includes("*")) return sum + 1
    const [before = "", after = ""] = posix.join(home.folder, target).split("*")
    return sum + home.sources.filter((file) => file.startsWith(before) && file.endsWith(after)).length
  }, 0)

const quantile = (sorted: ReadonlyArray<number>, part: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0

/** A key that is the same for `Operation`, `Operations` and `operation`. */
const stem = (path: string): string => posix.basename(path, ".ts").toLowerCase().replace(/s$/, "")

/** In one folder the singular is data and the plural its service: docs/architecture.md. Between folders it is a homonym. */
const isDataAndService = (home: Package, files: ReadonlyArray<string>): boolean =>
  home.folder === "packages/domain" && new Set(files.map((file) => posix.dirname(file))).size === 1

const homonyms = (home: Package): ReadonlyArray<string> =>
  [...grouped(home.sources, stem).values()]
    .filter((files) => files.length > 1 && !isDataAndService(home, files))
    .map((files) => `${home.folder}: ${files.map((file) => file.slice(home.src.length + 1)).join(", ")}`)

export const shapeRows = (tree: Tree, homes: ReadonlyArray<Package>): ReadonlyArray<Row> => {
  const sources = homes.flatMap((home) => home.sources)
  const lengthOf = (file: string): number => tree.text(file).split("\n").length - 1
  const lengths = sources.map(lengthOf).sort((one, other) => one - other)
  const long = sources.filter((file) => lengthOf(file) > LINES)
  const full = [...grouped(sources, (file) => posix.dirname(file))].filter(([, files]) => files.length > FILES)
  const said = homes.flatMap(homonyms)
  return [
    ...homes
      .filter((home) => home.exports !== undefined)
      .map((home) => ({ name: `public modules of ${home.name}`, value: publicModules(home) })),
    { name: "source files", value: sources.length },
    { name: "lines a file, median", value: quantile(lengths, 0.5) },
    { name: "lines a file, 95 %", value: quantile(lengths, 0.95) },
    { name: "lines a file, longest", value: quantile(lengths, 1) },
    {
      name: `files of more than ${LINES} lines`,
      value: long.length,
      notes: long.map((file) => `${file} (${lengthOf(file)}${longFiles.includes(file) ? ", a named exception" : ""})`)
    },
    { name: "homonyms of files", value: said.length, notes: said },
    {
      name: `folders of more than ${FILES} files`,
      value: full.length,
      notes: full.map(([folder, files]) => `${folder} (${files.length})`)
    }
  ]
}
