/** One request, and what is known about it when its endpoint runs. */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Budget } from "@formwork/domain/limits/Budget"
import type { Place } from "../connection/FairQueue.ts"
import type { BodyBytes } from "./BodyBytes.ts"
import type { Downloads } from "./Downloads.ts"
import type { Head } from "./Head.ts"
import type { TracedRequest } from "./RequestTracing.ts"
import type { Turn } from "./Turns.ts"
import type { UploadRoom } from "./UploadRoom.ts"

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly head: Head
  readonly requestId: string
  /** When its head was here, by `performance.now()`. */
  readonly startedMillis: number
  /** An IP address as text; undefined where the connection is already closed. */
  readonly address: string | undefined
  /** The path template, for the log: the path itself could contain any text. */
  route: string
  /** Undefined before authentication, and at an open endpoint. */
  caller: Caller | undefined
  budget: Budget | undefined
  /** Who the request counts for: its credential, where that was accepted before, or else the network of its client. */
  readonly place: () => Place
  /** Its turn among all requests. It is given up while the body is on its way. */
  readonly turn: Turn
  readonly bodies: BodyBytes
  readonly uploads: UploadRoom
  readonly downloads: Downloads
  /** Ends what `bodies` or `uploads` counts for this request. */
  release: (() => void) | undefined
  /** Undefined where no spans are exported, and of a request that is in no trace. */
  trace: TracedRequest | undefined
  /** Whether the connection ends after the answer. */
  closes: boolean
}
