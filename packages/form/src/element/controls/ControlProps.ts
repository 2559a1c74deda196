import type { FieldView } from "../../FieldView.ts"

/** What a field gives its control. */
export interface ControlProps {
  readonly view: FieldView
  readonly id: string
  /** Ids of the help and the problem, for `aria-describedby`; undefined without them. */
  readonly describedBy: string | undefined
}

export const described = ({ describedBy, view }: ControlProps) => ({
  "aria-describedby": describedBy,
  "aria-invalid": view.problem === undefined ? undefined : ("true" as const)
})

/** A value as the text that a control shows. */
export const textOf = ({ value }: FieldView): string =>
  value === undefined || value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value)

/** The `type` of an input that is known when it runs: Preact's types have a shape for each type, and none for several. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the attributes that these controls set are those of a text box
export const ofType = (type: string): { readonly type: "text" } => ({ type }) as { readonly type: "text" }
