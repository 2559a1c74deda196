/** The forms' schemas as resources, for clients that give resources to a model themselves. */
import { Effect, Schema } from "effect"
import { FormDescriptions } from "@formwork/domain/forms/FormDescriptions"
import { FormId } from "@formwork/domain/forms/Form"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Caller from "@formwork/domain/callers/Caller"
import type { JsonObject } from "@formwork/rules/Json"
import * as JsonRpc from "./JsonRpc.ts"
import type { Era } from "./ProtocolVersion.ts"
import { ProblemEncoder, refused } from "./ProblemEncoder.ts"
import { formNamed } from "./tools/form.ts"
import { pageOf } from "./tools/listForms.ts"

type Result = { readonly [member: string]: unknown }

const mimeType = "application/schema+json"

const template = {
  uriTemplate: "formwork://forms/{formId}/schema",
  name: "form-schema",
  title: "Schema of a form",
  description: "The JSON Schema (2020-12) of the values that a form takes.",
  mimeType
}

const uriOf = (formId: FormId): string => `formwork://forms/${formId}/schema`
const pattern = /^formwork:\/\/forms\/([^/]*)\/schema$/u
const isFormId = Schema.is(FormId)

/** The error for an unknown resource, with the code of the era (2026-07-28, Changelog: minor changes, 6). */
const notFound = { handshake: -32002, modern: -32602 } as const satisfies { readonly [E in Era]: number }

export const make = Effect.gen(function* () {
  const forms = yield* Forms
  const descriptions = yield* FormDescriptions
  /** A refusal as a JSON-RPC error. Its code is the HTTP status, which is outside of the ranges that JSON-RPC and MCP reserve. */
  const refuse = refused(yield* ProblemEncoder, (problem) =>
    JsonRpc.jsonRpcError(Number(problem["status"]), String(problem["error"]), problem)
  )

  const templates = (caller: Caller.Caller): Result => ({
    resourceTemplates: Caller.may(caller, "form:read", "forms.schema") ? [template] : []
  })

  /** Empty for a caller who may not read forms; that is not a refusal. */
  const list = Effect.fnUntraced(function* (caller: Caller.Caller, { cursor }: JsonObject) {
    if (cursor !== undefined && !isFormId(cursor)) return JsonRpc.invalidParams("There is no such cursor.")
    if (!Caller.may(caller, "form:read", "forms.list")) return { resources: [] }
    return yield* pageOf(forms.list, caller, cursor === undefined ? {} : { cursor }).pipe(
      Effect.map(({ forms, nextCursor }) => ({
        resources: forms.map(({ code, formId, title }) => ({ uri: uriOf(formId), name: code, title, mimeType })),
        ...(nextCursor === undefined ? {} : { nextCursor })
      })),
      Effect.catch(refuse)
    )
  })

  const read = (era: Era) =>
    Effect.fnUntraced(function* (caller: Caller.Caller, { uri }: JsonObject) {
      if (typeof uri !== "string") return JsonRpc.invalidParams("resources/read needs uri, a text.")
      const absent = JsonRpc.jsonRpcError(notFound[era], "There is no resource with this URI.", { uri })
      const named = pattern.exec(uri)?.[1]
      if (named === undefined) return absent
      return yield* Caller.requireFor(caller, "form:read", "forms.schema").pipe(
        Effect.andThen(formNamed(named)),
        Effect.flatMap((formId) => descriptions.live(caller, formId)),
        Effect.map(({ schema }) => ({ contents: [{ uri, mimeType, text: JSON.stringify(schema) }] })),
        Effect.catchTag("FormNotFound", () => Effect.succeed(absent)),
        Effect.catch(refuse)
      )
    })
  return { templates, list, read }
})
