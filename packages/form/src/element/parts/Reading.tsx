/** What was filled in, to be read: `mode="read"`. */
import { useLayoutEffect, useReducer } from "preact/hooks"
import type { FieldView, SectionView } from "../../FieldView.ts"
import { idOfSection, useFiller, useForm, useView } from "../Filler.ts"
import { Outcomes, Raised } from "./Outcomes.tsx"
import { Shown } from "./Shown.tsx"
import { Why } from "./Why.tsx"

const Item = ({ pointer }: { readonly pointer: string }) => {
  const view = useView(pointer)
  if (view === undefined || !view.shown) return null
  return (
    <div class="fw-item">
      <dt>{view.label}</dt>
      <dd>
        <Shown view={view} />
        {view.computed ? <Why view={view} /> : null}
        <Raised outcomes={view.outcomes} />
      </dd>
    </div>
  )
}

const Rows = ({ pointer }: { readonly pointer: string }) => {
  const { words } = useFiller()
  const view = useView(pointer)
  if (view === undefined || !view.shown) return null
  if (view.rows.length === 0)
    return (
      <dl>
        <Item pointer={pointer} />
      </dl>
    )
  return (
    <>
      <Raised outcomes={view.outcomes} />
      {view.rows.map((key, index) => (
        <section key={key} class="fw-row" aria-label={words.row(view.label, index + 1)}>
          <p class="fw-label">{words.row(view.label, index + 1)}</p>
          <dl>
            {view.fields.map((slug) => (
              <Item key={slug} pointer={`${pointer}/${index}/${slug}`} />
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}

/** Fields that follow each other, and lists between them. */
const runsOf = (views: ReadonlyArray<FieldView>): ReadonlyArray<ReadonlyArray<FieldView>> =>
  views.reduce<ReadonlyArray<ReadonlyArray<FieldView>>>((runs, view) => {
    const last = runs.at(-1)
    const goesOn = last !== undefined && view.type !== "list" && last[0]?.type !== "list"
    return goesOn ? [...runs.slice(0, -1), [...last, view]] : [...runs, [view]]
  }, [])

/** Renders again when the view of any field changes. */
const useViews = (): void => {
  const { session } = useFiller()
  const { fields } = useForm()
  const [, again] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    const ends = fields.map((pointer) => session.subscribe(pointer, () => again(undefined)))
    return () => {
      for (const end of ends) end()
    }
  }, [session, fields])
}

const Runs = ({ fields }: Pick<SectionView, "fields">) => {
  const { session } = useFiller()
  return (
    <>
      {runsOf(fields.flatMap((pointer) => session.view(pointer) ?? [])).map((run) => {
        const [first] = run
        if (first === undefined) return null
        const { pointer, type } = first
        if (type === "list") return <Rows key={pointer} pointer={pointer} />
        return (
          <dl key={pointer}>
            {run.map((view) => (
              <Item key={view.pointer} pointer={view.pointer} />
            ))}
          </dl>
        )
      })}
    </>
  )
}

const Section = ({ fields, id, shown, title }: SectionView) => {
  const filler = useFiller()
  if (!shown) return null
  if (title === undefined) return <Runs fields={fields} />
  const heading = `${idOfSection(filler, id)}-title`
  return (
    <section class="fw-section" aria-labelledby={heading}>
      <h2 class="fw-title" id={heading}>
        {title}
      </h2>
      <Runs fields={fields} />
    </section>
  )
}

export const Reading = () => {
  useViews()
  const { pages } = useForm()
  return (
    <div class="fw-form" data-mode="read">
      {pages.flatMap(({ sections }) => sections.map((section) => <Section key={section.id} {...section} />))}
      <Outcomes />
    </div>
  )
}
