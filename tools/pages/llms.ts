/**
 * llms.txt (https://llmstxt.org): what Formwork is and where each page is, for a model. From docs/README.md, which leads to every page,
 * and from the first paragraph of each.
 */
import { contents, read } from "./contents.ts"

/** The words of Markdown, without links and emphasis, on one line. */
const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\*\*([^*]*)\*\*/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim()

const sentence = /^.*?[.?!](?=\s|$)/su

/** The heading of a page, and the first sentence after it. */
const about = (path: string): { readonly title: string; readonly says: string } => {
  const text = read(path)
  const [heading = "", title = path] = /^# (.+)$/mu.exec(text) ?? []
  const paragraph =
    text
      .slice(text.indexOf(heading) + heading.length)
      .split(/\n\n+/u)
      .map((part) => part.trim())
      .find((part) => /^[\w“"`[*](?!``)/u.test(part)) ?? ""
  const words = plain(paragraph)
  return { title: plain(title), says: (sentence.exec(words)?.[0] ?? words).replace(/:$/u, ".") }
}

export const llms = (): string => {
  const { description }: { readonly description: string } = JSON.parse(read("package.json"))
  const parts = contents().map(({ pages, title }) =>
    [
      `## ${title}`,
      pages
        .map(({ path }) => {
          const { says: description, title: name } = about(path)
          return `- [${name}](${path}): ${description}`
        })
        .join("\n")
    ].join("\n\n")
  )
  return `${["# Formwork", `> ${description}`, ...parts].join("\n\n")}\n`
}
