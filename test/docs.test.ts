/** The pages that people read by hand: their links lead somewhere, docs/README.md has every page, docs/architecture.md every folder. */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), "utf8")

const pages = ["*.md", "docs/**/*.md", "bench/*.md"].flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()

/** As GitHub makes it from the text of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/gu, "-")

const anchorsOf = (markdown: string): ReadonlyArray<string> =>
  [...markdown.matchAll(/^#{1,6} (.+)$/gmu)].map(([, heading = ""]) => anchorOf(heading))

const broken = (page: string): ReadonlyArray<string> =>
  [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/gu)]
    .filter(([, path = "", anchor]) => {
      const target = path === "" ? page : normalize(join(dirname(page), path))
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor)
    })
    .map(([link]) => link)

it.each(pages)("every link of %s leads to a file, and to a heading in it", (page) => {
  expect(broken(page)).toEqual([])
})

it("docs/README.md links to every page that is not listed by a page of its own folder", () => {
  const index = read("docs/README.md")
  const listed = pages.filter((page) => /^docs\/(?:[^/]+|[^/]+\/README)\.md$/u.test(page) && page !== "docs/README.md")
  expect(listed.filter((page) => !index.includes(`](${relative("docs", page)}`))).toEqual([])
})

const architecture = read("docs/architecture.md")

it("every file and folder of packages that docs/architecture.md names is there", () => {
  const named = [...architecture.matchAll(/`((?:packages|apps|test|bench|tools)\b[^`\s]*)`/gu)].map(
    ([, path = ""]) => path
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

/** The first cells of the table of rooms under a package's heading, one room each. */
const roomsOf = (name: string): ReadonlyArray<string> => {
  const section = architecture.split(/^### /mu).find((text) => text.startsWith(`\`packages/${name}`)) ?? ""
  const rows = section.split("\n## ")[0]?.match(/^\| `.*?\|/gmu) ?? []
  return rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/gu)].map(([, room = ""]) => room))
}

const foldersOf = (name: string): ReadonlyArray<string> =>
  readdirSync(join(root, "packages", name, "src"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

const packages = ["rules", "domain", "http", "contract", "postgres"]

it.each(packages)("docs/architecture.md lists the folders of packages/%s", (name) => {
  expect(roomsOf(name).toSorted()).toEqual(foldersOf(name).toSorted())
})

it.each(packages)("a folder of packages/%s imports only from folders above it in the table", (name) => {
  const source = join(root, "packages", name, "src")
  const rooms = roomsOf(name)
  const roomOf = (file: string): number => rooms.indexOf(relative(source, file).split("/")[0] ?? "")
  const upwards = globSync("*/**/*.ts", { cwd: source }).flatMap((file) =>
    [...readFileSync(join(source, file), "utf8").matchAll(/from "(\.[^"]+)"/gu)]
      .filter(([, specifier = ""]) => roomOf(resolve(source, dirname(file), specifier)) > roomOf(join(source, file)))
      .map(([, specifier = ""]) => `${file} imports ${specifier}`)
  )
  expect(upwards).toEqual([])
})
