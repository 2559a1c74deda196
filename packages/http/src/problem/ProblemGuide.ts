/**
 * What each code of a problem means, and what its reader does about it. docs/problems.md and the pages that a server shows are made
 * from this table and from the one of refusals, so they name every code and no other.
 */
import type { ProblemCode } from "@formwork/rules/Evaluation"
import { nameOf } from "./ProblemDetails.ts"
import { table } from "./ProblemTable.ts"
import type { Row } from "./ProblemRow.ts"

/** What a client branches on. */
type Code = (typeof table)[keyof typeof table]["code"]

interface Advice {
  /** Markdown of one paragraph: code between backticks, no links. */
  readonly means: string
  /** What to do, one sentence or two for each. */
  readonly todo: ReadonlyArray<string>
}

/** INVARIANT: exhaustive. A code that is new in the table of refusals does not compile until it stands here. */
const advice: { readonly [Each in Code]: Advice } = {
  MALFORMED_REQUEST: {
    means:
      "The request cannot be read: its body is not JSON, names a member twice, is not UTF-8 or is nested too deeply, or a header has the wrong form.",
    todo: [
      "Read `error`: it says what is wrong.",
      "Let a library write the JSON. In a shell, look at the quotes around `-d`: within single quotes `$VARIABLE` stays as it is.",
      'Send `If-Match` as the `ETag` was, with its quotes: `If-Match: "3"`.'
    ]
  },
  UNAUTHENTICATED: {
    means:
      "No valid credential came with the request. A missing, malformed, unknown, expired and revoked one get the same answer, so it does not say which. For a sign-in it is the address, the password or the organisation.",
    todo: [
      "Send exactly one header `Authorization: Bearer <token>`. In a shell, see that the variable is set: `. .formwork/env` for a demo.",
      "See that the whole token is there: its prefix, `_` and 93 letters and digits.",
      "Ask the person who manages the keys whether it was revoked or has expired, and whether it is limited to other addresses. Behind a proxy the operator sets `TRUST_PROXY`.",
      "Sessions end after 12 hours: sign in again."
    ]
  },
  RATE_LIMITED: {
    means:
      "The budget of the credential, or of the address for calls without one, is spent; there were too many wrong passwords for an account; or the credential sends or reads too many files at once, or has sent too many that no submission names. Nothing was done.",
    todo: [
      "Wait as many seconds as `Retry-After` says, then send the same request again.",
      "Read `RateLimit` on every answer, and slow down before `r` is 0.",
      "For many payloads, send a batch: 100 lines take one request of the budget.",
      "A key may have a larger budget of its own, `requestsPerMinute`.",
      "File submissions with the files that were sent, or remove those that nobody wants."
    ]
  },
  PRIVILEGE_REQUIRED: {
    means:
      "The credential is valid, and lacks the privilege that this call needs. `privilege` names the first that is missing. A key whose limits leave this operation out lacks it too.",
    todo: [
      "Ask `GET /api/platform/me` what the credential may do.",
      "Use a key with that privilege. The privileges of a key never change: make another one."
    ]
  },
  SESSION_REQUIRED: {
    means:
      "The call belongs to a person who has signed in: it concerns their own account, a password or an invitation's token.",
    todo: ["Sign in with `POST /api/platform/sessions`, and send that token instead of the key."]
  },
  ORGANISATION_REQUIRED: {
    means:
      "A sign-in asked for a choice, and its address and password are right in several organisations: `organisations` has the `id` and `name` of each. No session was made.",
    todo: ["Let the person choose by name, and sign in again with the `id` as `organisation`."]
  },
  CONFIRMATION_REQUIRED: {
    means:
      "The session came as a cookie, and this call is asked for again: it gives lasting power, sets a secret, or deletes for good. Nothing was done.",
    todo: [
      "Send the password to `POST /api/platform/sessions/current/confirm`, and then this request again. It counts for 15 minutes, as a sign-in does.",
      "A program uses a key, or the session's token as a bearer token. Neither needs this confirmation."
    ]
  },
  KEY_LIMITED: {
    means:
      "A key makes keys within its own limits, and `limit` names the one that the new key would leave out or widen.",
    todo: [
      "Give the new key that limit, as narrow as that of its maker or narrower.",
      "Let a person who has signed in make the key."
    ]
  },
  ORIGIN_NOT_ALLOWED: {
    means: "A page of another web site called `/mcp` from a browser.",
    todo: ["The operator adds the site to `MCP_ALLOWED_ORIGINS`."]
  },
  NOT_FOUND: {
    means:
      "There is nothing here for this caller. What belongs to another organisation, or lies outside the limits of a key, is answered like what never existed. Over v1 a form is also missing while no version of it is published, and while it is archived.",
    todo: [
      "Compare the address with the documentation: paths match exactly, without a slash at the end.",
      "Ask `GET /api/platform/me` for which organisation the credential is.",
      "See that the form is published: `liveVersionNumber` in `GET /api/platform/forms/{formId}`."
    ]
  },
  METHOD_NOT_ALLOWED: {
    means: "The address takes other methods: `Allow` lists them.",
    todo: ["Use one of them. With curl, `-d` makes a POST, and `-X` sets the method."]
  },
  REQUEST_TIMEOUT: {
    means:
      "The request had not arrived completely after 10 seconds, or a file paused for as long, came more slowly than 16 kB a second, or was not whole after 5 minutes. Nothing was done.",
    todo: [
      "Send it again; a file over a better connection, or a smaller one.",
      "If it comes again, look for what holds bytes back: a slow upload, or a proxy that waits."
    ]
  },
  PAYLOAD_TOO_LARGE: {
    means:
      "The body is longer than this address takes: 1 MiB, 16 KiB where no credential is needed, and 256 MiB or 100,000 lines for a batch.",
    todo: ["Send less in one request.", "Send a batch in parts."]
  },
  UNSUPPORTED_MEDIA_TYPE: {
    means:
      "The body is not declared as what the address takes, or it is compressed. A file is a body of its own, and no part of a form.",
    todo: [
      "Send `Content-Type: application/json`; for a batch `application/x-ndjson`; for the rows of a table also `text/csv`. curl's `-d` sends another type unless you name this one.",
      "Send a file's own bytes under its own `Content-Type`, not as `multipart/form-data` or other parts.",
      "Leave out `Content-Encoding`."
    ]
  },
  EXPECTATION_FAILED: {
    means: "The header `Expect` asks for something else than `100-continue`.",
    todo: ["Leave the header out."]
  },
  HEADERS_TOO_LARGE: {
    means: "Request line and headers have more than 16 KiB together.",
    todo: [
      "Look for a header that does not belong here, such as cookies of another site.",
      "Put long values into the body."
    ]
  },
  IDEMPOTENCY_IN_PROGRESS: {
    means: "The first request with this `Idempotency-Key` has not been answered yet.",
    todo: ["Send the same request again after `Retry-After` seconds: it gets the answer of the first."]
  },
  IDEMPOTENCY_MISMATCH: {
    means: "This `Idempotency-Key` came before, with another body. Nothing was done.",
    todo: [
      "Make a new key for each thing that is to be filed, and keep it with the exact body until an answer has come.",
      "If the body has a time or a random value, make it once, not at each attempt."
    ]
  },
  CONFLICT: {
    means:
      "The request is in order, and the record is in a state that it does not fit: it was changed meanwhile, the name or code is taken, a limit is reached, the form is archived. `error` says which, and the members beside it show the state.",
    todo: [
      "Read the record again, decide again, and send the change with the new `ETag` as `If-Match`.",
      "If an answer got lost and the repeat is a conflict, compare the state: your first request may have made it.",
      "A name, a code or an e-mail address that is taken needs another one.",
      "Where the organisation takes no more files, an administrator deletes submissions that are no longer needed, with their files, or the operator raises `MAX_FILES_GB`. Files that no submission took go after a day."
    ]
  },
  INVALID_REQUEST: {
    means:
      "The JSON, or the query, has another shape than the call takes: a member or parameter is missing, unknown, given twice or of the wrong type. Nothing was done.",
    todo: [
      "Go through `problems`: each has a `pointer` into the body, or the name of the parameter.",
      "Compare with the OpenAPI document: `GET /v3/api-docs`, and `GET /api/platform/openapi.json` for the app API.",
      "A change of a record needs `If-Match` with the `ETag` that was read."
    ]
  },
  INVALID_SUBMISSION: {
    means:
      "The payload breaks the rules of the form, so nothing was stored and no reference number was used. `problems` has every problem at once.",
    todo: [
      "Show each problem at its field: `field` is the slug, `pointer` the place in the body, `message` a sentence for a person.",
      "Ask `evaluate` first: it has the same problems with status 200, and stores nothing.",
      'Save what is incomplete with `"draft": true`: then `required` does not bind yet.'
    ]
  },
  INVALID_FILE: {
    means:
      "The field takes no such file: it is empty, has too many bytes, is not what its `Content-Type` says, or has a media type that is not among the field's. Nothing was stored. `problems` says which.",
    todo: [
      "Show `message` to the person who chose the file: it has the bound, or the types that are taken.",
      "A form's JSON Schema and its definition have `maxBytes` and `mediaTypes` of each field, so that a wrong file need not be sent."
    ]
  },
  INVALID_DEFINITION: {
    means:
      "The definition of the form has faults, so it cannot be published or tried. `faults` has all of them, each with its `pointer` and, in an expression, the `range` of characters and what was `expected`.",
    todo: [
      "Mend each fault; the message says how.",
      "Check as often as you like: `formwork check form.json`, or `POST /api/platform/forms/check`."
    ]
  },
  INVALID_TABLE: {
    means:
      "The table has faults, so it is not stored. `faults` has all of them, a thousand at most, each with the `line` of the file and, where it is about one cell, its `column`.",
    todo: [
      "Mend each fault; the message says how.",
      "See that the first line names the columns: `postcode: exact text,age: from integer,factor: number 4`."
    ]
  },
  CASES_FAILED: {
    means:
      "Cases are kept with the form, and what was to be published does not give what they expect. Nothing was published. `failed` has each case by its `name`, with its `differences`: the `pointer`, what was `expected` and what was `found`.",
    todo: [
      "Change the rules, where the cases are right.",
      "Change the cases, where the rules are right: `PUT /api/platform/forms/{formId}/examples`.",
      'Or publish nevertheless, and say why: `{"despiteExamples": "The prices of 2027"}`. The audit log keeps the reason.'
    ]
  },
  INVALID_CONDITION: {
    means: "The condition in `where` has faults; `faults` shows them with their `range` in it.",
    todo: [
      "Give `form`, whose fields the condition reads.",
      'Encode the condition: with curl `-G --data-urlencode "where=price > 200.00"`.'
    ]
  },
  PASSWORD_WRONG: {
    means: "The current password is not the one of this account. The session goes on.",
    todo: ["Try again. A person who forgot it is sent another invitation."]
  },
  INTERNAL: {
    means: "A defect of the service. Its log has the cause under the `requestId`.",
    todo: [
      "Report the `requestId` to the operator.",
      "Repeat a create only under its `Idempotency-Key`: then it is filed once, whatever happened."
    ]
  },
  UNAVAILABLE: {
    means:
      "The service cannot answer right now: its database or its counter of requests is away, it is stopping, or it has too much to do. Nothing is half stored.",
    todo: [
      "Wait as many seconds as `Retry-After` says, then repeat; a create under the same `Idempotency-Key`.",
      "The operator looks at `GET /health/ready` on the admin port, and at the log."
    ]
  }
}

/** What each code in `problems` of a payload says. */
export const payloadCodes: { readonly [Each in ProblemCode]: string } = {
  required: "a value is missing",
  type: "the value is of another type, or not one of its kind: no such date, no such number, no such upload",
  unknown_field: "the form has no field of this name",
  min: "below the least value, or before the first date",
  max: "above the greatest value, or after the last date",
  min_length: "the text is too short",
  max_length: "the text is too long",
  pattern: "the text has another form than the field asks for",
  choice: "none of the options",
  decimals: "more decimals than the field has",
  min_items: "too few entries or rows",
  max_items: "too many entries or rows",
  unique: "comes twice; a file is part of another submission",
  storable: "a character that a database cannot keep",
  too_large: "more than 15 digits; more bytes than a file may have",
  rule: "a check of the form fails; `message` is its author's"
}

/** One code: what the table of refusals says of it, and the advice. */
export interface Guide extends Advice {
  readonly code: Code
  /** The last part of the problem's `type`, and of its page's address. */
  readonly name: string
  readonly statuses: ReadonlyArray<number>
  /** Every title that answers with this code have. */
  readonly titles: ReadonlyArray<string>
  /** Members of its own that an answer may have. */
  readonly members: ReadonlyArray<string>
}

const isCode = (code: string): code is Code => Object.hasOwn(advice, code)

/** Every code, by status. */
export const guides: ReadonlyArray<Guide> = (() => {
  const rows: ReadonlyArray<Row<never>> = Object.values(table)
  const unique = <A>(values: ReadonlyArray<A>): Array<A> => [...new Set(values)]
  return Object.keys(advice)
    .filter(isCode)
    .map((code): Guide => {
      const own = rows.filter((row) => row.code === code)
      return {
        ...advice[code],
        code,
        name: nameOf(code),
        statuses: unique(own.map(({ status }) => status)).sort((one, other) => one - other),
        titles: unique(own.map(({ title }) => title)),
        members: unique(own.flatMap(({ members }) => Object.keys(members ?? {})))
      }
    })
    .sort((one, other) => (one.statuses[0] ?? 0) - (other.statuses[0] ?? 0) || one.code.localeCompare(other.code))
})()
