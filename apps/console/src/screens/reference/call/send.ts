/** Sends a request with the rights of the person who is signed in, and reads of its answer what can be shown. */
import { FormworkUnreachable } from "@formwork/client/FormworkError"
import { applyEdits, format } from "jsonc-parser"
import { ofThisPage } from "../../../api/api.ts"
import { askAgain } from "../../../api/confirmation.ts"
import { queries } from "../../../api/queries.ts"
import { sessionEnded } from "../../../api/sessionEnded.ts"
import { isRead, type Operation } from "../document/Operation.ts"
import type { Request } from "./Request.ts"

/** Of an answer's text. */
export const MOST_BYTES = 200_000

export interface Answered {
  readonly request: Request
  readonly status: number
  readonly reason: string
  readonly millis: number
  readonly headers: ReadonlyArray<readonly [string, string]>
  /** Its text, laid out where it is JSON; a file that is no text is a Blob. */
  readonly body: string | Blob
  /** Whether there is more of it than was read. */
  readonly isCut: boolean
}

/** What a program looks at. */
const seen = new Set([
  "content-type",
  "content-disposition",
  "etag",
  "link",
  "location",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "www-authenticate",
  "x-request-id"
])

const isText = (type: string): boolean => type === "" || /json|^text\//u.test(type)

/** Reads to the limit, and tells the server to stop there. */
const beginningOf = async (response: Response): Promise<{ readonly text: string; readonly isCut: boolean }> => {
  const reader = response.body?.getReader()
  if (reader === undefined) return { text: "", isCut: false }
  const decoder = new TextDecoder()
  let text = ""
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), isCut: false }
    const room = MOST_BYTES - bytes
    text += decoder.decode(value.subarray(0, room), { stream: true })
    bytes += value.length
    if (bytes > MOST_BYTES) {
      await reader.cancel()
      return { text, isCut: true }
    }
  }
}

/** Its numbers stay as they came: parsing would round long ones. */
const laidOut = (text: string, type: string): string =>
  /[/+]json(?:;|$)/u.test(type)
    ? applyEdits(text, format(text, undefined, { tabSize: 2, insertSpaces: true, eol: "\n" }))
    : text

const bodyOf = async (response: Response): Promise<Pick<Answered, "body" | "isCut">> => {
  const type = response.headers.get("content-type") ?? ""
  if (!isText(type)) return { body: await response.blob(), isCut: false }
  const { isCut, text } = await beginningOf(response)
  return { body: isCut ? text : laidOut(text, type), isCut }
}

const attempt = async (request: Request): Promise<Answered> => {
  const { address, body, headers, method } = request
  const from = performance.now()
  try {
    const response = await ofThisPage(address, {
      method,
      headers: new Headers([...headers].map(([...pair]) => pair)),
      body: body ?? null
    })
    const read = await bodyOf(response)
    return {
      request,
      status: response.status,
      reason: response.statusText,
      millis: Math.round(performance.now() - from),
      headers: [...response.headers].filter(([name]) => seen.has(name)),
      ...read
    }
  } catch (error) {
    throw new FormworkUnreachable("no whole answer came", { cause: error })
  }
}

const wantsConfirmation = ({ body, status }: Answered): boolean =>
  status === 403 && typeof body === "string" && body.includes(`"CONFIRMATION_REQUIRED"`)

/** @returns every answer of the server, its refusals included. Rejects where none came. */
export const send = async (operation: Operation, request: Request): Promise<Answered> => {
  const first = await attempt(request)
  const answered = wantsConfirmation(first) && (await askAgain()) ? await attempt(request) : first
  // An operation without a credential has a 401 of its own: a wrong password.
  if (answered.status === 401 && operation.privileges !== undefined) sessionEnded.set(true)
  // Any screen may show what was changed.
  if (!isRead(operation)) void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "reference" })
  return answered
}
