/** What a browser fetches for the first screen and for the workspace, compressed. */
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { needed as neededOf, readManifest } from "../build/manifest.ts"

const dist = fileURLToPath(new URL("../dist", import.meta.url))

const manifest = readManifest(dist)

const needed = (name: string): ReadonlySet<string> => neededOf(manifest, name)

const kilobytes = (files: Iterable<string>): number =>
  [...new Set(files)].reduce((sum, file) => sum + gzipSync(readFileSync(`${dist}/${file}`), { level: 9 }).length, 0) /
  1_000

const screen = (name: string): ReadonlySet<string> =>
  needed(Object.keys(manifest).find((one) => one.endsWith(`/${name}.tsx`)) ?? name)

const scripts = (names: Iterable<string>): ReadonlyArray<string> =>
  [...names].flatMap((name) => manifest[name]?.file ?? [])

test.each(["en", "de"])("the first screen in %s is at most 190 kB of script and 15 kB of style", (language) => {
  const words = `src/messages/${language}/${language}.ts`
  expect(manifest[words]).toBeDefined()
  const chunks = [...needed("index.html"), ...needed(words)].flatMap((name) => manifest[name] ?? [])
  expect(kilobytes(chunks.map(({ file }) => file))).toBeLessThanOrEqual(190)
  expect(kilobytes(chunks.flatMap(({ css = [] }) => css))).toBeLessThanOrEqual(15)
})

test.each([
  ["SourcePane", 346],
  ["StructurePanes", 407]
])(
  "the workspace, opened with %s and the try-out, is at most %i kB of script more, its worker included",
  (pane, most) => {
    const shown = [screen("Workspace"), screen("TryOutPane"), screen(pane)]
    for (const names of shown) expect(names.size).toBeGreaterThan(1)
    const worker = globSync("assets/engine.worker-*.js", { cwd: dist })
    expect(worker.length).toBe(1)
    const first = needed("index.html")
    const more = shown.flatMap((names) => [...names].filter((name) => !first.has(name)))
    expect(kilobytes([...scripts(more), ...worker])).toBeLessThanOrEqual(most)
    expect(kilobytes(worker)).toBeLessThanOrEqual(104)
  }
)

/** Each is a request, and a browser has six under way: on a phone thirty small ones wait longer than for their bytes. */
test.each([
  ["Forms", 55, 17],
  ["submissions.lazy", 80, 24]
])("the list that %s shows is at most %i kB of script more, in at most %i files", (list, most, files) => {
  const first = needed("index.html")
  const more = scripts([...screen(list)].filter((name) => !first.has(name)))
  expect(more.length).toBeGreaterThan(1)
  expect(more.length).toBeLessThanOrEqual(files)
  expect(kilobytes(more)).toBeLessThanOrEqual(most)
})

test("the page of one submission is at most 213 kB of script more, its worker included", () => {
  const first = needed("index.html")
  const more = [...screen("submission.lazy")].filter((name) => !first.has(name))
  expect(more.length).toBeGreaterThan(1)
  expect(kilobytes([...scripts(more), ...globSync("assets/engine.worker-*.js", { cwd: dist })])).toBeLessThanOrEqual(
    213
  )
})
