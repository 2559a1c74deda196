/** Documents: made as PDFs and put where documents are kept. */
import { Context, Effect, Layer } from "effect"
import type { DocumentContent } from "@formwork/domain/filing/Content"
import { DocumentStore } from "@formwork/domain/sending/DocumentStore"
import { type Dispatch, type Receipt, SendFailed } from "@formwork/domain/sending/Sender"
import * as Excerpt from "../Excerpt.ts"
import { Printer } from "./Printer.ts"

export class Documents extends Context.Service<
  Documents,
  {
    /** Refuses: as `Printer.print`; `retry` where the document cannot be stored. */
    readonly send: (dispatch: Dispatch, content: DocumentContent) => Effect.Effect<Receipt, SendFailed>
  }
>()("@formwork/outbound/document/Documents") {
  static readonly layer = Layer.effect(
    Documents,
    Effect.gen(function* () {
      const printer = yield* Printer
      const store = yield* DocumentStore
      const send = Effect.fn("Documents.send")(function* ({ id, organisationId }: Dispatch, content: DocumentContent) {
        const bytes = yield* printer.print(id, content)
        const file = { fileName: fileName(content.fileName), mediaType: "application/pdf", bytes } as const
        const place = yield* store
          .put(organisationId, id, file)
          .pipe(
            Effect.mapError(
              ({ reason }) =>
                new SendFailed({ reason: `The document could not be stored: ${reason}`, verdict: "retry" })
            )
          )
        return { status: null, excerpt: Excerpt.of(place) } satisfies Receipt
      })
      return Documents.of({ send })
    })
  )
}

/** A file name that is valid on every file system, at most 204 bytes. The author's name may contain a payload's value. */
export const fileName = (given: string): string => {
  const base = given
    .replace(/\.pdf$/iu, "")
    .replace(/[^\p{L}\p{M}\p{N} ._()-]+/gu, "-")
    .replace(/^[ .-]+|[ .]+$/gu, "")
  let cut = base.slice(0, 100).replace(/[ .]+$/u, "")
  while (Buffer.byteLength(cut) > 200) cut = cut.slice(0, -1)
  return `${cut === "" ? "document" : cut}.pdf`
}
