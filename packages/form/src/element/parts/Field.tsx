/** One field: its label, its help, its control and its problem. */
import type { ComponentType } from "preact"
import type { FieldView } from "../../FieldView.ts"
import { ChoiceControl } from "../controls/ChoiceControl.tsx"
import type { ControlProps } from "../controls/ControlProps.ts"
import { FileControl } from "../controls/FileControl.tsx"
import { ChoicesControl, YesNoControl } from "../controls/GroupControl.tsx"
import { NumberControl } from "../controls/NumberControl.tsx"
import { MOST_LISTED, SearchControl } from "../controls/SearchControl.tsx"
import { TemporalControl } from "../controls/TemporalControl.tsx"
import { TextControl } from "../controls/TextControl.tsx"
import { idOf, useFiller, useLeaving, useSet, useView } from "../Filler.ts"
import { List } from "./List.tsx"
import { Help, Mark, notesOf, Problems } from "./Notes.tsx"
import { Raised } from "./Outcomes.tsx"
import { Shown } from "./Shown.tsx"
import { Why } from "./Why.tsx"

const controls: { readonly [type: string]: ComponentType<ControlProps> | undefined } = {
  integer: NumberControl,
  number: NumberControl,
  money: NumberControl,
  date: TemporalControl,
  time: TemporalControl,
  datetime: TemporalControl,
  choice: ChoiceControl,
  file: FileControl
}

/** A value that a person cannot change: a computed one, or one that the page gives. */
const Value = ({ id, view }: { readonly id: string; readonly view: FieldView }) => (
  <div class="fw-field" data-type={view.type} data-read-only="">
    <label class="fw-label" for={id}>
      {view.label}
    </label>
    <output id={id} class="fw-value" aria-live="off" aria-describedby={notesOf(id, view)} data-pointer={view.pointer}>
      <Shown view={view} />
    </output>
    {view.computed ? <Why view={view} /> : null}
    <Help id={`${id}-help`} view={view} />
    <Problems id={`${id}-problem`} view={view} />
    <Raised id={`${id}-outcomes`} outcomes={view.outcomes} />
  </div>
)

/** A box that is ticked or not: its label stands behind it. */
const Tick = ({ describedBy, id, view }: ControlProps) => {
  const set = useSet(view.pointer)
  return (
    <label class="fw-option">
      <input
        type="checkbox"
        id={id}
        aria-describedby={describedBy}
        aria-invalid={view.problem === undefined ? undefined : "true"}
        checked={view.value === true}
        onChange={({ currentTarget: { checked } }) => set(checked)}
      />
      {view.label}
    </label>
  )
}

const Hidden = ({ view }: { readonly view: FieldView }) => {
  const { words } = useFiller()
  return (
    <div class="fw-hidden">
      {words.isHidden(view.label)} <Why view={view} />
    </div>
  )
}

const Control = (props: ControlProps) => {
  const { id, view } = props
  const Own = view.options.length > MOST_LISTED ? SearchControl : (controls[view.type] ?? TextControl)
  return (
    <>
      <label class="fw-label" for={id}>
        <bdi>{view.label}</bdi>
        {view.required ? (
          <span class="fw-mark" aria-hidden="true">
            *
          </span>
        ) : null}
      </label>
      <Help id={`${id}-help`} view={view} />
      <Own {...props} />
    </>
  )
}

const Group = (props: ControlProps) => {
  const { describedBy, id, view } = props
  const Own = view.type === "choices" ? ChoicesControl : YesNoControl
  return (
    <fieldset class="fw-group" aria-describedby={describedBy}>
      <legend class="fw-label">
        <bdi>{view.label}</bdi>
        <Mark view={view} />
      </legend>
      <Help id={`${id}-help`} view={view} />
      <Own {...props} />
    </fieldset>
  )
}

export const Field = ({ pointer }: { readonly pointer: string }) => {
  const filler = useFiller()
  const view = useView(pointer)
  const leaving = useLeaving(pointer)
  if (view === undefined) return null
  if (!view.shown) return filler.why ? <Hidden view={view} /> : null
  if (view.type === "list") return <List view={view} part={Field} />
  const id = idOf(filler, pointer)
  if (view.computed || view.readOnly) return <Value id={id} view={view} />
  const props = { id, view, describedBy: notesOf(id, view) }
  const isTick = view.type === "boolean" && !view.required
  const isGroup = view.type === "choices" || (view.type === "boolean" && !isTick)
  return (
    <div
      class="fw-field"
      data-type={view.type}
      data-invalid={view.problem === undefined ? undefined : ""}
      onFocusOut={leaving}
    >
      {isTick ? (
        <>
          <Tick {...props} />
          <Help id={`${id}-help`} view={view} />
        </>
      ) : isGroup ? (
        <Group {...props} />
      ) : (
        <Control {...props} />
      )}
      <Problems id={`${id}-problem`} view={view} />
      <Raised id={`${id}-outcomes`} outcomes={view.outcomes} />
    </div>
  )
}
