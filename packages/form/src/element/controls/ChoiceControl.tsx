import { useFiller, useSet } from "../Filler.ts"
import { type ControlProps, described, textOf } from "./ControlProps.ts"

export const ChoiceControl = (props: ControlProps) => {
  const { id, view } = props
  const { words } = useFiller()
  const set = useSet(view.pointer)
  const chosen = textOf(view)
  const isKnown = chosen === "" || view.options.some(({ value }) => value === chosen)
  return (
    <select
      {...described(props)}
      id={id}
      aria-required={view.required}
      value={chosen}
      onChange={({ currentTarget: { value } }) => set(value === "" ? undefined : value)}
    >
      <option value="">{view.placeholder ?? words.choose}</option>
      {isKnown ? null : <option value={chosen}>{chosen}</option>}
      {view.options.map(({ label, value }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
