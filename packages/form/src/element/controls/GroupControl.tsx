/** Several boxes under one label: the options of `choices`, and yes or no. */
import type { Json } from "@formwork/rules/Json"
import { useFiller, useSet } from "../Filler.ts"
import type { ControlProps } from "./ControlProps.ts"

const chosenIn = (value: Json | undefined): ReadonlyArray<Json> => (Array.isArray(value) ? value : [])

export const ChoicesControl = ({ id, view }: ControlProps) => {
  const set = useSet(view.pointer)
  const chosen = chosenIn(view.value)
  // In the options' order; what is no option stays.
  const next = (option: string, isChosen: boolean): ReadonlyArray<Json> => {
    const after = isChosen ? [...chosen, option] : chosen.filter((own) => own !== option)
    const known = view.options.map(({ value }) => value).filter((value) => after.includes(value))
    return [...known, ...after.filter((own) => !view.options.some(({ value }) => value === own))]
  }
  return (
    <div class="fw-options" data-many={view.options.length > 12}>
      {view.options.map(({ label, value }, index) => (
        <label key={value} class="fw-option">
          <input
            type="checkbox"
            id={index === 0 ? id : undefined}
            checked={chosen.includes(value)}
            onChange={({ currentTarget: { checked } }) => {
              const after = next(value, checked)
              set(after.length === 0 ? undefined : after)
            }}
          />
          {label}
        </label>
      ))}
    </div>
  )
}

/** Yes and no, where an answer has to be given. */
export const YesNoControl = ({ id, view }: ControlProps) => {
  const { words } = useFiller()
  const set = useSet(view.pointer)
  return (
    <div class="fw-options" data-inline="">
      {[true, false].map((answer) => (
        <label key={String(answer)} class="fw-option">
          <input
            type="radio"
            name={id}
            id={answer ? id : undefined}
            checked={view.value === answer}
            onChange={() => set(answer)}
          />
          {answer ? words.yes : words.no}
        </label>
      ))}
    </div>
  )
}
