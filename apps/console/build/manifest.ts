/** What the build has made of each module: `.vite/manifest.json`. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

interface Chunk {
  readonly file: string
  readonly css?: ReadonlyArray<string>
  readonly imports?: ReadonlyArray<string>
}

/** By module, or by another name where a file has several. */
export type Manifest = Readonly<Record<string, Chunk>>

export const readManifest = (dist: string): Manifest =>
  JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"))

/** A chunk, and all that it cannot run without. */
export const needed = (manifest: Manifest, name: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const other of manifest[name]?.imports ?? []) needed(manifest, other, seen)
  return seen
}
