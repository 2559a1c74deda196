/** The OpenAPI document of the versioned surface, as `GET /v3/api-docs` answers it. docs/openapi/v1.json is its frozen copy. */
import { OpenApi } from "effect/http-api"
import { Api } from "./Api.ts"
import * as OpenApiDocument from "../openapi/openApiDocument.ts"

export const document: OpenApi.OpenAPISpec = OpenApiDocument.complete(OpenApi.fromApi(Api))
