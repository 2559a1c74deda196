/** Checking a request to another service: where it goes, its headers, its body. */
import {
  fault,
  formed,
  isObject,
  object,
  oneOf,
  optional,
  own,
  type Read,
  required,
  text,
  wrong
} from "../../reading/Reader.ts"
import type { Method } from "../../Content.ts"
import { below } from "../../values/pointer.ts"
import { shortened } from "../../values/text.ts"
import type { Author, Authoring } from "./Authoring.ts"
import { body } from "./body.ts"
import type { BodyTree, HeaderTree, IntegrationTree, UrlTree } from "../../tree/EffectTree.ts"
import { MOST_HEADERS, MOST_OF_LINE } from "../../definition/effectLimits.ts"
import { template } from "./template.ts"
import { urlTemplate } from "./url.ts"

export const methods: ReadonlyArray<Method> = ["GET", "POST", "PUT", "PATCH", "DELETE"]

/** A field name of RFC 9110 §5.6.2. */
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/

/** Headers that say where a request goes, how it is framed or which one it is: the sender sets them. */
const RESERVED =
  /^(?:host|content-length|content-encoding|transfer-encoding|connection|keep-alive|proxy-.*|te|trailer|upgrade|expect|http2-settings|accept-encoding|user-agent|idempotency-key)$/

export const secretName = formed(
  /^[a-z][a-z0-9_-]{0,63}$/,
  "the name of a secret of the organisation: a small letter, then small letters, digits, `_` or `-`, such as `crm-token`"
)

/** Visible ASCII and spaces. */
const prefix: Read<string> = (reading, value, at) => {
  const given = text(1, 100)(reading, value, at)
  if (given === undefined || /^[ -~]+$/.test(given)) return given
  return fault(reading, at, "A header has plain letters, digits and signs (ASCII) only.", '`"Bearer "`')
}

const readSecret = object({ secret: required(secretName), prefix: optional(prefix) }, "a header with a secret")

const header =
  (authoring: Authoring, name: string): Read<HeaderTree> =>
  (reading, value, at) => {
    if (typeof value === "string") {
      const parts = template("header", MOST_OF_LINE)(authoring)(reading, value, at)
      return parts && { name, text: parts }
    }
    if (!isObject(value))
      return wrong(reading, value, at, 'a text, or a secret such as `{ "secret": "crm-token", "prefix": "Bearer " }`')
    const read = readSecret(reading, value, at)
    return read?.secret === undefined ? undefined : { name, secret: read.secret, prefix: read.prefix }
  }

const headers: Author<ReadonlyArray<HeaderTree>> = (authoring) => (reading, value, at) => {
  if (!isObject(value)) return wrong(reading, value, at, 'headers by their names, such as `{ "x-source": "form" }`')
  const names = Object.keys(value)
  if (names.length > MOST_HEADERS)
    return fault(reading, at, `There are ${names.length} headers; at most ${MOST_HEADERS} are allowed.`)
  const seen = new Set<string>()
  return names.flatMap((given): ReadonlyArray<HeaderTree> => {
    const name = given.toLowerCase()
    const here = below(at, given)
    if (!HEADER.test(given))
      fault(
        reading,
        here,
        `\`${shortened(given, 40)}\` is no name of a header: it has letters, digits and \`-\`.`,
        "a name such as `x-source`"
      )
    else if (RESERVED.test(name)) fault(reading, here, `\`${given}\` is set by whoever sends the request. Take it out.`)
    else if (seen.has(name))
      fault(reading, here, `The header \`${name}\` is there twice; upper and lower case are one.`)
    seen.add(name)
    const tree = header(authoring, name)(reading, own(value, given) ?? null, here)
    return tree === undefined ? [] : [tree]
  })
}

export const integrationMembers = (authoring: Authoring) => ({
  method: required(oneOf(methods)),
  url: required(urlTemplate(authoring)),
  headers: optional(headers(authoring)),
  body: optional(body(authoring))
})

interface Given {
  readonly method?: Method | undefined
  readonly url?: UrlTree | undefined
  readonly headers?: ReadonlyArray<HeaderTree> | undefined
  readonly body?: BodyTree | undefined
}

/** Whole, where nothing is missing. */
export const integrationTree = (
  authoring: Authoring,
  { body: sent, headers: all, method, url }: Given,
  at: string
): IntegrationTree | undefined => {
  if (method === "GET" && sent !== undefined)
    fault(
      authoring,
      below(at, "body"),
      "A request that only asks (`GET`) has no body. Take it out, or send it with `POST`."
    )
  return method === undefined || url === undefined
    ? undefined
    : { kind: "integration", method, url, headers: all ?? [], body: sent }
}
