/** What makes a repeated create one submission. */
import { Schema } from "effect"

/** 1 to 255 visible ASCII characters (spec/http.md §1.14). Its scope is the organisation, the credential and the form. */
export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(/^[!-~]{1,255}$/u, { expected: "1 to 255 visible ASCII characters" })
)
