/** The headers that an endpoint declares. */
import { Result, Schema, SchemaIssue } from "effect"
import type { IncomingMessage } from "node:http"
import { RequestMalformed } from "@formwork/domain/callers/Refusal"
import type { Fields } from "./PathIds.ts"

const sentencesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Reads the headers of a request. Refuses `RequestMalformed`, with the message of each schema that a header does not match. */
export const reader = <H extends Fields>(declared: H) => {
  const decode = Schema.decodeUnknownResult(Schema.Struct(declared), { errors: "all" })
  return ({ headers }: IncomingMessage) =>
    Result.mapError(
      decode(headers),
      ({ issue }) =>
        new RequestMalformed({
          reason: sentencesOf(issue)
            .issues.map(({ message }) => message)
            .join(" ")
        })
    )
}
