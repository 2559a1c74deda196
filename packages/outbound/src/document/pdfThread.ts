/** The thread that lays out documents, so a long document does not block the process. Printer.ts talks to it. */
import { parentPort } from "node:worker_threads"
import type { DocumentContent } from "@formwork/domain/filing/Content"
import type { FiringId } from "@formwork/domain/filing/Firing"
import { render } from "./Pdf.ts"

export interface Order {
  readonly id: FiringId
  readonly document: DocumentContent
}

export type Outcome = { readonly bytes: Uint8Array } | { readonly trouble: string }

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const answer = (outcome: Outcome): void => parentPort?.postMessage(outcome)

parentPort?.on("message", ({ document, id }: Order) => {
  render(id, document).then(
    (bytes) => answer({ bytes }),
    (trouble: unknown) => answer({ trouble: String(trouble) })
  )
})
