/** A signed event: where it goes, and under which secret. */
import { MAX_URL } from "../../../definition/effectLimits.ts"
import type { DeliveryTree } from "../../../tree/EffectTree.ts"
import { textSchema } from "../common/schemas.ts"
import { secretExample, secretName, secretSchema } from "../common/secretName.ts"
import { effectSettings } from "../common/settings.ts"
import { literalUrl } from "../common/url.ts"

export const delivery = effectSettings(
  "a delivery",
  {
    url: {
      read: literalUrl,
      example: `"https://api.example.org/cases"`,
      schema: textSchema(MAX_URL, "`https://` and a host, without fields.")
    },
    secret: { read: () => secretName, example: secretExample, schema: secretSchema }
  },
  ({ secret, url }): DeliveryTree | undefined =>
    url === undefined || secret === undefined ? undefined : { kind: "delivery", url, secret }
)
