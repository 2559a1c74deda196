/** The text of packages/client/src/generated/contract.ts, from the OpenAPI documents of both APIs. */
import { document as platform } from "../../packages/http/src/platform/Platform.ts"
import { document as v1 } from "../../packages/http/src/v1/v1Document.ts"
import { comment, declaration, memberName, typeOf } from "../../packages/client/src/writing/typeScript.ts"
import type { JsonSchema } from "../../packages/client/src/writing/typeScript.ts"

type Spec = typeof v1
type Described = NonNullable<Spec["paths"][string]["get"]>

interface Operation {
  readonly group: string
  readonly name: string
  readonly method: string
  readonly path: string
  readonly described: Described
}

const methods = ["get", "post", "put", "patch", "delete"] as const

/** A copy through JSON, as a client reads it. */
const plain = (spec: Spec): Spec => {
  const copy: Spec = JSON.parse(JSON.stringify(spec))
  return copy
}

/** A schema of the document, which the types of OpenAPI leave open. */
const schemaAt = (value: unknown): JsonSchema => {
  if (!isSchema(value)) throw new Error(`no schema: ${JSON.stringify(value)}`)
  return value
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "boolean" || (typeof value === "object" && value !== null)

const descriptionOf = (schema: JsonSchema): string => {
  const description = typeof schema === "boolean" ? undefined : schema["description"]
  return typeof description === "string" ? description : ""
}

const operationsOf = (spec: Spec): ReadonlyArray<Operation> =>
  Object.entries(spec.paths).flatMap(([path, item]) =>
    methods.flatMap((method): ReadonlyArray<Operation> => {
      const described = item[method]
      if (described === undefined) return []
      const [group = "", name = ""] = described.operationId.includes(".")
        ? described.operationId.split(".")
        : ["v1", described.operationId]
      return [{ group, name, method: method.toUpperCase(), path, described }]
    })
  )

/** A header's name as a parameter: If-Match is ifMatch. */
const parameterName = (header: string): string =>
  header.toLowerCase().replaceAll(/-(\w)/gu, (_, letter: string) => letter.toUpperCase())

/** Whether a parameter chooses between JSON and something else. Programs take the JSON, and are not asked. */
const isChoice = ({ described }: Operation): boolean => {
  const types = Object.entries(described.responses).flatMap(([status, response]) =>
    status.startsWith("2") ? Object.keys(response.content ?? {}) : []
  )
  return types.length > 1 && types.includes("application/json")
}

const parameters = (operation: Operation, where: string) =>
  operation.described.parameters.filter((one) => one.in === where && !(one.name === "format" && isChoice(operation)))

/** Whether the body is a file of any media type. */
const takesFile = ({ described }: Operation): boolean => described.requestBody?.content["*/*"] !== undefined

/**
 * A call that only reads, or stores nothing, can be repeated safely (RFC 9110 §9.2.2). So can one that sends a file: what a lost answer told of
 * is a file that no submission names, and gone after a day.
 */
const isRepeatable = (operation: Operation): boolean =>
  operation.method === "GET" ||
  takesFile(operation) ||
  (operation.described.description ?? "").startsWith("Stores nothing.")

const bodySchema = ({ described }: Operation): JsonSchema | undefined =>
  described.requestBody?.content["application/json"]?.schema

const needsBody = (operation: Operation): boolean => {
  const { required = true }: { readonly required?: boolean } = operation.described.requestBody ?? {}
  return bodySchema(operation) !== undefined && required
}

/** The schema of a line, of a call that takes lines of JSON and answers them. */
const lineSchema = (operation: Operation): JsonSchema | undefined =>
  bodySchema(operation) === undefined ? operation.described.requestBody?.content[jsonLines]?.schema : undefined

const jsonLines = "application/x-ndjson"

const requestType = (operation: Operation): string => {
  const inner = "      "
  const given = [
    ...parameters(operation, "path").map((one) => ({ ...one, name: one.name })),
    ...parameters(operation, "query").map((one) => ({ ...one, name: one.name })),
    ...parameters(operation, "header").map((one) => ({ ...one, name: parameterName(one.name) }))
  ].map(({ name, required, schema }) => {
    const said = descriptionOf(schemaAt(schema))
    return `${comment(said, inner)}${inner}readonly ${memberName(name)}${required ? "" : "?"}: ${typeOf(schemaAt(schema), inner)}\n`
  })
  const body = bodySchema(operation)
  const line = lineSchema(operation)
  const all = [
    ...given,
    ...(body === undefined
      ? []
      : [`${inner}readonly body${needsBody(operation) ? "" : "?"}: ${typeOf(body, inner)}\n`]),
    ...(line === undefined ? [] : [`${inner}readonly lines: Lines<${typeOf(line, inner)}>\n`])
  ]
  if (takesFile(operation))
    all.push(
      `${comment("Its `type` says what it is: of a `File` the browser, of `new Blob([…], { type })` the program.", inner)}${inner}readonly file: Blob\n`
    )
  return all.length === 0 ? "" : `{\n${all.join("")}    }`
}

const isOptional = (operation: Operation): boolean =>
  !needsBody(operation) &&
  lineSchema(operation) === undefined &&
  !takesFile(operation) &&
  operation.described.parameters.every(({ required }) => !required)

/** JSON is typed by its schema, no content is undefined, and everything else is a stream of bytes. */
const answerType = (operation: Operation): string => {
  const types = Object.entries(operation.described.responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, response]) => {
      const content = Object.entries(response.content ?? {})
      if (content.length === 0) return ["undefined"]
      const taken = isChoice(operation) ? content.filter(([type]) => type === "application/json") : content
      return taken.map(([type, media]) =>
        type === "application/json" ? typeOf(media.schema as JsonSchema, "    ") : "ReadableStream<Uint8Array>"
      )
    })
  return [...new Set(types)].join(" | ")
}

const linesType = ({ described }: Operation): string => {
  const line = Object.entries(described.responses).flatMap(([status, response]) => {
    const media = status === "200" ? response.content?.[jsonLines] : undefined
    return media === undefined ? [] : [typeOf(media.schema, "    ")]
  })
  return `AsyncIterable<${line.join(" | ")}>`
}

const methodOf = (operation: Operation): string => {
  const { described, name } = operation
  const request = requestType(operation)
  const first =
    request === "" ? "request?: Record<string, never>" : `request${isOptional(operation) ? "?" : ""}: ${request}`
  const said = [described.summary, described.description].filter((text) => text !== undefined).join(".\n")
  const answer =
    lineSchema(operation) === undefined ? `Promise<Answer<${answerType(operation)}>>` : linesType(operation)
  return `${comment(said, "    ")}    readonly ${memberName(name)}: (${first}, options?: Options) => ${answer}\n`
}

const rowOf = (operation: Operation): string => {
  const { method, name, path } = operation
  const row = {
    method,
    path,
    query: parameters(operation, "query").map((one) => one.name),
    headers: Object.fromEntries(parameters(operation, "header").map((one) => [parameterName(one.name), one.name])),
    hasBody: bodySchema(operation) !== undefined,
    ...(takesFile(operation) ? { hasFile: true } : {}),
    ...(lineSchema(operation) === undefined ? {} : { hasLines: true }),
    isRepeatable: isRepeatable(operation)
  }
  return `    ${memberName(name)}: ${JSON.stringify(row)}`
}

const problemsOf = (schemas: { readonly [name: string]: unknown }): ReadonlyArray<string> =>
  Object.entries(schemas).flatMap(([name, schema]) =>
    JSON.stringify(schema).includes('"urn:formwork:problem:') && !name.endsWith("Request") ? [name] : []
  )

export const contract = (): string => {
  const [first, second] = [plain(v1), plain(platform())]
  const schemas: Record<string, unknown> = { ...second.components.schemas }
  for (const [name, schema] of Object.entries(first.components.schemas)) {
    // v1's answers are narrower than the app's: the same word for another shape gets its version before it.
    const isSame = !(name in schemas) || JSON.stringify(schemas[name]) === JSON.stringify(schema)
    schemas[isSame ? name : `V1${name}`] = schema
    if (!isSame) rename(first, name)
  }
  const all = [...operationsOf(first), ...operationsOf(second)]
  const groups = [...new Set(all.map(({ group }) => group))]
  const of = (group: string) => all.filter((one) => one.group === group)
  const problems = problemsOf(schemas).toSorted()
  return `/** Made by \`pnpm client\` from the OpenAPI documents of both APIs; not written by hand. */
import type { Answer, Lines, Operation } from "../Operation.ts"

${Object.entries(schemas)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, schema]) => declaration(name, schemaAt(schema)))
  .join("\n")}
/** Every refusal, as \`application/problem+json\` has it (RFC 9457). */
export type ProblemDetails =
${problems.map((name) => `  | ${name}\n`).join("")}
/** Every operation of both APIs. */
export interface Operations<Options> {
${groups.map((group) => `  readonly ${memberName(group)}: {\n${of(group).map(methodOf).join("")}  }\n`).join("")}}

export const operations: { readonly [group: string]: { readonly [name: string]: Operation } } = {
${groups.map((group) => `  ${memberName(group)}: {\n${of(group).map(rowOf).join(",\n")}\n  }`).join(",\n")}
}
`
}

const rename = (spec: Spec, name: string): void => {
  const from = `"#/components/schemas/${name}"`
  const to = `"#/components/schemas/V1${name}"`
  const paths: Spec["paths"] = JSON.parse(JSON.stringify(spec.paths).replaceAll(from, to))
  spec.paths = paths
}
