/** A request to another service: where it goes, its headers, its body. */
import { methods } from "../../../Content.ts"
import { fault, oneOf } from "../../../reading/Reader.ts"
import { MAX_URL } from "../../../definition/effectLimits.ts"
import type { IntegrationTree } from "../../../tree/EffectTree.ts"
import { below } from "../../../values/pointer.ts"
import { textSchema } from "../common/schemas.ts"
import { effectSettings } from "../common/settings.ts"
import { urlTemplate } from "../common/url.ts"
import { body } from "./body.ts"
import { headers, headersSchema } from "./headers.ts"

export const integration = effectSettings(
  "an integration",
  {
    method: { read: () => oneOf(methods), example: `"POST"`, schema: { enum: methods } },
    url: {
      read: urlTemplate,
      example: `"https://api.example.org/cases"`,
      schema: textSchema(
        MAX_URL,
        "A template; `https://` and the host are written out, fields stand in the path and in values of the query."
      )
    },
    headers: { read: headers, schema: headersSchema },
    body: {
      read: body,
      schema: {
        description:
          'Any JSON, in which `{ "$": "<expression>" }`, `{ "$text": "<template>" }` and `{ "$rows": "<list>", "as": … }` stand for values.'
      }
    }
  },
  ({ body: sent, headers: all, method, url }, context, at): IntegrationTree | undefined => {
    if (method === "GET" && sent !== undefined)
      fault(
        context,
        below(at, "body"),
        "A request that only asks (`GET`) has no body. Take it out, or send it with `POST`."
      )
    return method === undefined || url === undefined
      ? undefined
      : { kind: "integration", method, url, headers: all ?? [], body: sent }
  }
)
