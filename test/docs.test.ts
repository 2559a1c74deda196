/** docs/README.md leads to every page, and docs/architecture.md shows the folders in their order (tools/house/floors.ts). */
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { namesOn, orders } from "../tools/house/floors.ts"
import { contents } from "../tools/pages/contents.ts"
import { llms } from "../tools/pages/llms.ts"
import { problemsPage } from "../tools/pages/problemsPage.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), "utf8")

it("docs/README.md links to every page of docs, and to the README of each folder and package", () => {
  const index = read("docs/README.md")
  const pages = [
    "docs/*.md",
    "docs/recipes/*.md",
    "docs/*/README.md",
    "packages/*/README.md",
    "bench/README.md"
  ].flatMap((pattern) => globSync(pattern, { cwd: root }))
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

/** `a & b --> c & d` is four arrows. */
const arrowsOf = (diagram: string): ReadonlySet<string> =>
  new Set(
    [...diagram.matchAll(/^ *(\w+(?: & \w+)*) --> (\w+(?: & \w+)*)$/gmu)].flatMap(([, from = "", to = ""]) =>
      from.split(" & ").flatMap((one) => to.split(" & ").map((other) => `${one} --> ${other}`))
    )
  )

/** The packages of the workspace that the sources below a folder import. */
const importsOf = (folder: string): ReadonlySet<string> =>
  new Set(
    globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root }).flatMap((file) =>
      [...read(file).matchAll(/from "@formwork\/(\w+)\//gu)].map(([, name = ""]) => name)
    )
  )

it("the diagram of docs/architecture.md has the imports of the sources, but for those of domain and rules that another way leads to", () => {
  const folders = [...globSync("packages/*", { cwd: root }), "apps/server", "apps/console"]
  const imports = new Map(folders.map((folder) => [basename(folder), importsOf(folder)]))
  const reaches = (from: string, to: string): boolean =>
    [...(imports.get(from) ?? [])].some((next) => next === to || reaches(next, to))
  const drawn = [...imports].flatMap(([from, all]) =>
    [...all]
      .filter(
        (to) => !["domain", "rules"].includes(to) || ![...all].some((other) => other !== to && reaches(other, to))
      )
      .map((to) => `${from} --> ${to}`)
  )
  const [, diagram = ""] = /```mermaid\n(flowchart.*?)```/su.exec(architecture) ?? []
  expect(drawn.length).toBeGreaterThan(10)
  expect([...arrowsOf(diagram)].sort()).toEqual(drawn.sort())
})

it("docs/problems.md and llms.txt are what `npm run pages` makes", () => {
  expect(read("docs/problems.md")).toBe(problemsPage())
  expect(read("llms.txt")).toBe(llms())
})

it("every link of llms.txt leads to a page, and it has every page that docs/README.md leads to", () => {
  const links = [...read("llms.txt").matchAll(/\]\(([^)]+)\)/gu)].map(([, target = ""]) => target)
  expect(links.length).toBeGreaterThan(25)
  expect(links.filter((target) => !existsSync(join(root, target)))).toEqual([])
  expect(new Set(links)).toEqual(new Set(contents().flatMap(({ pages }) => pages.map(({ path }) => path))))
})

it("the README of rules lists its folders in the same order", () => {
  expect(roomsUnder("The pipeline", read("packages/rules/README.md"))).toEqual(foldersOf("packages/rules/src"))
})
