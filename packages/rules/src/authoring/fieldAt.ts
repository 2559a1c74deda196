/** The field of a definition that a pointer leads to, as its author typed it. */
import { type Json, memberOf } from "../Json.ts"

export interface FieldAt {
  readonly pointer: string
  readonly slug: string
  /** The list whose rows it is in. */
  readonly list: FieldAt | undefined
  /** Of two fields of one name the first is the one that rules read. */
  readonly isRead: boolean
  /** The names of the fields beside it. */
  readonly others: ReadonlyArray<string>
}

const FIELD = /^\/fields\/(\d+)(?:\/fields\/(\d+))?(?:\/|$)/

const slugOf = (field: Json | undefined): string | undefined => {
  const slug = memberOf(field, "slug")
  return typeof slug === "string" ? slug : undefined
}

const fieldOf = (of: Json | undefined, index: string, list: FieldAt | undefined): FieldAt | undefined => {
  const fields = memberOf(of, "fields")
  const slug = slugOf(memberOf(fields, index))
  if (!Array.isArray(fields) || slug === undefined) return undefined
  const slugs = fields.map(slugOf)
  return {
    pointer: `${list?.pointer ?? ""}/fields/${index}`,
    slug,
    list,
    isRead: slugs.indexOf(slug) === Number(index) && list?.isRead !== false,
    others: slugs.filter((other, at) => other !== undefined && at !== Number(index)).filter((one) => one !== undefined)
  }
}

/**
 * @param pointer of a field or of anything in it: `/fields/3`, `/fields/3/slug`, `/fields/5/fields/0/formula`.
 * @returns undefined where there is no field with a text for its `slug`.
 */
export const fieldAt = (definition: Json, pointer: string): FieldAt | undefined => {
  const [, index, row] = FIELD.exec(pointer) ?? []
  if (index === undefined) return undefined
  const own = fieldOf(definition, index, undefined)
  return row === undefined || own === undefined
    ? own
    : fieldOf(memberOf(memberOf(definition, "fields"), index), row, own)
}

/** The name of a field in the order of evaluation: `premium`, in rows `drivers.age`. */
export const vertexAt = ({ list, slug }: FieldAt): string => (list === undefined ? slug : `${list.slug}.${slug}`)
