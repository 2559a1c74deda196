/** Answers that are files. */
import { Cause, Effect, Schema, Stream } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Answer } from "../../connection/Answer.ts"

export const types = { csv: "text/csv; charset=utf-8; header=present", ndjson: "application/x-ndjson" } as const

const described = (contentType: string) => Schema.String.pipe(HttpApiSchema.asText({ contentType }))

/** What answers in either format are, for the document. */
export const either = [described(types.csv), described(types.ndjson)] as const

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

/** A file that somebody made. The browser saves it and does not show it, so that nothing in it runs in the app's origin (RFC 6266, RFC 8187). */
export const bytes = (name: string, mediaType: string, content: Uint8Array) =>
  new Answer(
    200,
    {
      "content-type": mediaType,
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/gu, escaped)}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "accept-ranges": "none"
    },
    content
  )

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
