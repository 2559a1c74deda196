/** Makes a call as another system would: with the key, and without the session of the person who looks on. */
import { applyEdits, format } from "jsonc-parser"
import type { Call } from "./issuedKey.ts"

interface Tried {
  readonly status: number
  /** The answer with line breaks; its numbers as they came. */
  readonly text: string
}

const laidOut = (json: string): string =>
  applyEdits(json, format(json, undefined, { tabSize: 2, insertSpaces: true, eol: "\n" }))

export const callWithKey = async ({ body, url }: Call, token: string): Promise<Tried> => {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { "content-type": "application/json" })
  }
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers,
    body: body ?? null,
    credentials: "omit",
    cache: "no-store",
    redirect: "error"
  })
  return { status: response.status, text: laidOut(await response.text()) }
}
