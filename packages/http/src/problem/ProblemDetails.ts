/** The answer to a refused request: its status and headers, and the body that says why (spec/http.md §2.4; RFC 9457). */
import { Effect, Schema } from "effect"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { Answer } from "../connection/Answer.ts"
import { table } from "./ProblemTable.ts"
import type { Row } from "./ProblemRow.ts"
import type { Refusal } from "./ProblemTable.ts"

/** The last part of a problem's `type`, and of its page's address. */
export const nameOf = (code: string): string => code.toLowerCase().replaceAll("_", "-")

const type = (code: string): string => `urn:formwork:problem:${nameOf(code)}`

/** Where a server says what each code means. */
export const helpRoot = "/docs/problems"

/** The page of a code, by the last part of its `type`. */
export const helpPath = (name: string): string => `${helpRoot}/${name}`

const rowOf = (refusal: Refusal): Row<Refusal> => table[refusal._tag]

export const status = (refusal: Refusal): number => rowOf(refusal).status

export const code = (refusal: Refusal): string => rowOf(refusal).code

export const headers = (refusal: Refusal): Readonly<Record<string, string>> => ({
  "content-type": "application/problem+json",
  // `type` is a name and no address (docs/decisions/0194); RFC 8288 has this relation for what it would lead to.
  link: `<${helpPath(nameOf(code(refusal)))}>; rel="help"`,
  ...rowOf(refusal).headers?.(refusal)
})

/** RFC 9457's members, then `error` and `code` (spec/service.md §7.3), the request id if there is one, and what the refusal shows. */
export const members = (refusal: Refusal, requestId: string | undefined) => {
  const row = rowOf(refusal)
  const own = Object.keys(row.members ?? {}).map((name) => [name, Reflect.get(refusal, name)])
  return {
    type: type(row.code),
    title: row.title,
    status: row.status,
    error: row.error(refusal),
    code: row.code,
    ...(requestId === undefined ? {} : { requestId }),
    ...Object.fromEntries(own)
  }
}

/** @param requestId left out where there is no request, as for a line that is evaluated without a server. */
export const body = (refusal: Refusal, requestId?: string): string => JSON.stringify(members(refusal, requestId))

/** The members of the body for a refusal of the current request; also used where the answer has another format. */
export const encode = (refusal: Refusal) =>
  Effect.map(CurrentRequest, ({ requestId = "" }) => members(refusal, requestId))

/** The answer to a refused request. The request pipeline counts and audits the refusal, and adds the headers that every answer has. */
export const answer = (refusal: Refusal, requestId: string): Answer =>
  new Answer(status(refusal), headers(refusal), body(refusal, requestId))

/**
 * The schema of what `body` writes for the refusals named `tag`.
 * @param narrowed members that have a narrower type than in the table.
 */
export const schema = (tag: keyof typeof table, narrowed: Schema.Struct.Fields = {}) => {
  const row: Row<never> = table[tag]
  return Schema.Struct({
    type: Schema.Literal(type(row.code)),
    title: Schema.String,
    status: Schema.Literal(row.status),
    error: Schema.String.annotate({ description: "A sentence for a person." }),
    code: Schema.Literal(row.code).annotate({ description: "What a program branches on." }),
    requestId: Schema.String.annotate({
      description: "The answer's X-Request-Id; quote it when you report a problem."
    }),
    ...row.members,
    ...narrowed
  }).annotate({ identifier: tag, description: row.title })
}
