/** One request, and what is known about it when its endpoint runs. */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Budget } from "@formwork/domain/limits/Budget"
import type { Head } from "./Head.ts"

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly head: Head
  readonly requestId: string
  /** An IP address as text; undefined where the connection is already closed. */
  readonly address: string | undefined
  /** The path template, for the log: the path itself could contain any text. */
  route: string
  /** Undefined before authentication, and at an open endpoint. */
  caller: Caller | undefined
  budget: Budget | undefined
}
