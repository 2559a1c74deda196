/** README.md names every public module and every folder of the package, and no others; the pages that it links to exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const packageFolder = new URL("../", import.meta.url)
const page = readFileSync(new URL("README.md", packageFolder), "utf8")
const { exports } = JSON.parse(readFileSync(new URL("package.json", packageFolder), "utf8"))

/** What the first column of a section's table names. */
const named = (title: string): ReadonlyArray<string> => {
  const section = page.split(/^## /mu).find((text) => text.startsWith(`${title}\n`)) ?? ""
  const cells = [...section.matchAll(/^\| ([^|]*) \|/gmu)].map(([, cell = ""]) => cell)
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = ""]) => name))
}

/** The targets of links to files of the repository. */
const linksOf = (markdown: string): ReadonlyArray<string> =>
  [...markdown.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/gu)].map(([, target = ""]) => target)

it("the README's verbs and nouns are the modules that the package exports", () => {
  const modules = Object.keys(exports)
    .map((name) => name.slice("./".length))
    .filter((name) => name !== "package.json")
  expect([...named("Verbs"), ...named("Nouns")].toSorted()).toEqual(modules.toSorted())
})

it("the README's pipeline has the folders of src", () => {
  const folders = readdirSync(new URL("src", packageFolder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(named("The pipeline").toSorted()).toEqual(folders.toSorted())
})

it.each(["packages/rules/README.md", "docs/adding-an-effect-kind.md"])("every link of %s leads to a file", (path) => {
  const file = new URL(`../../../${path}`, import.meta.url)
  expect(linksOf(readFileSync(file, "utf8")).filter((target) => !existsSync(new URL(target, file)))).toEqual([])
})
