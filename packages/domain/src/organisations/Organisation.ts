/** An organisation (a tenant) and the people in it. */
import { Schema } from "effect"
import { Role } from "../grants/Role.ts"

export const OrganisationId = Schema.String.check(Schema.isUUID(7)).pipe(Schema.brand("OrganisationId"))
export type OrganisationId = typeof OrganisationId.Type

export const UserId = Schema.String.check(Schema.isUUID(7)).pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

export const User = Schema.Struct({
  id: UserId,
  email: Schema.String,
  name: Schema.String,
  role: Role
})
export type User = typeof User.Type

export const Organisation = Schema.Struct({
  id: OrganisationId,
  name: Schema.String
})
export type Organisation = typeof Organisation.Type
