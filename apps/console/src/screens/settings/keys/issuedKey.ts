/** A token that the server has just made. Only this closure and the input that shows it have the token, and it is forgotten with that input. */
import type { ApiKey } from "@formwork/client/contract"

export interface IssuedKey {
  readonly key: ApiKey
  readonly token: () => string
  /** Keeps the token until the returned function is called. Once every holder has called its function, the token is forgotten. */
  readonly hold: () => () => void
}

export const issuedKey = (key: ApiKey, given: string): IssuedKey => {
  let token = given
  let holders = 0
  return {
    key,
    token: () => token,
    hold: () => {
      holders += 1
      return () => {
        holders -= 1
        // Later, because React mounts a component of a page in development twice at once.
        queueMicrotask(() => {
          if (holders === 0) token = ""
        })
      }
    }
  }
}

/** The record alone, without the other members of the answer, such as the token. */
export const withoutToken = ({ token: _, ...key }: ApiKey & { readonly token: string }): ApiKey => key

/** Safe between single quotes of a shell: a payload's texts may have any character. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

export interface Call {
  readonly url: string
  /** JSON, of a call with a body. */
  readonly body: string | undefined
}

/** A command that makes the call with the key in `$FORMWORK_KEY`. */
export const curlOf = ({ body, url }: Call): string =>
  [
    `curl -sS ${quoted(url)}`,
    `-H "Authorization: Bearer $FORMWORK_KEY"`,
    ...(body === undefined ? [] : [`-H "Content-Type: application/json"`, `-d ${quoted(body)}`])
  ].join(" \\\n  ")

export const envFileOf = (origin: string, token: string): string => `FORMWORK_URL=${origin}\nFORMWORK_KEY=${token}\n`
