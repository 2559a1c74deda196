/** Citations that lead nowhere: of pages, their sections and anchors, of decisions, and sections of no document at all. */
import { posix } from "node:path"
import type { Finding, Row } from "./Finding.ts"
import { type Page, prose, readPage } from "./pages.ts"
import { lineAt, type Tree } from "./Tree.ts"

/** Documents that are not in the repository and may be cited by section. */
const external = [
  /RFC \d+/,
  /NIST SP [\w-]+/,
  /ISO(?:\/IEC)? \d[\d:-]*/,
  /ECMA-\d+/,
  /SQL(?::\d{4})?/,
  /Unicode(?: \d[\d.]*)?/,
  /U(?:AX|TS) #\d+/,
  /OpenAPI(?: \d[\d.]*)?/,
  /JSON Schema(?: [\d-]+)?/,
  /MCP(?: \d{4}-\d\d-\d\d)?/
]

const isText = (path: string): boolean =>
  /\.(ts|md|json|sql|mjs|sh|toml|ya?ml)$/.test(path) && path !== "pnpm-lock.yaml"

/** The text as one line, because a citation may span lines of a comment; every character keeps its place. */
const unwrapped = (text: string): string =>
  text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/|--|[#>])?[ \t]*/g, (end) => " ".repeat(end.length))

/** What is cited, for the row that says how much was checked, and what is wrong with it, if anything. */
interface Citation {
  readonly offset: number
  readonly problem?: string | undefined
}

interface Reader {
  readonly tree: Tree
  readonly path: string
  readonly page: (path: string) => Page
  /** The file or folder that a citation in `path` means. */
  readonly resolve: (written: string) => string | undefined
  readonly decisions: ReadonlySet<string>
}

const PAGE = /(?:[\w.-]+\/)*[\w.-]+\.md/
const mentions = new RegExp(`(?<![\\w./:@-])(${PAGE.source})(?:#([\\w-]+))?(?![\\w/])`, "g")

const anchorProblem = (reader: Reader, file: string, anchor: string | undefined): string | undefined =>
  anchor === undefined || !file.endsWith(".md") || reader.page(file).anchors.has(anchor)
    ? undefined
    : `${file} has no heading #${anchor}: name one that it has.`

/** Pages by their names, in any text: `docs/running.md`. */
const pages = (reader: Reader, text: string): ReadonlyArray<Citation> =>
  [...text.matchAll(mentions)].map(({ 1: written = "", 2: anchor, index }) => {
    const file = reader.resolve(written)
    const problem =
      file === undefined
        ? `${written} is not in the repository: cite a page of docs/spec, a decision or an RFC.`
        : anchorProblem(reader, file, anchor)
    return { offset: index, problem }
  })

/** Other paths under docs/: a schema, a folder. A name with a placeholder (`effect-<kind>.json`) stands for many files. */
const others = (reader: Reader, text: string): ReadonlyArray<Citation> =>
  [...text.matchAll(/(?<![\w./-])docs\/[\w-]+(?:[./][\w-]+)*(?![\w-]*[<{*$…])/g)]
    .filter(([written]) => !written.endsWith(".md") && !/^docs\/decisions\/\d/.test(written))
    .map(({ 0: written, index }) => ({
      offset: index,
      problem: reader.resolve(written) === undefined ? `${written} is not in the repository.` : undefined
    }))

const SECTION = /§ ?(\d+(?:\.\d+)*)/
const document = [PAGE, ...external].map(({ source }) => source).join("|")
const between = "(?:\\s*[,;–-]\\s*|\\s+(?:and|or|to)\\s+)+"
/** `spec/service.md §3.1, §4 and §5`: a document, then its sections. */
const sections = new RegExp(
  `(?:(?<![\\w./:@-])(?<document>${document})[\`"'*\\])]*(?:\\([^)\\s]*\\))?[,:]?\\s+)?` +
    `(?<list>${SECTION.source}(?:${between}${SECTION.source})*)`,
  "g"
)

const isSpec = (path: string): boolean => path.startsWith("docs/spec/") && path.endsWith(".md")

const sectionCitations = (reader: Reader, text: string): ReadonlyArray<Citation> =>
  [...text.matchAll(sections)].flatMap((match) => {
    const { document: written, list = "" } = match.groups ?? {}
    const start = match.index + match[0].length - list.length
    const own = isSpec(reader.path) ? reader.path : undefined
    const file = written === undefined ? own : written.endsWith(".md") ? reader.resolve(written) : "external"
    return [...list.matchAll(new RegExp(SECTION, "g"))].map(({ 1: number = "", index }) => {
      const offset = start + index
      if (file === "external") return { offset }
      if (file === undefined) {
        // A missing page is another finding.
        return { offset, problem: written === undefined ? `§${number} is of no document: name it.` : undefined }
      }
      const isThere = reader.page(file).sections.has(number)
      return {
        offset,
        problem: isThere ? undefined : `${file} has no §${number}: cite a heading or a statement that it has.`
      }
    })
  })

const NUMBER = /0\d{3}/
const numbers = `${NUMBER.source}(?:(?:, | and |, and |; )${NUMBER.source})*`
const decisionsAnywhere = new RegExp(`\\b(?:decisions?/|[Dd]ecisions? )(${numbers})(?![\\d])`, "g")
const decisionsInBrackets = new RegExp(`\\((${numbers})(?: [a-z][^()]*)?\\)`, "g")
const decisionsInDecisions = new RegExp(`(?<![\\w.+:/-])(${NUMBER.source})(?![\\w:.-]*\\d)`, "g")

const decisionCitations = (reader: Reader, text: string): ReadonlyArray<Citation> => {
  const isDecision = reader.path.startsWith("docs/decisions/")
  const patterns = [decisionsAnywhere]
  if (isDecision) patterns.push(decisionsInDecisions)
  else if (!/\.(sql|json)$/.test(reader.path)) patterns.push(decisionsInBrackets)
  const found = new Map<number, Citation>()
  for (const pattern of patterns) {
    for (const { 0: whole, 1: list = "", index } of text.matchAll(pattern)) {
      for (const { 0: number, index: at } of list.matchAll(new RegExp(NUMBER, "g"))) {
        const offset = index + whole.indexOf(list) + at
        const problem = reader.decisions.has(number)
          ? undefined
          : `there is no decision ${number} under docs/decisions.`
        found.set(offset, { offset, problem })
      }
    }
  }
  return [...found.values()]
}

/** Links of Markdown: to a file, to a folder, to a heading. */
const links = (reader: Reader, text: string): ReadonlyArray<Citation> =>
  [...prose(text).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)|^\[[^\]]+\]: +(\S+)/gm)]
    .map(({ 1: inline, 2: reference, index }) => ({ target: inline ?? reference ?? "", index }))
    .filter(({ target }) => !/^[a-z][a-z0-9+.-]*:/i.test(target))
    .map(({ target, index }) => {
      const [written = "", anchor] = target.split("#")
      const path = written === "" ? reader.path : posix.join(posix.dirname(reader.path), decodeURIComponent(written))
      const file = path.replace(/\/$/, "")
      const isThere = reader.tree.has(file) || reader.tree.files.some((other) => other.startsWith(`${file}/`))
      const problem = isThere ? anchorProblem(reader, file, anchor) : `the link to ${target} leads to no file.`
      return { offset: index, problem }
    })

const citationsIn = (reader: Reader, text: string): ReadonlyArray<Citation> => {
  const line = unwrapped(text)
  const isPage = reader.path.endsWith(".md")
  // A link's target is checked only as a link.
  const plain = isPage ? line.replaceAll(/\]\([^)\s]*\)/g, (target) => `](${" ".repeat(target.length - 3)})`) : line
  return [
    ...pages(reader, plain),
    ...others(reader, plain),
    ...sectionCitations(reader, line),
    ...decisionCitations(reader, plain),
    ...(isPage ? links(reader, text) : [])
  ]
}

const readerOf = (tree: Tree): ((path: string) => Reader) => {
  const read = new Map<string, Page>()
  const page = (path: string): Page => {
    const kept = read.get(path) ?? readPage(tree.text(path))
    read.set(path, kept)
    return kept
  }
  const folders = new Set(
    tree.files.flatMap((path) => path.split("/").map((_, end, parts) => parts.slice(0, end).join("/")))
  )
  const decisions = new Set(
    tree.files.flatMap((path) => /^docs\/decisions\/(\d{4})-[^/]*\.md$/.exec(path)?.slice(1) ?? [])
  )
  return (path) => ({
    tree,
    path,
    page,
    decisions,
    resolve: (written) =>
      [posix.dirname(path), ".", "docs"]
        .map((base) => posix.join(base, written))
        .find((candidate) => tree.has(candidate) || folders.has(candidate))
  })
}

export const citationRows = (tree: Tree): ReadonlyArray<Row> => {
  const reader = readerOf(tree)
  let total = 0
  const findings = tree.files.filter(isText).flatMap((path): ReadonlyArray<Finding> => {
    const text = tree.text(path)
    const found = citationsIn(reader(path), text)
    total += found.length
    return found.flatMap(({ offset, problem }) =>
      problem === undefined ? [] : [{ file: path, line: lineAt(text, offset), message: problem }]
    )
  })
  return [
    { name: "citations", value: total },
    { name: "dangling citations", value: findings.length, findings }
  ]
}
