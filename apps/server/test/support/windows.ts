/** What answers prove about the windows of a budget, on a machine of any speed. */
import type { Answer } from "./load.ts"

interface Window {
  /** The request that began it: the one that left `limit - 1`. */
  readonly first: Answer
  /** What was admitted in it for certain: asked after its first answer and answered before it could be over. */
  readonly admitted: ReadonlyArray<Answer>
  /** What was refused in it for certain. */
  readonly refused: ReadonlyArray<Answer>
  /** Everything that may have been admitted in it. */
  readonly candidates: ReadonlyArray<Answer>
  /** Whether every request of it was answered: one that met 503 may have been counted all the same. */
  readonly isKnown: boolean
}

const isAdmitted = ({ status }: Answer) => status !== 429 && status !== 503

/** How much sooner a window may end by a clock of whole milliseconds. */
const grain = 2

const windowsOf = (answers: ReadonlyArray<Answer>, limit: number, windowMillis: number): ReadonlyArray<Window> => {
  const admitted = answers.filter(isAdmitted)
  const refused = answers.filter(({ status }) => status === 429)
  const unknown = answers.filter(({ status }) => status === 503)
  return admitted
    .filter(({ left }) => left === limit - 1)
    .map((first) => {
      const isWithin = ({ received, sent }: Answer) =>
        sent >= first.received && received <= first.sent + windowMillis - grain
      const mayBeWithin = ({ received, sent }: Answer) =>
        received >= first.sent && sent <= first.received + windowMillis + grain
      return {
        first,
        admitted: [first, ...admitted.filter(isWithin)],
        refused: refused.filter(isWithin),
        candidates: admitted.filter(mayBeWithin),
        isKnown: !unknown.some(mayBeWithin)
      }
    })
}

export interface Verdict {
  /** How many windows refused a request, and so had to be full, without those in which a request got 503. */
  readonly full: number
  /** What is wrong, a sentence each. */
  readonly faults: ReadonlyArray<string>
}

/** Checks the answers: no window admits more than its limit, refuses before it is reached, or ends early. */
export const judge = (answers: ReadonlyArray<Answer>, limit: number, windowMillis: number): Verdict => {
  const windows = windowsOf(answers, limit, windowMillis)
  const faults: Array<string> = []
  for (const [index, { admitted, candidates, first, isKnown, refused }] of windows.entries()) {
    const counts = admitted.map(({ left }) => left)
    const twice = counts.filter((left, at) => counts.indexOf(left) !== at)
    if (twice.length > 0) faults.push(`window ${index} admitted twice as the one that leaves ${twice.join(", ")}`)
    const seen = new Set(candidates.map(({ left }) => left))
    const missing = Array.from({ length: limit }, (_, left) => left).filter((left) => !seen.has(left))
    if (isKnown && refused.length > 0 && missing.length > 0) {
      faults.push(`window ${index} refused before it admitted the requests that leave ${missing.join(", ")}`)
    }
    for (const { first: other } of windows.slice(index + 1)) {
      // The answers do not always show which of two began first. They are a whole window apart either way.
      const apart = Math.max(other.received - first.sent, first.received - other.sent)
      if (apart < windowMillis - grain) faults.push(`windows began ${Math.round(apart)} ms apart, or less`)
    }
  }
  const admitted = answers.filter(isAdmitted).length
  if (admitted > windows.length * limit) faults.push(`${windows.length} windows admitted ${admitted}`)
  return { full: windows.filter(({ isKnown, refused }) => isKnown && refused.length > 0).length, faults }
}
