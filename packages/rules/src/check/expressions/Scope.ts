/** Which names an expression can use, and what each one is. */
import type { ConstantDefinition } from "../../ConstantDefinition.ts"
import type { ChoiceField, Field, Option } from "../../Definition.ts"
import type { Table } from "../../tables/Table.ts"
import type { OptionRows } from "../../tree/Tree.ts"
import type { Place } from "../../tree/leaves.ts"
import { groupOf } from "../../values/groups.ts"
import type { Signs } from "../../words/Signs.ts"

/** A field as rules see it. */
export interface Name {
  readonly slug: string
  readonly slot: number
  /** Undefined if the field's definition is at fault: rules that read it get no fault for that. */
  readonly field: Field | undefined
  /** Fields of a list's rows. */
  readonly rows: ReadonlyMap<string, Name>
}

export interface Scope {
  readonly fields: ReadonlyMap<string, Name>
  /** The groups that they are in (values/groups.ts). */
  readonly groups: ReadonlySet<string>
  /** By their names; undefined for one that is at fault: rules that use it get no fault for that. */
  readonly tables: ReadonlyMap<string, Table | undefined>
  /**
   * For a reader who may not see how the form is written: the tables in which labels of options stand. Rules of such a reader see no attributes of
   * options. Undefined for an author's.
   */
  readonly labels?: ReadonlyMap<string, Table | undefined>
  /** By their names, as tables are. */
  readonly constants: ReadonlyMap<string, ConstantDefinition | undefined>
  /** Names of the constants that something checked so far has used. */
  readonly used: Set<string>
  /** The form was published, perhaps when amounts of two currencies could still meet: then they may. */
  readonly mixesCurrencies?: boolean
  /** The list whose row the rule belongs to. */
  readonly own: Name | undefined
  /** The vertex of the field that waits for what the rule reads; undefined where none does. */
  readonly waiting?: string
  /** Who reads what is shown here. Then internal fields have no place in it; undefined where nothing leaves the form. */
  readonly leaves?: "message" | "effect" | undefined
  /** Of a message: how its language writes numbers and dates. Undefined where they are written as JSON has them. */
  readonly signs?: Signs | undefined
}

/** A name bound by a list function to the row it is at. */
export interface RowBinding {
  readonly name: string
  readonly list: Name
  /** Where the function goes through what is chosen of several options. `list` is then their field, and has no rows. */
  readonly chosen?: { readonly field: ChoiceField; readonly rows: OptionRows }
}

/** The vertex of a field in the order of evaluation: its slug, in a list `list.field`. */
export const vertex = (name: Name, list: Name | undefined): string =>
  list === undefined ? name.slug : `${list.slug}.${name.slug}`

/** Among what a rule reads: that some of it is of the row before. No field has such a name. */
export const ROW_BEFORE = "the row before"

export interface ResolvedName {
  readonly name: Name
  readonly place: Place
  readonly vertex: string
}

/** Finds a bare name: of the rule's own row first, then of the form. */
export const find = (scope: Scope, slug: string): ResolvedName | undefined => {
  const sibling = scope.own?.rows.get(slug)
  if (sibling !== undefined)
    return { name: sibling, place: { at: "row", slot: sibling.slot }, vertex: vertex(sibling, scope.own) }
  const field = scope.fields.get(slug)
  return field && { name: field, place: { at: "form", slot: field.slot }, vertex: vertex(field, undefined) }
}

/** Why a field cannot be shown here, in a sentence; undefined where it can. */
export const leaking = ({ leaves }: Scope, { field, slug }: Name): string | undefined => {
  if (leaves === undefined || field?.internal !== true) return undefined
  return leaves === "message"
    ? `\`${slug}\` is internal, and callers who may not see it read this message. Show a field that is not internal.`
    : `\`${slug}\` is internal, and an effect sends it out of the service. Take it out, or write \`"internal": true\` beside the effect's \`kind\` where its receiver may know it.`
}

/** Every bare name in scope. */
export const names = (scope: Scope): ReadonlyArray<string> => [
  ...(scope.own?.rows.keys() ?? []),
  ...scope.fields.keys(),
  ...scope.constants.keys(),
  "today"
]

export const optionsOf = (name: Name): ReadonlyArray<Option> | undefined =>
  name.field !== undefined && "options" in name.field ? name.field.options : undefined

/** A hint at fields in groups for a name that no field has: the fields of the group of that name, or the one that is called so in a group. */
export const hintAtGroups = ({ fields, groups }: Pick<Scope, "fields" | "groups">, name: string): string => {
  if (groups.has(name)) {
    const inside = [...fields.keys()].filter((slug) => groupOf(slug) === name).slice(0, 12)
    return ` It is a group of fields; name one of them: ${inside.map((slug) => `\`${slug}\``).join(", ")}.`
  }
  const grouped = [...fields.keys()].find((slug) => slug.endsWith(`.${name}`))
  return grouped === undefined ? "" : ` It is in a group: \`${grouped}\`.`
}

/** A field of rows, by its name alone or with that of its list before it. */
export const inRows = (
  { fields }: Pick<Scope, "fields">,
  name: string
): { readonly list: Name; readonly own: Name } | undefined => {
  for (const list of fields.values()) {
    const own = list.rows.get(name.startsWith(`${list.slug}.`) ? name.slice(list.slug.length + 1) : name)
    if (own !== undefined) return { list, own }
  }
  return undefined
}
