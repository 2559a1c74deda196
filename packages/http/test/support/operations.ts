/** The operations of both OpenAPI documents, as the running server publishes them. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { OpenApi } from "effect/http-api"
import type { HttpServer } from "effect/http"
import { Privilege } from "@formwork/domain/callers/Privilege"
import type { Layer } from "effect"
import type { Tables } from "@formwork/memory/Tables"
import * as Harness from "./Harness.ts"
import * as JsonSchema from "./jsonSchema.ts"
import type { Definitions } from "./jsonSchema.ts"
import * as Wire from "./wire.ts"

/** The services that a test with a running server needs, over any adapter. */
export type Needed = Exclude<Layer.Success<ReturnType<typeof Harness.layer>>, Tables> | HttpServer.HttpServer

export interface Operation {
  readonly id: string
  readonly method: string
  /** The path, with `id` for the record that it names; for a record with two ids, with a space between them. */
  readonly path: (id: string) => string
  /** The names of the path's parameters. */
  readonly parameters: ReadonlyArray<string>
  /** A query with the required parameters, `?` included; empty where none is required. */
  readonly query: (formId: string) => string
  /** The names of the query's parameters, also of optional ones. */
  readonly queries: ReadonlyArray<string>
  /** From its security: one privilege, any credential, or nothing. */
  readonly need: Privilege | "any credential" | "nothing"
  /** The required headers, as they are sent. */
  readonly headers: ReadonlyArray<string>
  readonly takesBody: boolean
  /** The media type of its body; JSON where it takes none. */
  readonly mediaType: string
  /** The schema of its body, where it takes one. */
  readonly body: { readonly [keyword: string]: unknown }
  readonly definitions: Definitions
  readonly responses: Readonly<Record<string, OpenApi.OpenApiSpecResponse>>
}

const published = (path: string, token: string | undefined) =>
  Effect.map(Harness.send(Wire.request({ method: "GET", path, token, contentType: undefined })), (answer) => {
    assert.strictEqual(answer.status, 200, answer.body)
    const document: OpenApi.OpenAPISpec = JSON.parse(answer.body)
    return document
  })

/** @param token any credential: the app API's document asks for one. */
export const documents = (token: string) =>
  Effect.all([published("/v3/api-docs", undefined), published("/api/platform/openapi.json", token)])

const isPrivilege = (text: string): text is Privilege => Privilege.literals.some((privilege) => privilege === text)

/** The one privilege that an operation needs. */
export const privilegeOf = ({ id, need }: Operation): Privilege =>
  isPrivilege(need) ? need : assert.fail(`${id} needs ${need}, and the test counts on a privilege.`)

const needOf = (id: string, security: ReadonlyArray<OpenApi.OpenAPISecurityRequirement>): Operation["need"] => {
  if (security.length === 0) return "nothing"
  const [requirement, ...alternatives] = security
  const roles = requirement?.["bearer"]
  if (roles === undefined || alternatives.length > 0 || roles.length > 1)
    assert.fail(`${id} has an unknown security: ${JSON.stringify(security)}.`)
  const [privilege] = roles
  if (privilege === undefined) return "any credential"
  return isPrivilege(privilege) ? privilege : assert.fail(`${id} needs ${privilege}, which is no privilege.`)
}

/** One id stands for all. */
const filled = (template: string, [first = "", ...more]: ReadonlyArray<string>): string => {
  const ids = [first, ...more].values()
  return template.replaceAll(/\{\w+\}/gu, () => ids.next().value ?? more.at(-1) ?? first)
}

const headerOf = ({ name }: { readonly name: string }): string =>
  name === "If-Match" ? `${name}: "1"` : assert.fail(`a header ${name} that this does not know of`)

const queryOf = (parameters: ReadonlyArray<OpenApi.OpenAPISpecParameter>) => {
  const pairs = parameters
    .filter(({ in: place, required }) => place === "query" && required)
    .map(({ name }) => queries[name] ?? assert.fail(`a parameter ${name} that this does not know of`))
  return (formId: string): string => (pairs.length === 0 ? "" : `?${pairs.map((pair) => pair(formId)).join("&")}`)
}

/** A valid value for a parameter. */
const queries: Readonly<Record<string, (formId: string) => string>> = {
  format: () => "format=ndjson",
  edition: () => "edition=draft",
  before: () => "before=draft",
  after: () => "after=draft",
  others: () => "others=true",
  field: () => "field=pass",
  name: () => "name=Pass.json",
  form: (formId) => `form=${formId}`
}

/** A file of any type. */
export const anyType = "application/octet-stream"

const isOperation = (value: object): value is OpenApi.OpenAPISpecOperation => "operationId" in value

const operationOf = (
  template: string,
  method: string,
  operation: object,
  { components }: OpenApi.OpenAPISpec
): Operation => {
  if (!isOperation(operation)) return assert.fail(`${template} has ${method}, which is not an operation.`)
  const [declaredType = "application/json"] = Object.keys(operation.requestBody?.content ?? {})
  const mediaType = declaredType === "*/*" ? anyType : declaredType
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path: (id) => filled(template, id.split(" ")),
    parameters: [...template.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => name),
    need: needOf(operation.operationId, operation.security),
    query: queryOf(operation.parameters),
    queries: operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
    headers: operation.parameters.filter((header) => header.in === "header" && header.required).map(headerOf),
    takesBody: operation.requestBody !== undefined,
    mediaType,
    body: { ...operation.requestBody?.content[declaredType]?.schema },
    definitions: components.schemas,
    responses: { ...operation.responses }
  }
}

/** @param document one of the two OpenAPI documents. */
export const of = (document: OpenApi.OpenAPISpec): ReadonlyArray<Operation> =>
  Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]) => operationOf(template, method, operation, document))
  )

/** Every operation of both documents. */
export const every = (token: string) => Effect.map(documents(token), (all) => all.flatMap(of))

/** The headers that every answer has, or every refusal, also where the document does not name them. */
const ordinary = [
  "cache-control",
  "connection",
  "content-length",
  "content-security-policy",
  "content-type",
  "date",
  "keep-alive",
  "link",
  "x-content-type-options"
]

/** Asserts that the document describes an answer: its status, its headers and its body. */
export const assertDescribed = (operations: ReadonlyArray<Operation>, id: string, answer: Wire.Answer): void => {
  const operation = operations.find((one) => one.id === id) ?? assert.fail(id)
  const response = operation.responses[answer.status] ?? assert.fail(`${id} does not declare ${answer.status}`)
  const declared = Object.entries(response.headers ?? {}).map(([name, { required }]) => [name.toLowerCase(), required])
  const names = Object.keys(answer.headers).filter((name) => !ordinary.includes(name))
  assert.includeMembers(
    declared.map(([name]) => name),
    names,
    id
  )
  for (const [name, required] of declared) if (required) assert.property(answer.headers, String(name), id)
  const schema = response.content?.[answer.headers["content-type"] ?? ""]?.schema
  if (answer.body === "") return assert.isUndefined(response.content)
  assert.deepStrictEqual(
    JsonSchema.faults(schema ?? assert.fail(id), JSON.parse(answer.body), operation.definitions),
    [],
    id
  )
}
