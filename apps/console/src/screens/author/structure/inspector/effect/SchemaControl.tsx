/** The control of a part of an effect, by the published schema. */
import type { ReactNode } from "react"
import { lazily } from "../../../../../parts/lazily.tsx"
import { useMessages } from "../../../../../messages/useMessages.ts"
import { problemOf } from "../Control.ts"
import { FlagControl } from "../FlagControl.tsx"
import type { Member } from "../members.ts"
import { ChoiceControl, LineControl, RuleControl } from "../TextControls.tsx"
import { TranslatedControl } from "../TranslatedControl.tsx"
import { wordFor } from "../wordFor.ts"
import { EitherControl } from "./EitherControl.tsx"
import { GroupControl } from "./GroupControl.tsx"
import { JsonControl } from "./JsonControl.tsx"
import { LinesControl } from "./LinesControl.tsx"
import { MapControl } from "./MapControl.tsx"
import { memberOf, nodeAt } from "../../../document/nodes.ts"
import { type Shape, shapeOf, translatedIn } from "./Schema.ts"
import type { SchemaProps, ShapeControl } from "./SchemaProps.ts"
import { VariantsControl } from "./VariantsControl.tsx"

const DocumentsControl = lazily(async () => (await import("./DocumentsControl.tsx")).DocumentsControl)

const controls: { readonly [S in Shape]: ShapeControl } = {
  flag: FlagControl,
  choice: (props) => <ChoiceControl {...props} choices={props.schema.enum ?? []} />,
  text: LineControl,
  template: RuleControl,
  long: RuleControl,
  expression: RuleControl,
  lines: LinesControl,
  documents: DocumentsControl,
  all: LinesControl,
  group: GroupControl,
  map: MapControl,
  variants: VariantsControl,
  either: EitherControl,
  json: JsonControl
}

/** Whether a text has a line for each language: where its effect says one, and where it is written in several already. */
const isSpoken = ({ good, node, pointer, schema }: SchemaProps): boolean => {
  const effect = nodeAt(good.tree, pointer.split("/", 3).join("/"))
  return translatedIn(schema) !== undefined && (node?.type === "object" || memberOf(effect, "language") !== undefined)
}

export const SchemaControl = (props: SchemaProps): ReactNode => {
  const { structure } = useMessages()
  const shape = shapeOf(props.schema)
  if (shape === undefined) return null
  const control = shape === "expression" ? "expression" : "line"
  const member: Member = { name: props.name, control, isRequired: props.isRequired }
  const Control = controls[shape]
  const given = {
    ...props,
    Nested: SchemaControl,
    member,
    text: props.good.text,
    tree: props.good.tree,
    label: props.label ?? wordFor(structure.members, props.name) ?? props.name,
    description: wordFor(structure.why, props.name) ?? props.schema.description,
    problem: problemOf(props.tools.faults, props.pointer)
  }
  return isSpoken(props) ? (
    <TranslatedControl {...given} control={(own) => <Control {...given} {...own} />} />
  ) : (
    <Control {...given} />
  )
}
