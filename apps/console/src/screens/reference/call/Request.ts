/** A request of an operation, from what was entered for it, and the same as a command. */
import type { Operation, Parameter } from "../document/Operation.ts"

/** What was entered. An empty text leaves its parameter, or the body, out. */
export interface Entered {
  /** By `keyOf`. */
  readonly parameters: Readonly<Record<string, string>>
  readonly body: string
}

export interface Request {
  readonly method: string
  /** Path and query. */
  readonly address: string
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: string | undefined
}

export const keyOf = ({ name, place }: Pick<Parameter, "name" | "place">): string => `${place} ${name}`

const valueOf = (entered: Entered, parameter: Parameter): string => entered.parameters[keyOf(parameter)] ?? ""

/** A browser takes `.` and `..` in a path for steps, and would call another operation. */
const isStep = (value: string): boolean => /^\.{1,2}$/u.test(value)

/** What a header cannot carry. */
const isBeyondHeaders = (value: string): boolean => !/^[\x20-\x7e]*$/u.test(value)

/** The names of what has to be entered, or entered in another way, first. */
export const missing = (operation: Operation, entered: Entered): ReadonlyArray<string> => [
  ...operation.parameters
    .filter((parameter) => {
      const value = valueOf(entered, parameter)
      return (
        (parameter.isRequired && value === "") ||
        (parameter.place === "path" && isStep(value)) ||
        (parameter.place === "header" && isBeyondHeaders(value))
      )
    })
    .map(({ name }) => name),
  ...(operation.body?.isRequired === true && entered.body.trim() === "" ? ["body"] : [])
]

/** As `encodeURIComponent`, and without the signs that a shell reads between double quotes. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Cs}/gu, "\uFFFD")).replaceAll(
    /[!'()*]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`
  )

const variableOf = (name: string): string => `$${name.replaceAll(/(?<=[a-z])(?=[A-Z])|\W/gu, "_").toUpperCase()}`

/** @param blank what stands for a path's parameter that is not entered. */
const requestWith = (operation: Operation, entered: Entered, blank: (name: string) => string): Request => {
  const given = operation.parameters.map((parameter) => ({ ...parameter, value: valueOf(entered, parameter) }))
  const path = given
    .filter(({ place }) => place === "path")
    .reduce(
      (whole, { name, value }) =>
        whole.replaceAll(`{${name}}`, () => (value === "" || isStep(value) ? blank(name) : encoded(value))),
      operation.path
    )
  const query = given
    .filter(({ place, value }) => place === "query" && value !== "")
    .map(({ name, value }) => `${encoded(name)}=${encoded(value)}`)
  const headers = given
    .filter(({ place, value }) => place === "header" && value !== "")
    .map(({ name, value }) => [name, value] as const)
  const body = operation.body === undefined || entered.body.trim() === "" ? undefined : entered.body
  return {
    method: operation.method,
    address: query.length === 0 ? path : `${path}?${query.join("&")}`,
    headers: body === undefined ? headers : [...headers, ["Content-Type", operation.body?.type ?? ""]],
    body
  }
}

export const requestOf = (operation: Operation, entered: Entered): Request => requestWith(operation, entered, () => "")

/** A text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** @param origin of this server. */
export const curlOf = (origin: string, operation: Operation, entered: Entered): string => {
  const { address, body, headers, method } = requestWith(operation, entered, variableOf)
  const credential = operation.privileges === undefined ? [] : [`-H "Authorization: Bearer $FORMWORK_API_KEY"`]
  const lines = [
    `curl -sS ${method === "GET" ? "" : `-X ${method} `}"${origin}${address}"`,
    ...credential,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`])
  ]
  return lines.join(" \\\n  ")
}
