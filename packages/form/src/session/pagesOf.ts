/** How a form is laid out: its pages, their sections, and which of them are there to be seen. */
import type { Extensions, Section } from "@formwork/rules/Definition"
import type { FillableField, FillableForm } from "@formwork/rules/FillableForm"
import { pointerOf } from "@formwork/rules/groups"
import type { PageView, SectionView } from "../FieldView.ts"

type Layout = Pick<FillableForm, "fields" | "sections">

interface Laid {
  readonly id: string
  readonly title: string | undefined
  readonly description: string | undefined
  readonly extensions: Extensions
  /** Pointers of its fields. */
  readonly fields: ReadonlyArray<string>
}

/** The whole name of the field that a pointer leads to. */
const slugOf = (pointer: string): string => pointer.slice(1).replace("/", ".")

const laidOf = ({ description, extensions = {}, fields, id, title }: Section): Laid => ({
  id,
  title,
  description,
  extensions,
  fields: fields.map(pointerOf)
})

/** Fields of no section come after all of them. */
const others = ({ fields, sections }: Layout): ReadonlyArray<Laid> => {
  const inSections = new Set(sections.flatMap((section) => section.fields))
  const slugs = fields.flatMap(({ field: { slug } }) => (inSections.has(slug) ? [] : [slug]))
  return slugs.length === 0
    ? []
    : [{ id: "", title: undefined, description: undefined, extensions: {}, fields: slugs.map(pointerOf) }]
}

const laidOut = (form: Layout): ReadonlyArray<ReadonlyArray<Laid>> => {
  const pages: Array<Array<Laid>> = []
  for (const section of form.sections) {
    const last = pages.at(-1)
    if (last === undefined || section.newPage === true) pages.push([laidOf(section)])
    else last.push(laidOf(section))
  }
  const last = pages.at(-1)
  if (last === undefined) return [others(form).slice()]
  last.push(...others(form))
  return pages
}

const known = new WeakMap<ReadonlyArray<Section>, WeakMap<ReadonlyArray<FillableField>, ReturnType<typeof laidOut>>>()

/** What the definition says alone, once for each form. */
const layoutOf = (form: Layout): ReturnType<typeof laidOut> => {
  const ofSections = known.get(form.sections) ?? new WeakMap<ReadonlyArray<FillableField>, ReturnType<typeof laidOut>>()
  const laid = ofSections.get(form.fields) ?? laidOut(form)
  known.set(form.sections, ofSections)
  ofSections.set(form.fields, laid)
  return laid
}

const pointers = new WeakMap<ReturnType<typeof laidOut>, ReadonlyArray<string>>()

/** The pointers of all fields as they are laid out: the same list for the same form. That it did not change is seen without looking at each. */
export const pointersOf = (form: Layout): ReadonlyArray<string> => {
  const laid = layoutOf(form)
  const known = pointers.get(laid) ?? laid.flatMap((page) => page.flatMap(({ fields }) => fields))
  pointers.set(laid, known)
  return known
}

/** @param hidden slugs of the form's own fields, among other names. */
export const pagesOf = (form: Layout, hidden: ReadonlySet<string>): ReadonlyArray<PageView> =>
  layoutOf(form).map((laid) => {
    const sections = laid.map((section): SectionView => ({
      ...section,
      shown: section.fields.some((pointer) => !hidden.has(slugOf(pointer)))
    }))
    return { sections, shown: sections.some(({ shown }) => shown) }
  })
