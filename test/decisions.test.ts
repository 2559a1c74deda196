/** Every decision page has a date and a status, and is listed once in docs/decisions/README.md; every link between them resolves. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const folder = new URL("../docs/decisions/", import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8")

const pages = readdirSync(folder).filter((name) => name !== "README.md")
const numbers = new Set(pages.map((name) => name.slice(0, 4)))

const statusLine =
  /^Date: \d{4}-\d{2}-\d{2} · Status: (?:accepted|accepted, amended by (\d{4})|superseded by (\d{4}))$/u

/** The targets of all links to files of the repository. */
const linksOf = (markdown: string): ReadonlyArray<string> =>
  [...markdown.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/gu)].map(([, target = ""]) => target)

it("every decision page has a number of its own in its name", () => {
  expect(pages.filter((name) => !/^\d{4}-[a-z0-9-]+\.md$/u.test(name))).toEqual([])
  expect(numbers.size).toBe(pages.length)
})

it.each(pages)(
  "%s has its number in the title, and under it a date and a status that names a page that exists",
  (name) => {
    const [title, blank, status = ""] = read(name).split("\n")
    expect(title).toMatch(new RegExp(`^# ${name.slice(0, 4)} \\S`, "u"))
    expect(blank).toBe("")
    expect(status).toMatch(statusLine)
    const [, amendedBy, supersededBy] = statusLine.exec(status) ?? []
    const other = amendedBy ?? supersededBy
    if (other !== undefined) {
      expect(numbers).toContain(other)
      expect(other).not.toBe(name.slice(0, 4))
    }
  }
)

it("the index of decisions has one line for each page, with the page's number, and no other line", () => {
  const lines = read("README.md")
    .split("\n")
    .filter((line) => /^- \[\d{4}\]/u.test(line))
  const named = lines.map((line) => /^- \[(\d{4})\]\(([^)]+)\) \S.*\.$/u.exec(line))
  expect(lines.filter((_, index) => named[index] === null)).toEqual([])
  expect(named.map((match) => match?.[2]).toSorted()).toEqual(pages.toSorted())
  expect(named.filter((match) => match?.[2]?.startsWith(`${match[1]}-`) !== true)).toEqual([])
})

it.each(["README.md", ...pages])("every link of %s leads to a file that exists", (name) => {
  expect(linksOf(read(name)).filter((target) => !existsSync(new URL(target, folder)))).toEqual([])
})
