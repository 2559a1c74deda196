/** Every place of a form that reads a field by its name. */
import type { Range } from "../Fault.ts"
import { type Json, memberOf } from "../Json.ts"
import { constantAt } from "./constantAt.ts"
import { fieldAt, vertexAt } from "./fieldAt.ts"
import { constantVertex } from "./FoundName.ts"
import { namesIn } from "./namesIn.ts"
import type { OpenForm } from "./openForm.ts"

export interface Reference {
  /** The member in which the name stands: `/fields/3/formula`, `/checks/0/field`, `/effects/1/body/name/$`. */
  readonly pointer: string
  /** The name in that member's text, without braces or the row before it. */
  readonly range: Range
}

/**
 * The places that read a field: rules, messages, templates and settings of effects, and the `field` of checks, in the order in which
 * the form is checked; in one text in theirs. A rule of rows that names a field of its own row reads that one, and not the form's field
 * of the same name. A rule that cannot be parsed counts as far as its tokens tell. `"fields": "all"` in a document names no field.
 * @param pointer of the field, or of anything in it: `/fields/3`, `/fields/5/fields/0/slug`; or of a constant, `/constants/base_rate`.
 * @returns none where the pointer leads to no field, or to the second of two fields of one name: rules read the first.
 */
export const references = (form: OpenForm, pointer: string): ReadonlyArray<Reference> => {
  const wanted = wantedAt(form, pointer)
  if (wanted === undefined) return []
  return [...form.sites.values()].flatMap((site) =>
    namesIn(site, form.limits).flatMap(({ range, vertex }) =>
      vertex === wanted ? [{ pointer: site.pointer, range }] : []
    )
  )
}

/** What the names that read it are known by. */
const wantedAt = ({ definition }: OpenForm, pointer: string): string | undefined => {
  const constant = constantAt(definition, pointer)
  if (constant !== undefined) return constantVertex(constant)
  const field = fieldAt(definition, pointer)
  return field?.isRead === true ? vertexAt(field) : undefined
}

/** A member whose text reads a field. */
export interface Reading {
  /** Of the member: `/fields/3/formula`. */
  readonly pointer: string
  /** Of the field: `/fields/1`. */
  readonly field: string
}

const entriesAt = (of: Json | undefined): ReadonlyArray<Json> => {
  const fields = memberOf(of, "fields")
  return Array.isArray(fields) ? fields : []
}

/** The fields that rules read, by their names in the order of evaluation. */
const readFields = (definition: Json): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const put = (of: Json | undefined, at: string, before: string): void => {
    for (const [index, field] of entriesAt(of).entries()) {
      const slug = memberOf(field, "slug")
      if (typeof slug !== "string" || found.has(`${before}${slug}`)) continue
      found.set(`${before}${slug}`, `${at}/fields/${index}`)
      if (before === "") put(field, `${at}/fields/${index}`, `${slug}.`)
    }
  }
  put(definition, "", "")
  return found
}

/** What `references` gives for each field, of the whole form at once: a member that reads a field twice is there twice. */
export const readings = (form: OpenForm): ReadonlyArray<Reading> => {
  const fields = readFields(form.definition)
  return [...form.sites.values()].flatMap((site) =>
    namesIn(site, form.limits).flatMap(({ vertex }) => {
      const field = fields.get(vertex)
      return field === undefined ? [] : [{ pointer: site.pointer, field }]
    })
  )
}
