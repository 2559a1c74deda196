/** Sending what was filled in, and reading the answer. */
import type { JsonObject } from "@formwork/rules/Json"
import type { Words } from "./words/Words.ts"

/** What the page's `submit` gets. */
export interface Filing {
  readonly data: JsonObject
  /** `{"data": …}` as JSON, with numbers as they were typed: the body of `create`. */
  readonly body: string
  /** Made once for each filling, so that a repeat files once. */
  readonly idempotencyKey: string
}

/** Sends a filing. Resolves with the server's answer, or with anything else where it was filed; rejects where there is no answer. */
export type Submit = (filing: Filing) => Promise<unknown>

export type Sent =
  | { readonly kind: "filed"; readonly answer: unknown; readonly reference: string | undefined }
  | { readonly kind: "refused"; readonly answer: unknown; readonly sentences: ReadonlyArray<string> }

/** 128 random bits. `crypto.randomUUID` is not there on plain http. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Posts to an address that answers as `create` does: the page's own server. */
export const postTo =
  (address: string): Submit =>
  ({ body, idempotencyKey }) =>
    fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": idempotencyKey },
      body
    })

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined

export const textOf = (value: unknown, name: string): string | undefined => {
  const member = memberOf(value, name)
  return typeof member === "string" ? member : undefined
}

const sentencesIn = (body: unknown, words: Words): ReadonlyArray<string> => {
  const problems = memberOf(body, "problems")
  const messages: ReadonlyArray<string> = Array.isArray(problems)
    ? problems.flatMap((problem: unknown) => textOf(problem, "message") ?? [])
    : []
  return messages.length > 0 ? messages : [textOf(body, "error") ?? textOf(body, "detail") ?? words.unreachable]
}

/** Why a server refused, in one text. */
export const refusalIn = (body: unknown, words: Words): string => sentencesIn(body, words).join(" ")

export const send = async (submit: Submit, filing: Filing, words: Words): Promise<Sent> => {
  try {
    const answer = await submit(filing)
    if (!(answer instanceof Response)) return { kind: "filed", answer, reference: textOf(answer, "referenceNumber") }
    const body: unknown = await answer.json().catch(() => undefined)
    return answer.ok
      ? { kind: "filed", answer: body, reference: textOf(body, "referenceNumber") }
      : { kind: "refused", answer: body, sentences: sentencesIn(body, words) }
  } catch (error) {
    return { kind: "refused", answer: error, sentences: [words.unreachable] }
  }
}
