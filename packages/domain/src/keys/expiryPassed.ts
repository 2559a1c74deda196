/** The refusal of a key whose end is not in the future. The store decides it, by its own clock, in the transaction that makes the key. */
import { RequestInvalid } from "../callers/Refusal.ts"
import { problem } from "../request/decoder.ts"

export const expiryPassed = (): RequestInvalid =>
  new RequestInvalid({ problems: [problem(["expiresAt"], "min", "must be in the future")] })
