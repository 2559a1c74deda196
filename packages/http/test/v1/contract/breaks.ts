/** The changes in a new OpenAPI document that break clients of an old one (spec/service.md §9). */
import { type Found, misfits, type Schema, type Schemas } from "./misfits.ts"

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}
type Content = { readonly [mediaType: string]: { readonly schema: Schema } }
type Headers = { readonly [name: string]: { readonly required?: boolean; readonly schema: Schema } }
interface Response {
  readonly content?: Content
  readonly headers?: Headers
}
interface Operation {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: { readonly [status: string]: Response }
  readonly security?: unknown
}
export interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components: { readonly schemas: Schemas }
}

/**
 * Every change that breaks a client of `before`, as a sentence each.
 * A valid request of the old document must be valid in the new one. An answer of the new document must be valid in the old one,
 * with all its members.
 */
export const breaks = (before: Document, after: Document): ReadonlyArray<string> =>
  Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, old]) => {
      const at = `${method.toUpperCase()} ${path}`
      const now = after.paths[path]?.[method]
      if (now === undefined) return [`${at} is gone`]
      const schemas = { before: before.components.schemas, after: after.components.schemas }
      return [...ofOperation(old, now), ...ofRequest(old, now, schemas), ...ofResponses(old, now, schemas)].map(
        (fault) => `${at}: ${fault}`
      )
    })
  )

interface Both {
  readonly before: Schemas
  readonly after: Schemas
}

const ofOperation = (old: Operation, now: Operation): ReadonlyArray<string> => [
  ...(old.operationId === now.operationId ? [] : [`operationId ${old.operationId} is ${now.operationId}`]),
  ...(JSON.stringify(old.security) === JSON.stringify(now.security) ? [] : ["the security requirement is another"])
]

const sent = (what: string, old: Schema, now: Schema, { after, before }: Both): Found =>
  misfits({ schema: old, schemas: before }, { schema: now, schemas: after }, what, "request")

const got = (what: string, old: Schema, now: Schema, { after, before }: Both): Found =>
  misfits({ schema: now, schemas: after }, { schema: old, schemas: before }, what, "response")

const ofRequest = (old: Operation, now: Operation, both: Both): ReadonlyArray<string> => {
  const same = (one: Parameter) => (other: Parameter) => other.in === one.in && other.name === one.name
  const faults = (now.parameters ?? []).flatMap((parameter) => {
    const earlier = old.parameters?.find(same(parameter))
    if (parameter.required === true && earlier?.required !== true) return [`${parameter.name} is required now`]
    return earlier === undefined ? [] : sent(parameter.name, earlier.schema, parameter.schema, both)
  })
  const gone = (old.parameters ?? []).filter((parameter) => !now.parameters?.some(same(parameter)))
  const [body, newBody] = [old.requestBody, now.requestBody]
  return [
    ...faults,
    ...gone.map(({ name }) => `${name} is gone`),
    ...(newBody?.required === true && body?.required !== true ? ["the body is required now"] : []),
    ...Object.entries(body?.content ?? {}).flatMap(([type, { schema }]) => {
      const accepted = newBody?.content[type]
      return accepted === undefined ? [`${type} is not taken any more`] : sent("body", schema, accepted.schema, both)
    })
  ]
}

const ofResponses = (old: Operation, now: Operation, both: Both): ReadonlyArray<string> => [
  ...Object.keys(now.responses)
    .filter((status) => status.startsWith("2") && old.responses[status] === undefined)
    .map((status) => `${status} is a new success`),
  ...Object.entries(old.responses).flatMap(([status, response]) => {
    const current = now.responses[status]
    return current === undefined ? [`${status} is gone`] : ofResponse(status, response, current, both)
  })
]

const ofResponse = (status: string, old: Response, now: Response, both: Both): ReadonlyArray<string> => [
  ...Object.entries(old.content ?? {}).flatMap(([type, { schema }]) => {
    const given = now.content?.[type]
    return given === undefined ? [`${status} ${type} is gone`] : got(status, schema, given.schema, both)
  }),
  ...Object.entries(old.headers ?? {}).flatMap(([name, header]) => {
    const current = now.headers?.[name]
    if (current === undefined) return [`${status} ${name} is gone`]
    const missing = header.required === true && current.required !== true ? [`${status} ${name} may be missing`] : []
    return [...missing, ...got(`${status} ${name}`, header.schema, current.schema, both)]
  })
]
