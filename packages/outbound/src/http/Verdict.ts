/** What an HTTP answer means for a firing. */
import { Clock, Effect, Option } from "effect"
import { type Receipt, SendFailed } from "@formwork/domain/sending/Sender"
import * as Excerpt from "../Excerpt.ts"
import type { Answer } from "./Http.ts"

/** The longest wait that a receiver may ask for. */
const longestRetryAfterSeconds = 3_600

/**
 * Seconds to wait as a `Retry-After` header asks (RFC 9110 §10.2.3: seconds or a date), from 1 to 3,600.
 * None for any other value.
 */
export const retryAfterSeconds = (header: string, nowMillis: number): Option.Option<number> => {
  const text = header.trim()
  const seconds = /^\d+$/u.test(text) ? Number(text) : (imfDate(text) - nowMillis) / 1_000
  return Number.isNaN(seconds)
    ? Option.none()
    : Option.some(Math.min(Math.max(Math.ceil(seconds), 1), longestRetryAfterSeconds))
}

const imfDate = (text: string): number =>
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u.test(text)
    ? Date.parse(text)
    : Number.NaN

/**
 * 2xx is a receipt. A redirect is `dead`: the address is wrong, and the form's author has to correct it. For any other status
 * `verdict` decides.
 * @param answer its `text` null keeps no excerpt.
 */
export const receipt = Effect.fnUntraced(function* (
  answer: Omit<Answer, "text"> & { readonly text: string | null },
  verdict: (status: number) => SendFailed["verdict"]
) {
  const { retryAfter, status } = answer
  const excerpt = answer.text === null ? null : Excerpt.of(answer.text)
  if (status >= 200 && status < 300) return { status, excerpt } satisfies Receipt
  if (status >= 300 && status < 400) {
    return yield* new SendFailed({
      reason: `The receiver answered ${status}, a redirect. Redirects are not followed: enter the address that it leads to.`,
      verdict: "dead",
      status,
      excerpt
    })
  }
  const found = verdict(status)
  const wait =
    found === "retry" && retryAfter !== undefined
      ? retryAfterSeconds(retryAfter, yield* Clock.currentTimeMillis)
      : Option.none<number>()
  return yield* new SendFailed({
    reason: `The receiver answered ${status}.`,
    verdict: found,
    status,
    excerpt,
    ...(Option.isSome(wait) ? { retryAfterSeconds: wait.value } : {})
  })
})
