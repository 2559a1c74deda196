/** A file that is written while it is sent. */
import { Cause, Effect, Stream } from "effect"
import { Answer } from "../../connection/Answer.ts"

export const types = { csv: "text/csv; charset=utf-8; header=present", ndjson: "application/x-ndjson" } as const

/** A failure while sending ends the connection, so that no client takes part of the file for the whole. */
export const stream = (name: string, format: keyof typeof types, lines: Stream.Stream<string>) =>
  new Answer(
    200,
    {
      "content-type": types[format],
      "content-disposition": `attachment; filename="${name}.${format}"`
    },
    Stream.encodeText(lines).pipe(
      Stream.tapCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError("an export broke off", cause)
      )
    )
  )
