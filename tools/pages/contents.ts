/** What docs/README.md leads to: its parts, and the pages of each, where they come first. */
import { readFileSync } from "node:fs"
import { posix } from "node:path"

const root = new URL("../../", import.meta.url)

/** @param path from the root of the repository. */
export const read = (path: string): string => readFileSync(new URL(path, root), "utf8")

export interface Part {
  readonly title: string
  readonly pages: ReadonlyArray<{
    /** From the root of the repository. */
    readonly path: string
    /** What the link says. */
    readonly text: string
  }>
}

export const contents = (): ReadonlyArray<Part> => {
  const seen = new Set<string>()
  return read("docs/README.md")
    .split(/^## /mu)
    .slice(1)
    .map((part) => {
      const [title = "", ...rest] = part.split("\n")
      const links = [...rest.join("\n").matchAll(/\[([^\]]+)\]\(([^)#\s]+\.md)(?:#[^)]*)?\)/g)]
      const pages = links
        .map(([, text = "", target = ""]) => ({
          path: posix.join("docs", target),
          text: text[0]?.toUpperCase() + text.slice(1)
        }))
        .filter(({ path }) => !seen.has(path) && seen.add(path))
      return { title, pages }
    })
    .filter(({ pages }) => pages.length > 0)
}
