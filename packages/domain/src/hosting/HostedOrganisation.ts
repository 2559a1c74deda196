/** An organisation as the operator of the installation sees it: nothing that is in it. */
import { Context, Schema } from "effect"
import { Organisation } from "../people/Organisation.ts"

export const HostedOrganisation = Schema.Struct({
  ...Organisation.fields,
  createdAt: Schema.DateTimeUtcFromString,
  /** Since when its credentials are refused; null while they are not. */
  suspendedAt: Schema.NullOr(Schema.DateTimeUtcFromString)
})
export type HostedOrganisation = typeof HostedOrganisation.Type

/** How many organisations an installation has at most; configurable. */
export const OrganisationLimit = Context.Reference<number>("@formwork/domain/hosting/OrganisationLimit", {
  defaultValue: () => 10_000
})
