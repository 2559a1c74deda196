/** Checking a web address: an origin that is written out, and a path and a query in which fields may stand. */
import { fault, type Read, text } from "../../../reading/Reader.ts"
import { type Token, tokensOf } from "../../../language/template.ts"
import type { ExpressionFault } from "../../../language/Syntax.ts"
import { shortened } from "../../../values/text.ts"
import { type EffectReader, type EffectCheckContext, addFaults, addCost, addSite } from "./EffectCheckContext.ts"
import type { Shown, Template, UrlTree } from "../../../tree/EffectTree.ts"
import { MAX_URL } from "../../../definition/effectLimits.ts"
import { costOfTemplate, isFault, shownAt, templateText } from "./template.ts"

const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
/** `http` is allowed only to the same machine, for tests. */
const ORIGIN = new RegExp(
  `^(?:https://(?:${LABEL}\\.)*${LABEL}|http://(?:localhost|127\\.0\\.0\\.1))(?::[0-9]{1,5})?(?=[/?]|$)`,
  "i"
)

/** The characters that a path or a query may have unescaped (RFC 3986 §3.3, §3.4). */
const PLAIN = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*$/
/** The name of a parameter, its `=`, and the beginning of its value. */
const IN_VALUE = /(?:^|&)[^&=]+=[^&]*$/

const EXPECTED =
  "`https://`, a host that is written out, and a path, such as `https://api.example.org/cases/{$submissionId}`"

const place = (
  context: EffectCheckContext,
  token: Exclude<Token, { readonly token: "stray" }>,
  found: Array<ExpressionFault>
) => {
  const { range } = token
  if (token.token === "literal") {
    if (PLAIN.test(token.text)) return token.text
    found.push({
      message:
        "A character in this has to be percent-encoded in a web address, such as a space as `%20`; a `#` has no place in one that is sent.",
      range
    })
    return undefined
  }
  const shown = shownAt(context, token.slug, "component", range)
  if (!isFault(shown)) return shown
  found.push(shown)
  return undefined
}

interface Parts {
  readonly segments: Array<Array<string | Shown>>
  query: Array<string | Shown> | undefined
}

/** Adds a literal: each `/` begins a segment, the first `?` the query. */
const addLiteral = (parts: Parts, literal: string): void => {
  if (parts.query !== undefined) {
    parts.query.push(literal)
    return
  }
  const mark = literal.indexOf("?")
  const [first = "", ...more] = (mark < 0 ? literal : literal.slice(0, mark)).split("/")
  if (first !== "") parts.segments.at(-1)?.push(first)
  for (const segment of more) parts.segments.push(segment === "" ? [] : [segment])
  if (mark >= 0) parts.query = literal.length === mark + 1 ? [] : [literal.slice(mark + 1)]
}

const readParts = (context: EffectCheckContext, source: string, origin: string, at: string): Parts => {
  const parts: Parts = { segments: [], query: undefined }
  const found: Array<ExpressionFault> = []
  let query = ""
  for (const token of tokensOf(source, origin.length)) {
    if (token.token === "stray") {
      found.push(token.fault)
      continue
    }
    const placed = place(context, token, found)
    const before = parts.query === undefined ? undefined : query
    if (token.token === "placeholder" && before !== undefined && !IN_VALUE.test(before))
      found.push({
        message: "In a query a field stands as the value of a parameter, after its `=`.",
        range: token.range,
        expected: "`?name={…}`"
      })
    if (typeof placed === "string") addLiteral(parts, placed)
    else if (placed !== undefined) (parts.query ?? parts.segments.at(-1))?.push(placed)
    if (parts.query !== undefined)
      query +=
        token.token === "literal" ? token.text.slice(before === undefined ? token.text.indexOf("?") + 1 : 0) : "x"
  }
  addFaults(context, at, found)
  return parts
}

/** A web address with fields in its path and its query. */
export const urlTemplate: EffectReader<UrlTree> =
  (context): Read<UrlTree> =>
  (reading, value, at) => {
    const source = text(1, MAX_URL)(reading, value, at)
    if (source === undefined) return undefined
    addSite(context, at, source, templateText)
    const origin = ORIGIN.exec(source)?.[0]
    if (origin === undefined) return fault(reading, at, whyNoOrigin(source), EXPECTED)
    const { query, segments } = readParts(context, source, origin, at)
    const all: ReadonlyArray<Template> = [...segments, query ?? []]
    addCost(
      context,
      at,
      all.reduce((sum, part) => sum + costOfTemplate(context, part), 0)
    )
    return { origin, segments, query }
  }

const whyNoOrigin = (source: string): string => {
  if (/^https:\/\/[^/?]*\{/i.test(source))
    return "A field stands in the host of this address, so that its value would decide where the request goes. Write the host out."
  if (/^http:/i.test(source))
    return "This address begins with `http://`, which every server on the way can read. Write `https://`."
  return `\`${shortened(source, 60)}\` does not begin with \`https://\` and a host.`
}

/** A web address without fields. */
export const literalUrl: EffectReader<string> = (): Read<string> => (reading, value, at) => {
  const source = text(1, MAX_URL)(reading, value, at)
  if (source === undefined) return undefined
  const origin = ORIGIN.exec(source)?.[0]
  if (/[{}]/.test(source))
    return fault(reading, at, "No field can stand in the address of a delivery.", "`https://example.org/events`")
  if (origin === undefined)
    return fault(reading, at, whyNoOrigin(source), "`https://` and a host, such as `https://example.org/events`")
  if (!PLAIN.test(source.slice(origin.length)))
    return fault(
      reading,
      at,
      "A character in this has to be percent-encoded in a web address, such as a space as `%20`; a `#` has no place in one that is sent."
    )
  return source
}
