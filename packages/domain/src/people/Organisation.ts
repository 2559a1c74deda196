/** An organisation (a tenant) and the people in it. */
import { Schema } from "effect"
import { OrganisationId, UserId } from "../callers/Ids.ts"
import { Role } from "../callers/Role.ts"

/** Something on each side of one `@`, without white space or control characters; 254 characters (RFC 5321 §4.5.3.1.3). */
export const Email = Schema.String.check(
  Schema.isPattern(/^(?=.{3,254}$)[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u, {
    expected: "an e-mail address of at most 254 characters"
  })
).annotate({
  format: "email"
})

const name = Schema.isPattern(/^[^\p{Cc}\p{Cs}]{1,200}$/u, {
  expected: "1 to 200 characters, none of them a control character"
})

/** A person's name: 1 to 200 characters, none of them a control character. */
const PersonName = Schema.String.check(name)

/** A person to add. */
export const NewUser = Schema.Struct({
  id: UserId,
  /** Unique within the organisation; case is ignored. */
  email: Email,
  name: PersonName,
  role: Role
})
export type NewUser = typeof NewUser.Type

export const User = Schema.Struct({
  ...NewUser.fields,
  createdAt: Schema.DateTimeUtcFromString,
  /** Since when the person's account has been deactivated; null while it is active. */
  deactivatedAt: Schema.NullOr(Schema.DateTimeUtcFromString)
})
export type User = typeof User.Type

export const Organisation = Schema.Struct({
  id: OrganisationId,
  name: Schema.String
})
export type Organisation = typeof Organisation.Type

/** An organisation's name: 1 to 200 characters, none of them a control character. */
export const OrganisationName = Schema.String.check(name)

/** An organisation as it is stored. */
export const OrganisationRecord = Schema.Struct({
  ...Organisation.fields,
  createdAt: Schema.DateTimeUtcFromString,
  /** 1 at the founding, 1 more at each change of this record. Not the revision of its live forms. */
  edition: Schema.Int
})
export type OrganisationRecord = typeof OrganisationRecord.Type
