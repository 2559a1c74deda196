import { useSet } from "../Filler.ts"
import { type ControlProps, described, ofType, textOf } from "./ControlProps.ts"

const kinds: { readonly [type: string]: string | undefined } = { email: "email", url: "url", phone: "tel" }

export const TextControl = (props: ControlProps) => {
  const { id, view } = props
  const set = useSet(view.pointer)
  const shared = {
    ...described(props),
    id,
    value: textOf(view),
    placeholder: view.placeholder,
    "aria-required": view.required
  }
  if (view.type === "longText")
    return (
      <textarea
        {...shared}
        rows={4}
        onInput={({ currentTarget: { value } }) => set(value === "" ? undefined : value)}
      />
    )
  return (
    <input
      {...shared}
      {...ofType(kinds[view.type] ?? "text")}
      data-size={(view.limits.maxLength ?? 100) <= 20 ? "short" : undefined}
      onInput={({ currentTarget: { value } }) => set(value === "" ? undefined : value)}
    />
  )
}
