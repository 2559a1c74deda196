/** docs/README.md leads to every page, and docs/architecture.md shows the folders in their order (tools/house/floors.ts). */
import { existsSync, globSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { namesOn, orders } from "../tools/house/floors.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), "utf8")

it("docs/README.md links to every page of docs, and to the README of each folder and package", () => {
  const index = read("docs/README.md")
  const pages = ["docs/*.md", "docs/*/README.md", "packages/*/README.md", "bench/README.md"].flatMap((pattern) =>
    globSync(pattern, { cwd: root })
  )
  expect(pages.length).toBeGreaterThan(15)
  const others = pages.filter((page) => page !== "docs/README.md")
  expect(others.filter((page) => !index.includes(`](${relative("docs", page)}`))).toEqual([])
})

const architecture = read("docs/architecture.md")

it("every file and folder that docs/architecture.md names by its path exists", () => {
  const named = [...architecture.matchAll(/`((?:packages|apps|test|bench|tools)\b[^`\s]*)`/gu)].map(
    ([, path = ""]) => path
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

/** The names in the first column of the table under a heading. */
const roomsUnder = (heading: string, page: string): ReadonlyArray<string> => {
  const section = page.split(/^##+ /mu).find((text) => text.startsWith(`${heading}\n`)) ?? ""
  const cells = section.match(/^\| `[^|]*\|/gmu) ?? []
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/gu)].map(([, room = ""]) => room))
}

const foldersOf = (sources: string): ReadonlyArray<string> =>
  (orders[sources]?.floors ?? []).flatMap(namesOn).filter((name) => !name.endsWith(".ts"))

it.each([
  "packages/rules/src",
  "packages/domain/src",
  "packages/contract/src",
  "packages/postgres/src",
  "packages/http/src"
])("docs/architecture.md lists the folders of %s, from the bottom to the top", (sources) => {
  expect(foldersOf(sources).length).toBeGreaterThan(3)
  expect(roomsUnder(`\`${sources}\``, architecture)).toEqual(foldersOf(sources))
})

it("the README of rules lists its folders in the same order", () => {
  expect(roomsUnder("The pipeline", read("packages/rules/README.md"))).toEqual(foldersOf("packages/rules/src"))
})
