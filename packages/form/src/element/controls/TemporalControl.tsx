import { useFiller, useSet } from "../Filler.ts"
import { toMoment, toWall } from "../values/moments.ts"
import { type ControlProps, described, ofType, textOf } from "./ControlProps.ts"

const kinds: { readonly [type: string]: string | undefined } = {
  date: "date",
  time: "time",
  datetime: "datetime-local"
}
const forms: { readonly [type: string]: RegExp | undefined } = {
  date: /^\d{4}-\d\d-\d\d$/u,
  time: /^\d\d:\d\d(:\d\d)?$/u,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d/u
}

/** The browser's own control. A value that it cannot show stands in a text box, so that it is not lost. */
export const TemporalControl = (props: ControlProps) => {
  const { id, view } = props
  const { timeZone, words } = useFiller()
  const set = useSet(view.pointer)
  const text = textOf(view)
  const value = view.type === "datetime" ? (toWall(text, timeZone) ?? text) : text
  const isShown = value === "" || forms[view.type]?.test(value) === true
  return (
    <>
      <input
        {...described(props)}
        id={id}
        {...ofType(isShown ? (kinds[view.type] ?? "text") : "text")}
        data-size="short"
        placeholder={view.placeholder}
        aria-required={view.required}
        value={value}
        onInput={({ currentTarget: control }) => {
          // A date that is typed in part is no value yet. The control keeps it; the form knows that it is not right.
          if (control.value === "") return set(control.validity.badInput ? "" : undefined)
          set(view.type === "datetime" && isShown ? toMoment(control.value, timeZone) : control.value)
        }}
      />
      {view.type === "datetime" ? <span class="fw-unit">{words.timesIn(timeZone)}</span> : null}
    </>
  )
}
