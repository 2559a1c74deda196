/** The name of a secret of the organisation, as settings have it in place of the secret's value. */
import { formed } from "../../../reading/Reader.ts"
import type { JsonObject } from "../../../Json.ts"

const NAME = /^[a-z][a-z0-9_-]{0,63}$/

export const secretName = formed(
  NAME,
  "the name of a secret of the organisation: a small letter, then small letters, digits, `_` or `-`, such as `crm-token`"
)

export const secretExample = `"crm-token"`

export const secretSchema: JsonObject = {
  type: "string",
  pattern: NAME.source,
  description: "The name of a secret of the organisation, never its value."
}
