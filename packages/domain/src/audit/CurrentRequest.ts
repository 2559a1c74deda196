/** The request that is being answered, for audit rows to name. An adapter sets it; work without a request has none. */
import { Context } from "effect"
import type { RequestTrace } from "./RequestTrace.ts"

export class CurrentRequest extends Context.Reference<{
  readonly requestId: string | undefined
  /** The address that the request came from, as an IP address in text. */
  readonly address: string | undefined
  /** The customer's network that the address is of, as far as it can be told: what failed sign-ins are counted by. */
  readonly network?: string | undefined
  /** Whether its credential came as a cookie, which a browser sends by itself. */
  readonly isCookie?: boolean | undefined
  /** Undefined where no spans are exported. */
  readonly trace?: RequestTrace | undefined
}>("@formwork/domain/audit/CurrentRequest", {
  defaultValue: () => ({ requestId: undefined, address: undefined })
}) {}
