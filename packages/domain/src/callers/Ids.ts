/** Ids: what all of them are, and those that every folder of the domain needs, of an organisation and of a person in it. */
import { Schema } from "effect"

/** A text as answers have it. A database would accept either case. Ids that a test generates are written so. */
export const lowerCase = Schema.makeFilter((text: string) => text === text.toLowerCase(), {
  expected: "an id as it was given out",
  arbitraryConstraint: {
    patterns: [{ source: "^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$", flags: "u" }]
  }
})

/**
 * An id as the service gives it out: a UUID v7 in lower case (spec/http.md §1.5). The check that a document shows is the last: an annotation
 * of an id goes to that one.
 */
export const Id = Schema.String.check(lowerCase, Schema.isUUID(7))

export const OrganisationId = Id.pipe(Schema.brand("OrganisationId"))
export type OrganisationId = typeof OrganisationId.Type

export const UserId = Id.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type
