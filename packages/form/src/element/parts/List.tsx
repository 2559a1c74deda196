/** A list: its rows, with buttons to add, move and remove them. Fifty rows are shown at a time. */
import type { ComponentType } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import type { FieldView } from "../../FieldView.ts"
import { idOf, useFiller, useLeaving, useView } from "../Filler.ts"
import { Help, Mark, notesOf, Problems } from "./Notes.tsx"
import { Raised } from "./Outcomes.tsx"

/** More rows at once would make each change slow. */
const ROWS_A_PAGE = 50

/** A field of a row. Given, because a field may be a list. */
type Part = ComponentType<{ readonly pointer: string }>

interface RowProps {
  readonly list: FieldView
  readonly index: number
  readonly part: Part
  readonly move: (from: number, to: number) => void
  readonly remove: (index: number) => void
}

const Row = ({ index, list, move, part: Part, remove }: RowProps) => {
  const filler = useFiller()
  const { words } = filler
  const pointer = `${list.pointer}/${index}`
  const view = useView(pointer)
  const leaving = useLeaving(pointer)
  if (view === undefined) return null
  const name = words.row(list.label, index + 1)
  const id = idOf(filler, pointer)
  const button = (text: string, isOff: boolean, act: () => void) => (
    <button type="button" class="fw-small" aria-label={`${text}: ${name}`} disabled={isOff} onClick={act}>
      {text}
    </button>
  )
  return (
    <fieldset
      class="fw-row"
      id={id}
      tabIndex={-1}
      aria-describedby={view.problems.length === 0 ? undefined : `${id}-problem`}
      onFocusOut={leaving}
    >
      <legend class="fw-label">{name}</legend>
      <Problems id={`${id}-problem`} view={view} />
      <div class="fw-fields">
        {list.fields.map((slug) => (
          <Part key={slug} pointer={`${pointer}/${slug}`} />
        ))}
      </div>
      {list.readOnly ? null : (
        <div class="fw-buttons">
          {list.rows.length > 1 ? button(words.up, index === 0, () => move(index, index - 1)) : null}
          {list.rows.length > 1
            ? button(words.down, index === list.rows.length - 1, () => move(index, index + 1))
            : null}
          {button(words.remove, false, () => remove(index))}
        </div>
      )}
    </fieldset>
  )
}

interface PagesProps {
  readonly view: FieldView
  readonly first: number
  readonly go: (first: number) => void
}

const Pages = ({ first, go, view }: PagesProps) => {
  const { words } = useFiller()
  const all = view.rows.length
  if (all <= ROWS_A_PAGE) return null
  const last = Math.min(first + ROWS_A_PAGE, all)
  return (
    <nav class="fw-buttons" aria-label={view.label}>
      <button type="button" class="fw-small" disabled={first === 0} onClick={() => go(first - ROWS_A_PAGE)}>
        {words.previous}
      </button>
      <span aria-live="polite">{words.rowsOf(first + 1, last, all)}</span>
      <button type="button" class="fw-small" disabled={last >= all} onClick={() => go(last)}>
        {words.next}
      </button>
    </nav>
  )
}

const pageOf = (row: number): number => Math.floor(Math.max(0, row) / ROWS_A_PAGE) * ROWS_A_PAGE

/** The row that gets the focus after the next rendering: the keyboard goes on where the change was. */
const useFocus = (view: FieldView) => {
  const filler = useFiller()
  const next = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    if (next.current === undefined) return
    const target = document.getElementById(next.current)
    next.current = undefined
    const control =
      target?.matches("fieldset") === true ? target.querySelector<HTMLElement>("input, select, textarea") : target
    ;(control ?? target)?.focus()
  })
  return {
    row: (index: number) => (next.current = idOf(filler, `${view.pointer}/${index}`)),
    add: () => (next.current = `${idOf(filler, view.pointer)}-add`)
  }
}

interface ListProps {
  readonly view: FieldView
  readonly part: Part
}

/** What a person does to the rows. */
const useRows = (view: FieldView) => {
  const { edit, pages, session } = useFiller()
  const [start, setStart] = useState(0)
  const focus = useFocus(view)
  const { pointer, rows } = view
  useLayoutEffect(() => {
    pages.set(pointer, (row) => setStart(pageOf(row)))
    return () => void pages.delete(pointer)
  }, [pages, pointer])
  return {
    first: Math.min(start, pageOf(rows.length - 1)),
    go: setStart,
    add: () => {
      focus.row(rows.length)
      setStart(pageOf(rows.length))
      edit(pointer, () => session.addRow(pointer))
    },
    move: (from: number, to: number) => {
      focus.row(to)
      setStart(pageOf(to))
      edit(pointer, () => session.moveRow(`${pointer}/${from}`, to))
    },
    remove: (index: number) => {
      if (rows.length > 1) focus.row(Math.min(index, rows.length - 2))
      else focus.add()
      edit(pointer, () => session.removeRow(`${pointer}/${index}`))
    }
  }
}

export const List = ({ part, view }: ListProps) => {
  const filler = useFiller()
  const { words } = filler
  const leaving = useLeaving(view.pointer)
  const { add, first, go, move, remove } = useRows(view)
  const { limits, pointer, rows } = view
  const id = idOf(filler, pointer)
  return (
    <fieldset
      class="fw-list"
      id={id}
      tabIndex={-1}
      data-invalid={view.problem === undefined ? undefined : ""}
      aria-describedby={notesOf(id, view)}
      onFocusOut={leaving}
    >
      <legend class="fw-label">
        <bdi>{view.label}</bdi>
        <Mark view={view} />
      </legend>
      <Help id={`${id}-help`} view={view} />
      <Problems id={`${id}-problem`} view={view} />
      <Raised id={`${id}-outcomes`} outcomes={view.outcomes} />
      {rows.length === 0 ? <p class="fw-help">{words.noRows}</p> : null}
      {rows.slice(first, first + ROWS_A_PAGE).map((key, index) => (
        <Row key={key} list={view} index={first + index} part={part} move={move} remove={remove} />
      ))}
      <Pages view={view} first={first} go={go} />
      {!view.readOnly && rows.length < (limits.maxItems ?? Infinity) ? (
        <button type="button" class="fw-small" id={`${id}-add`} onClick={add}>
          {words.add(view.label)}
        </button>
      ) : null}
    </fieldset>
  )
}
