/** The headers that every answer has, whatever gave it. */
import * as Answer from "../connection/Answer.ts"
import type { HeaderLines } from "../connection/writeAnswer.ts"
import type { Exchange } from "../request/Exchange.ts"

/** Every 401 is alike and shows no budget, also where a credential ended while its request ran. */
export const commonHeaders = (
  { budget, closes, requestId }: Exchange,
  { headers, status }: Answer.Answer
): HeaderLines => {
  const lines = ["x-request-id", requestId, "x-content-type-options", "nosniff"]
  if (headers["cache-control"] === undefined) lines.push("cache-control", "no-store")
  if (headers["content-security-policy"] === undefined) lines.push("content-security-policy", Answer.policy)
  if (closes || status === 401) lines.push("connection", "close")
  if (budget === undefined || status === 401) return lines
  const { left, limit, resetSeconds, windowSeconds } = budget
  lines.push("ratelimit-policy", `"default";q=${limit};w=${windowSeconds}`)
  lines.push("ratelimit", `"default";r=${left};t=${resetSeconds}`)
  return lines
}
