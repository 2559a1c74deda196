/** What a citation can name in a page: its headings as anchors, its numbered headings and its numbered statements. */

export interface Page {
  /** As GitHub names them: `#a-heading`, and `#a-heading-1` for the second of that name. */
  readonly anchors: ReadonlySet<string>
  /** `3` for a heading `## 3. …`, `3.2` for a statement that begins with `**3.2**`. */
  readonly sections: ReadonlySet<string>
}

/** The text with blanks for fenced code; every other character keeps its place. */
const withoutFences = (text: string): string =>
  text.replaceAll(/^( *)(```+|~~~+).*?^ *\2[^\n]*$/gms, (fence) => fence.replaceAll(/[^\n]/g, " "))

/** The text with blanks for code, fenced or between backticks; every other character keeps its place. */
export const prose = (text: string): string =>
  withoutFences(text).replaceAll(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, (code) => " ".repeat(code.length))

export const slug = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replaceAll(/\s/g, "-")

export const readPage = (text: string): Page => {
  const anchors = new Set<string>()
  const sections = new Set<string>()
  const times = new Map<string, number>()
  const body = withoutFences(text)
  for (const [, heading = ""] of body.matchAll(/^#{1,6} +(.*?)(?: +#+)?$/gm)) {
    const name = slug(heading)
    const earlier = times.get(name) ?? 0
    times.set(name, earlier + 1)
    anchors.add(earlier === 0 ? name : `${name}-${earlier}`)
    const [, number] = /^(\d+(?:\.\d+)*)\.? /.exec(heading) ?? []
    if (number !== undefined) sections.add(number)
  }
  for (const [, name = ""] of body.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(name)
  for (const [, number = ""] of body.matchAll(/^\s*(?:[-*] +)?\*\*(\d+(?:\.\d+)*)\.?\*\*/gm)) sections.add(number)
  return { anchors, sections }
}
