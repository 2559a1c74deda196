/** The requests that the person has left in this minute, as the server says with every answer. */

/** Kept for what the person does meanwhile: work in the page waits when it is all that is left. */
const KEPT_BACK = 20

interface Budget {
  readonly left: number
  /** When it is whole again, in milliseconds. */
  readonly resetAt: number
}

/** @param header `RateLimit` of an answer: `"default";r=57;t=12`. @returns undefined where it says nothing. */
export const budgetOf = (header: string | null, now: number): Budget | undefined => {
  const found = /;r=(\d+);t=(\d+)/u.exec(header ?? "")
  return found === null ? undefined : { left: Number(found[1]), resetAt: now + Number(found[2]) * 1_000 }
}

/** How long work in the page has to wait before its next request. */
export const waitOf = (budget: Budget | undefined, now: number): number =>
  budget === undefined || budget.left > KEPT_BACK ? 0 : Math.max(0, budget.resetAt - now)

let last: Budget | undefined

/** For every answer. */
export const noteBudget = ({ headers }: Response): void => {
  last = budgetOf(headers.get("ratelimit"), Date.now()) ?? last
}

export const budgetWait = (): number => waitOf(last, Date.now())
