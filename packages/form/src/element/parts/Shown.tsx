/** A value to be read. */
import type { FieldView } from "../../FieldView.ts"
import { useFiller } from "../Filler.ts"
import { shown } from "../values/shown.ts"
import { FileShown } from "./FileShown.tsx"

export const Shown = ({ view }: { readonly view: FieldView }) => {
  const filler = useFiller()
  return view.type === "file" && typeof view.value === "string" && view.value !== "" ? (
    <FileShown id={view.value} label={view.label} />
  ) : (
    <bdi>{shown(view, filler)}</bdi>
  )
}
