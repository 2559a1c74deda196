/** Giving a field or a constant another name, everywhere. */
import * as Result from "effect/Result"
import type { Fault, Range } from "../Fault.ts"
import { type Json, memberOf } from "../Json.ts"
import { FIELD_NAME, reservedWords, SLUG } from "../language/reservedWords.ts"
import { type TakenNames, wrongName } from "../definition/readConstants.ts"
import { below, pointerTokens } from "../values/pointer.ts"
import { constantAt } from "./constantAt.ts"
import { type FieldAt, fieldAt, vertexAt } from "./fieldAt.ts"
import { constantVertex } from "./FoundName.ts"
import { namesIn } from "./namesIn.ts"
import { openDefinition, type OpenForm } from "./openDefinition.ts"
import { references } from "./references.ts"

/** One member with its new text. */
export interface Edit {
  readonly pointer: string
  /** The member's own name changes, and not what it has: that of a constant. */
  readonly isName?: true
  /** The whole text that the member gets. */
  readonly text: string
  /** What changes in it: ranges of the text that it has, in their order, and the name that takes their place. */
  readonly changes: ReadonlyArray<{ readonly range: Range; readonly text: string }>
}

/**
 * - `no_field`: the pointer leads to no field with a name, and to no constant.
 * - `not_a_slug`: a name is a small letter, then letters, digits or `_`, 63 characters at most.
 * - `reserved`: the language has the word for itself.
 * - `taken`: a field, or a constant, beside it has the name; for a constant also any field, a table or a function.
 * - `captured`: at `pointer` the name means something else already, or would give a fault.
 */
export interface RenameRefused {
  readonly reason: "no_field" | "not_a_slug" | "reserved" | "taken" | "captured"
  /** A sentence for the form's author. */
  readonly message: string
  readonly pointer?: string
}

const refuse = (
  reason: RenameRefused["reason"],
  message: string,
  pointer?: string
): Result.Result<never, RenameRefused> =>
  Result.fail({ reason, message, ...(pointer === undefined ? {} : { pointer }) })

const textAt = (definition: Json, pointer: string): string => {
  const text = pointerTokens(pointer).reduce<Json | undefined>(memberOf, definition)
  return typeof text === "string" ? text : ""
}

const editOf = (definition: Json, pointer: string, ranges: ReadonlyArray<Range>, slug: string): Edit => {
  const before = textAt(definition, pointer)
  let text = ""
  let at = 0
  for (const { end, start } of ranges) {
    text += before.slice(at, start) + slug
    at = end
  }
  return { pointer, text: text + before.slice(at), changes: ranges.map((range) => ({ range, text: slug })) }
}

/** A field, or a constant, that gets another name. */
interface Named extends FieldAt {
  /** “field” */
  readonly word: "field" | "constant"
}

const namedAt = (definition: Json, pointer: string): Named | undefined => {
  const name = constantAt(definition, pointer)
  if (name === undefined) {
    const field = fieldAt(definition, pointer)
    return field && { ...field, word: "field" }
  }
  const others = Object.keys(memberOf(definition, "constants") ?? {}).filter((other) => other !== name)
  return { word: "constant", pointer: below("/constants", name), slug: name, list: undefined, isRead: true, others }
}

const knownAs = (named: Named): string => (named.word === "field" ? vertexAt(named) : constantVertex(named.slug))

/** The names that a constant cannot have beside those of other constants. */
const takenIn = (definition: Json): TakenNames => {
  const slugsIn = (of: Json | undefined): ReadonlyArray<string> => {
    const fields = memberOf(of, "fields")
    return (Array.isArray(fields) ? fields : []).flatMap((field: Json) => {
      const slug = memberOf(field, "slug")
      return [...(typeof slug === "string" ? [slug] : []), ...slugsIn(field)]
    })
  }
  const tables = memberOf(definition, "tables")
  return {
    fields: new Set(slugsIn(definition)),
    tables: new Set(typeof tables === "object" && tables !== null ? Object.keys(tables) : [])
  }
}

/** The edit of the name itself. */
const ownEdit = ({ pointer, slug, word }: Named, text: string): Edit => {
  const changes = [{ range: { start: 0, end: slug.length }, text }]
  return word === "field" ? { pointer: `${pointer}/slug`, text, changes } : { pointer, isName: true, text, changes }
}

const editsOf = (form: OpenForm, field: Named, slug: string): ReadonlyArray<Edit> => {
  const places = new Map<string, Array<Range>>()
  for (const { pointer, range } of references(form, field.pointer)) {
    const ranges = places.get(pointer)
    if (ranges === undefined) places.set(pointer, [range])
    else ranges.push(range)
  }
  const readers = [...places].map(([pointer, ranges]) =>
    editOf(
      form.definition,
      pointer,
      ranges.toSorted((a, b) => a.start - b.start),
      slug
    )
  )
  return [ownEdit(field, slug), ...readers]
}

/** The definition with the edits made. */
const edited = (definition: Json, edits: ReadonlyMap<string, Edit>, pointer = ""): Json => {
  if (typeof definition === "string") return edits.get(pointer)?.text ?? definition
  if (typeof definition !== "object" || definition === null) return definition
  const of = (name: string, member: Json): Json => edited(member, edits, below(pointer, name))
  const nameOf = (name: string): string => {
    const edit = edits.get(below(pointer, name))
    return edit?.isName === true ? edit.text : name
  }
  if (Array.isArray(definition)) return definition.map((entry: Json, index) => of(String(index), entry))
  return Object.fromEntries(
    Object.entries(definition).map(([name, member]: [string, Json]) => [nameOf(name), of(name, member)])
  )
}

const faultsOf = ({ checked }: OpenForm): ReadonlyArray<Fault> => (Result.isFailure(checked) ? checked.failure : [])

/** The first fault of `after` at a pointer that has more of them than in `before`; or the first pointer that has fewer. */
const otherFault = (
  before: OpenForm,
  after: OpenForm,
  moved: (pointer: string) => string
): { readonly pointer: string; readonly message?: string } | undefined => {
  const counts = new Map<string, number>()
  for (const { pointer } of faultsOf(before)) counts.set(moved(pointer), (counts.get(moved(pointer)) ?? 0) + 1)
  for (const { message, pointer } of faultsOf(after)) {
    const left = counts.get(pointer) ?? 0
    if (left === 0) return { pointer, message }
    counts.set(pointer, left - 1)
  }
  const [gone] = [...counts].find(([, left]) => left > 0) ?? []
  return gone === undefined ? undefined : { pointer: gone }
}

/** The first place whose names are of other fields after the renaming. */
const otherName = (before: OpenForm, after: OpenForm, field: Named, slug: string): string | undefined => {
  const own = knownAs(field)
  const renamed = knownAs({ ...field, slug })
  const isRows = (vertex: string): boolean => field.list === undefined && vertex.startsWith(`${own}.`)
  const now = (vertex: string): string =>
    !field.isRead ? vertex : vertex === own ? renamed : isRows(vertex) ? renamed + vertex.slice(own.length) : vertex
  for (const [pointer, site] of after.sites) {
    const old = before.sites.get(pointer)
    const names = old === undefined ? [] : namesIn(old, before.limits).map(({ vertex }) => now(vertex))
    if (
      names.join() !==
      namesIn(site, after.limits)
        .map(({ vertex }) => vertex)
        .join()
    )
      return pointer
  }
  return undefined
}

/**
 * Renames a field, or a constant. The form with the edits has the same faults as before under the new name, and gives the same values for a payload
 * under the new name; a field without a label shows its new name as one.
 * @param pointer of the field, or of anything in it: `/fields/3`, `/fields/5/fields/0/slug`; or of a constant, `/constants/base_rate`.
 * @returns the edits of the field's `slug`, or of the constant's own name, and of every place that reads it; none where it has the name already. Refuses in the order
 * of `RenameRefused`'s reasons. Renaming one of two fields of one name takes that fault away.
 */
export const rename = (
  form: OpenForm,
  pointer: string,
  slug: string
): Result.Result<ReadonlyArray<Edit>, RenameRefused> => {
  const field = namedAt(form.definition, pointer)
  if (field === undefined) return refuse("no_field", "There is no field with a name here.")
  const { word } = field
  const isField = word === "field" && field.list === undefined
  if (!(isField ? FIELD_NAME : SLUG).test(slug))
    return refuse(
      "not_a_slug",
      `A ${word}'s name is a small letter, then letters, digits or \`_\`, 63 characters at most${isField ? "; the name of its group may stand before it, with a point: `address.street`" : ""}.`
    )
  if (reservedWords.has(slug))
    return refuse("reserved", `A ${word} cannot be called \`${slug}\`: the rule language uses the word for itself.`)
  if (slug === field.slug) return Result.succeed([])
  if (field.others.includes(slug)) return refuse("taken", `There is a ${word} \`${slug}\` beside it already.`)
  const why = word === "constant" ? wrongName(slug, takenIn(form.definition)) : undefined
  if (why !== undefined) return refuse("taken", why)
  const edits = editsOf(form, field, slug)
  const after = openDefinition(edited(form.definition, new Map(edits.map((edit) => [edit.pointer, edit]))), form.limits)
  const captured = otherName(form, after, field, slug)
  if (captured !== undefined)
    return refuse(
      "captured",
      `\`${slug}\` means something else in \`${captured}\`, or would be hidden there.`,
      captured
    )
  const own = field.pointer
  const moved = (pointer: string): string =>
    word === "constant" && (pointer === own || pointer.startsWith(`${own}/`))
      ? below("/constants", slug) + pointer.slice(own.length)
      : pointer
  const other = field.others.includes(field.slug) ? undefined : otherFault(form, after, moved)
  if (other === undefined) return Result.succeed(edits)
  const { message = "what is wrong there would change." } = other
  return refuse("captured", `\`${slug}\` cannot stand in \`${other.pointer}\`: ${message}`, other.pointer)
}
