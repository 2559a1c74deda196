/** Ids that every folder of the domain needs: of an organisation and of a person in it. */
import { Schema } from "effect"

export const OrganisationId = Schema.String.check(Schema.isUUID(7)).pipe(Schema.brand("OrganisationId"))
export type OrganisationId = typeof OrganisationId.Type

export const UserId = Schema.String.check(Schema.isUUID(7)).pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type
