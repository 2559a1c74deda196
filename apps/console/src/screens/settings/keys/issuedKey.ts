/** A key that the server has just made, with its token. */
import type { ApiKey } from "@formwork/client/contract"
import { heldToken } from "../once/heldToken.ts"
import type { HeldToken } from "../once/heldToken.ts"

export interface IssuedKey extends HeldToken {
  readonly key: ApiKey
}

export const issuedKey = (key: ApiKey, given: string): IssuedKey => ({ key, ...heldToken(given) })

/** The record alone, without the other members of the answer, such as the token. */
export const withoutToken = ({ token: _, ...key }: ApiKey & { readonly token: string }): ApiKey => key

/** Safe between single quotes of a shell: a payload's texts may have any character. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

export interface Call {
  readonly url: string
  /** JSON, of a call with a body. */
  readonly body: string | undefined
}

/** A command that makes the call with the key in `$FORMWORK_API_KEY`. */
export const curlOf = ({ body, url }: Call): string =>
  [
    `curl -sS ${quoted(url)}`,
    `-H "Authorization: Bearer $FORMWORK_API_KEY"`,
    ...(body === undefined ? [] : [`-H "Content-Type: application/json"`, `-d ${quoted(body)}`])
  ].join(" \\\n  ")

export const envFileOf = (origin: string, token: string): string =>
  `FORMWORK_URL=${origin}\nFORMWORK_API_KEY=${token}\n`
