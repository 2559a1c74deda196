/** The operations of both OpenAPI documents, as the running server publishes them. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { OpenApi } from "effect/http-api"
import type { HttpServer } from "effect/http"
import { Privilege } from "@formwork/domain/grants/Privilege"
import type { Layer } from "effect"
import * as Harness from "./Harness.ts"
import type { Definitions } from "./jsonSchema.ts"
import * as Wire from "./wire.ts"

/** What a running server and its services give to a test. */
export type Needed = Layer.Success<ReturnType<typeof Harness.layer>> | HttpServer.HttpServer

export interface Operation {
  readonly id: string
  readonly method: string
  /** The path, with `id` for whatever record it names; of several parameters each takes its part of `id`, with | between. */
  readonly path: (id: string) => string
  /** The names of the path's parameters. */
  readonly parameters: ReadonlyArray<string>
  /** From its security: one privilege, any credential, or nothing. */
  readonly need: Privilege | "any credential" | "nothing"
  readonly takesBody: boolean
  /** The schema of its body, where it takes one. */
  readonly body: { readonly [keyword: string]: unknown }
  readonly definitions: Definitions
  readonly responses: Readonly<Record<string, OpenApi.OpenApiSpecResponse>>
}

const published = (path: string, token: string | undefined) =>
  Effect.map(Harness.send(Wire.request({ method: "GET", path, token, contentType: undefined })), (answer) => {
    assert.strictEqual(answer.status, 200, answer.body)
    return JSON.parse(answer.body) as OpenApi.OpenAPISpec
  })

/** @param token any credential: the app API's document asks for one. */
export const documents = (token: string) =>
  Effect.all([published("/v3/api-docs", undefined), published("/api/platform/openapi.json", token)])

const isPrivilege = (text: string): text is Privilege => Privilege.literals.some((privilege) => privilege === text)

const needOf = (id: string, security: ReadonlyArray<OpenApi.OpenAPISecurityRequirement>): Operation["need"] => {
  if (security.length === 0) return "nothing"
  const [requirement, ...alternatives] = security
  const roles = requirement?.["bearer"]
  if (roles === undefined || alternatives.length > 0 || roles.length > 1)
    assert.fail(`${id} has a security that is none of ours: ${JSON.stringify(security)}.`)
  const [privilege] = roles
  if (privilege === undefined) return "any credential"
  return isPrivilege(privilege) ? privilege : assert.fail(`${id} needs ${privilege}, which is no privilege.`)
}

/** @param document one of the two. */
export const of = (document: OpenApi.OpenAPISpec): ReadonlyArray<Operation> =>
  Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item as Record<string, OpenApi.OpenAPISpecOperation>).map(([method, operation]): Operation => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path: (id) => {
        const parts = id.split("|")
        return template.replaceAll(/\{\w+\}/gu, () => parts.shift() ?? id)
      },
      parameters: [...template.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => name),
      need: needOf(operation.operationId, operation.security),
      takesBody: operation.requestBody !== undefined,
      body: { ...operation.requestBody?.content["application/json"]?.schema },
      definitions: document.components.schemas,
      responses: operation.responses as unknown as Operation["responses"]
    }))
  )

/** Every operation of both. */
export const every = (token: string) => Effect.map(documents(token), (all) => all.flatMap(of))
