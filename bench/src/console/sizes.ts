/** What a browser fetches, compressed with gzip: the first screen, what the workspace adds, its worker, the form element. */
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { Schema } from "effect"
import type { Row } from "../Row.ts"

const folder = fileURLToPath(new URL("../../../apps/console/", import.meta.url))
const dist = `${folder}dist`

const Chunk = Schema.Struct({
  file: Schema.String,
  css: Schema.optionalKey(Schema.Array(Schema.String)),
  imports: Schema.optionalKey(Schema.Array(Schema.String)),
  dynamicImports: Schema.optionalKey(Schema.Array(Schema.String))
})
const Manifest = Schema.fromJsonString(Schema.Record(Schema.String, Chunk))
type Manifest = typeof Manifest.Type

/** A chunk, and all that it cannot run without. */
const withImports = (manifest: Manifest, name: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const other of manifest[name]?.imports ?? []) withImports(manifest, other, seen)
  return seen
}

const kilobytes = (files: Iterable<string>): number =>
  [...new Set(files)].reduce((sum, file) => sum + gzipSync(readFileSync(`${dist}/${file}`), { level: 9 }).length, 0) /
  1_000

const row = (name: string, files: Iterable<string>, bar: number, notes: string): Row => {
  const size = kilobytes(files)
  return { name, ratio: size / bar, kb: size, bar: `≤ ${bar} kB`, notes: `${notes}; the ratio is to the bar` }
}

const scriptsOf = (manifest: Manifest, names: Iterable<string>): ReadonlyArray<string> =>
  [...names].flatMap((name) => manifest[name]?.file ?? [])
const stylesOf = (manifest: Manifest, names: Iterable<string>): ReadonlyArray<string> =>
  [...names].flatMap((name) => manifest[name]?.css ?? [])

/** Builds the console where it is not built from its sources, and weighs it. */
export const sizeRows = (): ReadonlyArray<Row> => {
  execFileSync(process.execPath, [`${folder}build/build.ts`], { stdio: ["ignore", "ignore", "inherit"] })
  const manifest = Schema.decodeUnknownSync(Manifest)(readFileSync(`${dist}/.vite/manifest.json`, "utf8"))
  // In English: each language is a file of its own.
  const first = withImports(manifest, "src/messages/en/en.ts", new Set(withImports(manifest, "index.html")))
  const shown = (...panes: ReadonlyArray<string>): ReadonlyArray<string> =>
    ["Workspace", "TryOutPane", ...panes].flatMap((pane) => [
      ...withImports(manifest, Object.keys(manifest).find((name) => name.endsWith(`/${pane}.tsx`)) ?? pane)
    ])
  const worker = globSync("assets/engine.worker-*.js", { cwd: dist })
  const more = (...panes: ReadonlyArray<string>): ReadonlyArray<string> => [
    ...scriptsOf(manifest, new Set(shown(...panes)).difference(first)),
    ...worker
  ]
  const notes =
    "more than the first screen, with the try-out and its worker, before what is fetched when the page is idle"
  return [
    row("size/first screen/script", scriptsOf(manifest, first), 190, "sign-in and shell, in English"),
    row("size/first screen/style", stylesOf(manifest, first), 15, "of the same"),
    row("size/workspace/source", more("SourcePane"), 300, `opened with the source: ${notes}`),
    row("size/workspace/structure", more("StructurePanes"), 300, `opened with the structure: ${notes}`),
    row("size/workspace/worker", worker, 110, "the engine, for any form")
  ]
}
