/** Reads an OpenAPI document: its operations, by tag, in the order of the document. */
import { listOf, membersOf, type Members, textOf } from "./json.ts"
import type { Answer, Body, Content, Operation, Parameter, Schemas, Tag } from "./Operation.ts"

const methods = ["get", "post", "put", "patch", "delete", "head", "options"] as const

const places = ["path", "query", "header"] as const

const parameterOf = (given: unknown): ReadonlyArray<Parameter> => {
  const { description, in: where, name, required, schema } = membersOf(given)
  const place = places.find((one) => one === where)
  if (place === undefined) return []
  const shape = membersOf(schema)
  const words = textOf(description) === "" ? textOf(shape["description"]) : textOf(description)
  return [{ name: textOf(name), place, isRequired: required === true, description: words, schema: shape }]
}

const contentsOf = (given: unknown): ReadonlyArray<Content> =>
  Object.entries(membersOf(given)).map(([type, content]) => ({ type, schema: membersOf(membersOf(content)["schema"]) }))

const bodyOf = (given: unknown): Body | undefined => {
  const { content, required } = membersOf(given)
  const [first] = contentsOf(content)
  return first === undefined ? undefined : { ...first, isRequired: required === true }
}

const answersOf = (given: unknown): ReadonlyArray<Answer> =>
  Object.entries(membersOf(given)).map(([status, answer]) => {
    const { content, description, headers } = membersOf(answer)
    return {
      status: Number(status),
      description: textOf(description),
      contents: contentsOf(content),
      headers: Object.entries(membersOf(headers)).map(([name, header]) => ({
        name,
        description: textOf(membersOf(header)["description"])
      }))
    }
  })

/** The roles of a bearer's security requirement are the privileges (docs/api.md). */
const privilegesOf = (security: unknown): ReadonlyArray<string> | undefined => {
  const [first] = listOf(security)
  return first === undefined ? undefined : Object.values(membersOf(first)).flatMap((one) => listOf(one).map(textOf))
}

const operationOf = (method: string, path: string, schemas: Schemas, given: Members): Operation => ({
  id: textOf(given["operationId"]),
  tag: textOf(listOf(given["tags"])[0]),
  method: method.toUpperCase(),
  path,
  summary: textOf(given["summary"]),
  description: textOf(given["description"]),
  privileges: privilegesOf(given["security"]),
  parameters: listOf(given["parameters"]).flatMap(parameterOf),
  body: bodyOf(given["requestBody"]),
  answers: answersOf(given["responses"]),
  schemas
})

/** @param document as its server sent it. What it lacks is left out. */
export const readDocument = (document: unknown): ReadonlyArray<Tag> => {
  const { components, paths, tags } = membersOf(document)
  const schemas: Schemas = Object.fromEntries(
    Object.entries(membersOf(membersOf(components)["schemas"])).map(([name, schema]) => [name, membersOf(schema)])
  )
  const operations = Object.entries(membersOf(paths)).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const given = membersOf(item)[method]
      return given === undefined ? [] : [operationOf(method, path, schemas, membersOf(given))]
    })
  )
  const described = new Map(
    listOf(tags).map((tag) => [textOf(membersOf(tag)["name"]), textOf(membersOf(tag)["description"])])
  )
  return [...new Set(operations.map(({ tag }) => tag))].map((name) => ({
    name,
    description: described.get(name) ?? "",
    operations: operations.filter(({ tag }) => tag === name)
  }))
}
