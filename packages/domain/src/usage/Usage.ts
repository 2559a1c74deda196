/** Calls of the versioned operations by credential and day. */
import { Schema } from "effect"
import { Actor } from "../callers/Actor.ts"
import { Credential } from "../callers/Caller.ts"
import type { OrganisationId } from "../callers/Ids.ts"
import type { FormId } from "../forms/Form.ts"

export const MeteredOperation = Schema.Literals(["evaluate", "create"])
export type MeteredOperation = typeof MeteredOperation.Type

export const UsageDay = Schema.Struct({
  /** A civil date, in UTC. */
  day: Schema.String,
  credential: Credential,
  /** The name of a key; null for other credentials. */
  name: Schema.NullOr(Schema.String),
  /** The key, or the person of a session or of work at the machine; null for a session whose row is gone, some 30 days after its end. */
  by: Schema.NullOr(Actor),
  operation: MeteredOperation,
  calls: Schema.Int
})
export type UsageDay = typeof UsageDay.Type

/** Which counts are asked for. */
export interface UsageWanted {
  /** Civil dates in UTC, both included. */
  readonly from: string
  readonly to: string
  /** Calls of this form alone. */
  readonly formId?: FormId | undefined
}

/** Calls to add to those stored. */
export interface Calls {
  readonly organisationId: OrganisationId
  readonly credential: Credential
  readonly formId: FormId
  readonly operation: MeteredOperation
  readonly day: string
  readonly calls: number
}
