/** One request, and what is known of it by the time its endpoint runs. */
import { Context } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Budget } from "@formwork/domain/limits/Budget"
import type { PrivilegeMissing } from "@formwork/domain/callers/Refusal"
import type { Head } from "./Head.ts"

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly head: Head
  readonly requestId: string
  /** An IP address in text; undefined where the connection was gone before anybody looked. */
  readonly address: string | undefined
  /** The path template, for the log: a path itself can hold anything. */
  route: string
  /** Nobody before authentication, and at an open endpoint. */
  caller: Caller | undefined
  budget: Budget | undefined
  /** Set where this was the answer, whoever gave it: the shell sees to the audit log. */
  lacked: PrivilegeMissing | undefined
}

/** The shell sets it. */
export const CurrentExchange = Context.Reference<Exchange | undefined>("@formwork/http/Exchange/CurrentExchange", {
  defaultValue: () => undefined
})
