/** The fields of one page, by their sections. */
import type { VNode } from "preact"
import { useMemo, useRef } from "preact/hooks"
import type { PageView, SectionView } from "../../FieldView.ts"
import { idOfSection, useFiller } from "../Filler.ts"
import { Field } from "./Field.tsx"

/** The same nodes each time, also when a field comes or goes: each renders again by itself, when its view changes. */
const Fields = ({ fields }: Pick<SectionView, "fields">) => {
  const shown = useRef<ReadonlyMap<string, VNode>>(new Map())
  return useMemo(() => {
    const nodes = fields.map(
      (pointer) => [pointer, shown.current.get(pointer) ?? <Field key={pointer} pointer={pointer} />] as const
    )
    shown.current = new Map(nodes)
    return <div class="fw-fields">{nodes.map(([, node]) => node)}</div>
  }, [fields])
}

const Section = ({ section }: { readonly section: SectionView }) => {
  const filler = useFiller()
  const { description, fields, id, shown, title } = section
  // A section that is hidden leaves a line for each field, where the page shows why.
  if (!shown && !filler.why) return null
  if (title === undefined) return <Fields fields={fields} />
  const own = idOfSection(filler, id)
  return (
    <fieldset
      class="fw-section"
      id={own}
      tabIndex={-1}
      aria-describedby={description === undefined ? undefined : `${own}-help`}
    >
      <legend>
        <h2 class="fw-title">{title}</h2>
      </legend>
      {description === undefined ? null : (
        <p id={`${own}-help`} class="fw-help">
          {description}
        </p>
      )}
      <Fields fields={fields} />
    </fieldset>
  )
}

export const Sections = ({ page }: { readonly page: PageView }) => (
  <div class="fw-sections">
    {page.sections.map((section) => (
      <Section key={section.id} section={section} />
    ))}
  </div>
)
