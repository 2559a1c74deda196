/** How tokens begin; configurable. Tokens made under another prefix stop working. */
import { Context } from "effect"
import type { Prefixes } from "./Token.ts"

export const TokenPrefixes = Context.Reference<Prefixes>("@formwork/domain/credentials/TokenPrefixes", {
  defaultValue: () => ({ api_key: "fwk", session: "fws", invitation: "fwi" })
})
