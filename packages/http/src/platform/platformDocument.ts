/** The app API's own document. */
import { Context, Effect, Schema } from "effect"
import * as Answer from "../connection/Answer.ts"
import { endpoint } from "../endpoint/Endpoint.ts"
import { resource } from "../endpoint/Resource.ts"
import { file } from "../endpoint/Success.ts"

/** The OpenAPI document of the whole app API, as JSON text. */
export class DocumentText extends Context.Service<DocumentText, string>()("@formwork/http/platform/DocumentText") {}

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/openapi.json",
  summary: "This document",
  needs: "any credential",
  success: file(Schema.JsonObject.annotate({ description: "OpenAPI 3.1." })),
  handle: () => Effect.map(DocumentText, (text) => Answer.json(text))
})

export const openapi = resource("openapi", "This document.", get)
