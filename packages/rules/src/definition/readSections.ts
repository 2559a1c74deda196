/** Reading sections: which fields people see together, in which order, and when. Their names and conditions are checked with the rules. */
import type { Section } from "../Definition.ts"
import type { Json } from "../Json.ts"
import { FIELD_NAME } from "../language/reservedWords.ts"
import { extensible, extensionsOf } from "../reading/extensions.ts"
import {
  addTypeFault,
  array,
  boolean,
  expression,
  fault,
  id,
  type Loose,
  optional,
  type Read,
  type ReadContext,
  required,
  text
} from "../reading/Reader.ts"
import { translated } from "../reading/translated.ts"
import { below } from "../values/pointer.ts"

/** Sections of a form. */
export const MAX_SECTIONS = 100

/** The names of a section's fields, at their own places; undefined for one that is no name. */
export interface ReadSection extends Loose<Omit<Section, "fields" | "newPage">> {
  readonly newPage?: boolean | undefined
  readonly fields?: ReadonlyArray<string | undefined> | undefined
}

const readName: Read<string> = (reading, value, at) =>
  typeof value === "string" && FIELD_NAME.test(value)
    ? value
    : addTypeFault(reading, value, at, "the name of a field, such as `firstName`")

const readNames = (reading: ReadContext, value: Json, at: string): ReadSection["fields"] => {
  const names = array(readName, reading.limits.fields, "fields")(reading, value, at)
  if (names?.length === 0)
    fault(reading, at, "This section has no fields, so nobody would see it.", "the name of at least one field")
  return names
}

const readMembers = extensible(
  {
    id: required(id, `"about-you"`),
    title: required(translated(text(1, 200)), `"About you"`),
    description: optional(translated(text(0, 5000))),
    newPage: optional(boolean),
    visibleWhen: optional(expression),
    fields: required(readNames, `["firstName", "lastName"]`)
  },
  "a section"
)

export const readSection: Read<ReadSection> = readMembers

/** Undefined where something that it needs is missing. */
export const wholeSection = (read: ReadSection): Section | undefined => {
  const { description, fields, id: own, newPage, title, visibleWhen } = read
  if (own === undefined || title === undefined || fields === undefined) return undefined
  return {
    id: own,
    title,
    ...(description === undefined ? {} : { description }),
    ...(newPage === true ? { newPage } : {}),
    ...(visibleWhen === undefined ? {} : { visibleWhen }),
    fields: fields.filter((name) => name !== undefined),
    ...extensionsOf(read)
  }
}

/** The pointer of a section's field. */
export const fieldPointer = (section: string, index: number): string => below(below(section, "fields"), index)
