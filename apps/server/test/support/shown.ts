/**
 * Whether what a command printed is what a page shows as its answer. Three things may differ:
 *
 * - `…` stands for any text, and for any members or entries of JSON.
 * - An id (a UUID), a token, a moment (RFC 3339), a date, and the running number of a reference are the same as any other one.
 * - Space between the parts of JSON does not count.
 */

/** A block of a page that shows an answer. */
export interface Shown {
  readonly language: string
  readonly text: string
}

const alike: ReadonlyArray<readonly [pattern: RegExp, name: string]> = [
  [/\b(fw[ksi])_(?:[0-9A-Za-z]{93}\b|…)/g, "<$1 token>"],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<id>"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<moment>"],
  [/\b([A-Z]{2,}(?:-\d{4})?)-\d{6,8}\b/g, "$1-<number>"]
]

const masked = (text: string): string => alike.reduce((made, [pattern, name]) => made.replaceAll(pattern, name), text)

/** Without the space between the parts of JSON; what is in quotes stays. */
const squeezed = (text: string): string =>
  text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_space, quoted: string | undefined) => quoted ?? "")

const lines = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n")

const matches = (shown: string, printed: string): boolean => {
  const parts = masked(shown).split("…")
  const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[^]*")
  return new RegExp(`^${pattern}$`, "u").test(masked(printed))
}

/** An answer as `curl -i` prints it: the shown headers are among those of the answer. */
const matchesHttp = (shown: string, printed: string): boolean => {
  const [shownHead = "", shownBody = ""] = shown.split(/\n\n/u, 2)
  const [head = "", ...body] = printed.replaceAll("\r", "").split("\n\n")
  const [status = "", ...headers] = lines(shownHead).split("\n")
  const sent = head.split("\n")
  const has = (line: string): boolean => {
    const [name = "", value = ""] = line.split(/: */u, 2)
    return sent.some((other) => {
      const colon = other.indexOf(":")
      return other.slice(0, colon).toLowerCase() === name.toLowerCase() && matches(value, other.slice(colon + 1).trim())
    })
  }
  return (
    (sent[0] ?? "").startsWith(status) &&
    headers.filter((line) => line !== "…").every(has) &&
    matches(squeezed(shownBody), squeezed(body.join("\n\n")))
  )
}

/** Whether `printed` is what the page shows. */
export const isShown = ({ language, text }: Shown, printed: string): boolean => {
  if (language === "http") return matchesHttp(text, printed)
  return language === "json"
    ? matches(squeezed(text), squeezed(printed))
    : matches(lines(text), lines(printed.replaceAll("\r", "")))
}

/** The status of a refusal that the page shows, in a head, in problem details or on a line of its own; undefined where it shows none. */
export const refusalIn = ({ text }: Shown): number | undefined => {
  const [found] = /(?<=^HTTP\/1\.1 |"status": ?|^)[45]\d\d\b/mu.exec(text) ?? []
  return found === undefined ? undefined : Number(found)
}
