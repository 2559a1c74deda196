/** What changed in a form's sections: what of it people see otherwise, and which fields are hidden in other cases. */
import { type Change, changed, type Pair, paired, reason, same } from "../Comparison.ts"
import type { Section } from "../Definition.ts"
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { compareExtensions } from "./compareExtensions.ts"
import { meaningOf } from "./resolved.ts"

const conditionOf = (form: CheckedForm, index: number): string =>
  meaningOf(form, {
    written: form.definition.sections[index]?.visibleWhen,
    tree: form.sections[index]?.visibleWhen
  })

const indexOf = ({ definition }: CheckedForm, id: string): number =>
  definition.sections.findIndex((section) => section.id === id)

const ofBoth = (forms: Pair<CheckedForm>, name: string, { after, before }: Pair<Section>): ReadonlyArray<Change> => {
  const shown = (["title", "description", "newPage", "fields"] as const).flatMap((member) =>
    same(before[member], after[member])
      ? []
      : [changed("section", name, member, { before: before[member], after: after[member] })]
  )
  const meaning = (side: keyof typeof forms): string => conditionOf(forms[side], indexOf(forms[side], name))
  const why = `The fields of the section \`${name}\` are hidden in other cases now: what was not looked at is checked, or what was there is missing.`
  return [
    ...shown,
    ...(meaning("before") === meaning("after")
      ? []
      : [changed("section", name, "visibleWhen", { before: before.visibleWhen, after: after.visibleWhen }, why)]),
    ...compareExtensions("section", name, { before, after })
  ]
}

export const compareSections = (forms: Pair<CheckedForm>): ReadonlyArray<Change> => [
  ...paired(forms.before.definition.sections, forms.after.definition.sections, ({ id }) => id).flatMap(
    ({ after, before, name }): ReadonlyArray<Change> => {
      // What it means for a caller is said of its fields.
      if (before === undefined) return [{ subject: "section", name, change: "added", ...reason(undefined) }]
      if (after === undefined) return [{ subject: "section", name, change: "removed", ...reason(undefined) }]
      return ofBoth(forms, name, { before, after })
    }
  ),
  ...orderOf(forms)
]

/** The order of the sections that both sides have. */
const orderOf = ({ after, before }: Pair<CheckedForm>): ReadonlyArray<Change> => {
  const [had, has] = [before, after].map(({ definition }) => definition.sections.map(({ id }) => id))
  const pair = {
    before: (had ?? []).filter((id) => has?.includes(id)),
    after: (has ?? []).filter((id) => had?.includes(id))
  }
  return same(pair.before, pair.after) ? [] : [changed("form", "", "sections", pair)]
}

const sectionOf = ({ definition }: CheckedForm, slug: string): Section | undefined =>
  definition.sections.find(({ fields }) => fields.includes(slug))

/** A field that stands in another section, whose condition may be another one. */
export const ofPlacement = (forms: Pair<CheckedForm>, slug: string): ReadonlyArray<Change> => {
  const before = sectionOf(forms.before, slug)?.id
  const after = sectionOf(forms.after, slug)?.id
  if (before === after) return []
  const condition = (side: keyof typeof forms, id: string | undefined): string =>
    id === undefined ? "" : conditionOf(forms[side], indexOf(forms[side], id))
  const why = `\`${slug}\` stands in another section, and is hidden in other cases now: what was not looked at is checked, or what was there is missing.`
  return [
    changed(
      "field",
      slug,
      "section",
      { before, after },
      condition("before", before) === condition("after", after) ? undefined : why
    )
  ]
}
