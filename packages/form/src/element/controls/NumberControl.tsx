import { useState } from "preact/hooks"
import { useFiller, useSet } from "../Filler.ts"
import { numberFormat } from "../values/formats.ts"
import { readNumber, writeNumber } from "../values/readNumber.ts"
import { type ControlProps, described, textOf } from "./ControlProps.ts"

const symbolOf = (language: string, currency: string): string =>
  numberFormat(language, { style: "currency", currency, currencyDisplay: "narrowSymbol" })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? currency

/** A text box, because a number box drops what it cannot read. While a person types, their text stays as it is. */
export const NumberControl = (props: ControlProps) => {
  const { id, view } = props
  const { signs, words } = useFiller()
  const set = useSet(view.pointer)
  const [typing, setTyping] = useState<string>()
  const { currency } = view.limits
  const { unit } = view
  const describedBy =
    unit === undefined ? props.describedBy : [`${id}-unit`, props.describedBy].filter(Boolean).join(" ")
  return (
    <span class="fw-number">
      {currency === undefined ? null : <span class="fw-unit">{symbolOf(words.language, currency)}</span>}
      <input
        {...described({ ...props, describedBy })}
        id={id}
        type="text"
        inputMode={view.type === "integer" ? "numeric" : "decimal"}
        autocomplete="off"
        data-size="short"
        placeholder={view.placeholder}
        aria-required={view.required}
        value={typing ?? writeNumber(textOf(view), signs)}
        onInput={({ currentTarget: { value } }) => {
          setTyping(value)
          set(value === "" ? undefined : readNumber(value, signs))
        }}
        onBlur={() => setTyping(undefined)}
      />
      {unit === undefined ? null : (
        <span class="fw-unit" id={`${id}-unit`}>
          {unit}
        </span>
      )}
    </span>
  )
}
