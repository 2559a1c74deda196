/** The control of a member, by the table. */
import type { ReactNode } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import { memberOf, nodeAt, textOf } from "../../document/nodes.ts"
import { parentOf } from "../../document/pointer.ts"
import { changeType } from "./changeType.ts"
import { ConstantsControl } from "./constants/ConstantsControl.tsx"
import type { ControlProps } from "./Control.ts"
import { FlagControl } from "./FlagControl.tsx"
import { fieldTypes } from "./members.ts"
import { isRowField } from "./partAt.ts"
import { NamesControl } from "./NamesControl.tsx"
import { NumberControl } from "./NumberControl.tsx"
import { AttributesControl } from "./options/AttributesControl.tsx"
import { OptionsControl } from "./OptionsControl.tsx"
import { OptionsFromControl } from "./OptionsFromControl.tsx"
import { SectionsControl } from "./sections/SectionsControl.tsx"
import { TablesControl } from "./tables/TablesControl.tsx"
import { ValueControl } from "./ValueControl.tsx"
import { LanguagesControl } from "./LanguagesControl.tsx"
import { TranslatedControl } from "./TranslatedControl.tsx"
import { SentencesControl } from "./SentencesControl.tsx"
import { wordFor } from "./wordFor.ts"
import { SlugControl } from "./SlugControl.tsx"
import { ChoiceControl, FieldControl, FixedControl, LineControl, RuleControl } from "./TextControls.tsx"

const TypeControl = (props: ControlProps) => {
  const { node, pointer, tools } = props
  const { structure } = useMessages()
  const now = textOf(node) ?? ""
  const change = (json: string | undefined): void => {
    const field = parentOf(pointer)
    if (json === undefined || field === undefined) return
    tools.store.edit(changeType(props.tree, field, now, String(JSON.parse(json))))
    tools.store.select(field)
  }
  return (
    <ChoiceControl
      {...props}
      choices={fieldTypes.filter((type) => type !== "list" || !isRowField(pointer))}
      onChange={change}
      words={(type) => wordFor(structure.types, type) ?? type}
    />
  )
}

/** Bounds are written as the field's values are: numbers as numbers, amounts and dates as texts. */
const BoundControl = (props: ControlProps) => {
  const field = nodeAt(props.tree, parentOf(props.pointer) ?? "")
  const type = textOf(memberOf(field, "type"))
  const isNumber = type === "integer" || type === "number"
  return <NumberControl {...props} isText={props.node === undefined ? !isNumber : props.node.type === "string"} />
}

/** In the outline, or beside the other members of the workflow. */
const nothing = (): ReactNode => null

const controls: { readonly [K in ControlProps["member"]["control"]]: (props: ControlProps) => ReactNode } = {
  line: LineControl,
  lines: (props) => <LineControl {...props} rows={2} />,
  template: RuleControl,
  expression: RuleControl,
  flag: FlagControl,
  whole: (props) => <NumberControl {...props} isText={false} />,
  bound: BoundControl,
  value: ValueControl,
  choice: (props) => <ChoiceControl {...props} choices={props.member.choices ?? []} />,
  field: FieldControl,
  names: NamesControl,
  slug: SlugControl,
  type: TypeControl,
  fixed: FixedControl,
  languages: LanguagesControl,
  sentences: SentencesControl,
  options: OptionsControl,
  attributes: AttributesControl,
  optionsFrom: OptionsFromControl,
  constants: ConstantsControl,
  tables: TablesControl,
  sections: SectionsControl,
  workflow: nothing,
  outline: nothing
}

export const MemberControl = (props: ControlProps): ReactNode => {
  const Control = controls[props.member.control]
  return props.member.isTranslated === true ? (
    <TranslatedControl {...props} control={Control} />
  ) : (
    <Control {...props} />
  )
}
