/** A log line as one flat JSON object: `level`, `time` and `msg` first, then its other members. */
import { Cause, Formatter, Logger, Predicate, References } from "effect"
import type { AccessLine } from "@formwork/http/request/AccessLog"

interface Line {
  readonly level: string
  readonly time: string
  readonly msg: string
  readonly [member: string]: unknown
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Predicate.isObject(value) && !(value instanceof Error) && Object.getPrototypeOf(value) === Object.prototype

const text = (value: unknown): string => (typeof value === "string" ? value : Formatter.format(value))

/** The members of a message that are objects are members of the line; the rest is its text. */
const parts = (message: unknown) => {
  const all = Array.isArray(message) ? message : [message]
  const members: Array<Readonly<Record<string, unknown>>> = all.filter(isPlain)
  const msg = all.filter((part) => !isPlain(part)).map(text)
  return { members: Object.assign({}, ...members), msg: msg.join(" ") }
}

/** What Effect logs: the message, its annotations, its spans in milliseconds, and its cause as text. */
export const logger = Logger.make<unknown, string>(({ cause, date, fiber, logLevel, message }) => {
  const { members, msg } = parts(message)
  const spans = fiber.getRef(References.CurrentLogSpans).map(([label, since]) => [label, date.getTime() - since])
  const first = { level: logLevel.toLowerCase(), time: date.toISOString(), msg }
  const line: Line = {
    ...first,
    ...fiber.getRef(References.CurrentLogAnnotations),
    ...members,
    ...(spans.length === 0 ? {} : { spans: Object.fromEntries(spans) }),
    ...(cause.reasons.length === 0 ? {} : { cause: Cause.pretty(cause) }),
    // Again, because a member of the same name may have replaced one.
    ...first
  }
  return Formatter.formatJson(line)
})

/** Says how many lines could not be written. */
export const dropped = (lines: number): string =>
  JSON.stringify({ level: "warn", time: new Date().toISOString(), msg: "log lines were dropped", lines } satisfies Line)

let second = -1
let prefix = ""

/** Now, as ISO 8601. Most of it is the same for all lines of a second. */
const now = (): string => {
  const millis = Date.now()
  const whole = Math.floor(millis / 1_000)
  if (whole !== second) {
    second = whole
    prefix = new Date(whole * 1_000).toISOString().slice(0, 20)
  }
  return `${prefix}${String(millis - whole * 1_000).padStart(3, "0")}Z`
}

/** Text that JSON writes as it is. */
const unescaped = /^[\w.:/-]*$/u
const quoted = (text: string): string => (unescaped.test(text) ? `"${text}"` : JSON.stringify(text))

/** A member behind others; nothing where it is undefined. */
const member = (name: string, value: string | undefined): string =>
  value === undefined ? "" : `,"${name}":${quoted(value)}`

/** An answered request. Its time is rounded to a hundredth of a millisecond. Put together here: each request has one. */
export const access = ({ address, credential, method, millis, organisation, requestId, route, status }: AccessLine) =>
  `{"level":"info","time":"${now()}","msg":"request"${member("method", method)}${member("route", route)},"status":${status},` +
  `"ms":${Math.round(millis * 100) / 100}${member("requestId", requestId)}${member("organisation", organisation)}` +
  `${member("credential", credential)}${member("address", address)}}`
