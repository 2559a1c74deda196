/** What an answer says of its language (RFC 9110 §8.5 and §12.5.5). */
import type { Headers } from "./Answer.ts"

/** Of an answer of a form that names its languages. Those of other forms are the same for every reader, and say nothing. */
export const languageHeaders = (language: string): Headers => ({
  "content-language": language,
  vary: "accept-language"
})
