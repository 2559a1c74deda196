/** Checking the headers of a request: each a template, or a named secret. */
import {
  fault,
  isObject,
  object,
  optional,
  own,
  type Read,
  required,
  text,
  addTypeFault
} from "../../../reading/Reader.ts"
import type { JsonObject } from "../../../Json.ts"
import { below } from "../../../values/pointer.ts"
import { shortened } from "../../../values/text.ts"
import type { EffectReader, EffectCheckContext } from "../common/EffectCheckContext.ts"
import { lineSchema, objectSchema } from "../common/schemas.ts"
import { secretExample, secretName, secretSchema } from "../common/secretName.ts"
import type { HeaderTree } from "../../../tree/EffectTree.ts"
import { MAX_HEADERS, MAX_LINE } from "../../../definition/effectLimits.ts"
import { template } from "../common/template.ts"

/** A field name of RFC 9110 §5.6.2. */
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/

/** Headers that say where a request goes, how it is framed or which one it is: the sender sets them. */
const RESERVED =
  /^(?:host|content-length|content-encoding|transfer-encoding|connection|keep-alive|proxy-.*|te|trailer|upgrade|expect|http2-settings|accept-encoding|user-agent|idempotency-key)$/

/** Visible ASCII and spaces. */
const prefix: Read<string> = (reading, value, at) => {
  const given = text(1, 100)(reading, value, at)
  if (given === undefined || /^[ -~]+$/.test(given)) return given
  return fault(reading, at, "A header has plain letters, digits and signs (ASCII) only.", '`"Bearer "`')
}

const readSecret = object(
  { secret: required(secretName, secretExample), prefix: optional(prefix) },
  "a header with a secret"
)

const header =
  (context: EffectCheckContext, name: string): Read<HeaderTree> =>
  (reading, value, at) => {
    if (typeof value === "string") {
      const parts = template("header", MAX_LINE)(context)(reading, value, at)
      return parts && { name, text: parts }
    }
    if (!isObject(value))
      return addTypeFault(
        reading,
        value,
        at,
        'a text, or a secret such as `{ "secret": "crm-token", "prefix": "Bearer " }`'
      )
    const read = readSecret(reading, value, at)
    return read?.secret === undefined ? undefined : { name, secret: read.secret, prefix: read.prefix }
  }

export const headers: EffectReader<ReadonlyArray<HeaderTree>> = (context) => (reading, value, at) => {
  if (!isObject(value))
    return addTypeFault(reading, value, at, 'headers by their names, such as `{ "x-source": "form" }`')
  const names = Object.keys(value)
  if (names.length > MAX_HEADERS)
    return fault(reading, at, `There are ${names.length} headers; at most ${MAX_HEADERS} are allowed.`)
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
    else if (RESERVED.test(name)) fault(reading, here, `\`${given}\` is set by the sender of the request. Take it out.`)
    else if (seen.has(name))
      fault(reading, here, `The header \`${name}\` is there twice; upper and lower case are one.`)
    seen.add(name)
    const tree = header(context, name)(reading, own(value, given) ?? null, here)
    return tree === undefined ? [] : [tree]
  })
}

export const headersSchema: JsonObject = {
  type: "object",
  maxProperties: MAX_HEADERS,
  additionalProperties: {
    anyOf: [
      lineSchema("A template of one line, in ASCII."),
      objectSchema(["secret"], {
        secret: secretSchema,
        prefix: { type: "string", minLength: 1, maxLength: 100, pattern: "^[ -~]+$" }
      })
    ]
  }
}
