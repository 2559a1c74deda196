/**
 * Answers that are ready in one turn of the event loop go out together when it ends (docs/decisions/0215). A write wakes its
 * reader. After work between two writes the reader sleeps again, and waking it takes as long as the request itself.
 */
import type { ServerResponse } from "node:http"

interface Ready {
  readonly response: ServerResponse
  readonly body: string
  readonly encoding: "latin1" | "utf8"
}

/** An answer that is ready waits no longer than this for work that is done in the same turn, and for the work that is under way then. */
const mostMillis = 1

let ready: Array<Ready> = []
let since = 0

/** Ends those that are ready now. */
export const endAll = (): void => {
  const all = ready
  ready = []
  for (const { body, encoding, response } of all) response.end(body, encoding)
}

/** Ends a response whose head is made, with its body. */
export const endTogether = (response: ServerResponse, body: string, encoding: Ready["encoding"]): void => {
  const now = performance.now()
  if (ready.length === 0) {
    since = now
    queueMicrotask(endAll)
  }
  ready.push({ response, body, encoding })
  if (now - since > mostMillis) endAll()
}
