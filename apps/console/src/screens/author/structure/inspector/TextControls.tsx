/** Controls of members that are a text. */
import { useMessages } from "../../../../messages/useMessages.ts"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Select } from "../../../../parts/Select.tsx"
import { TextField } from "../../../../parts/TextField.tsx"
import { entriesOf, memberOf, sourceOf, textOf } from "../../document/nodes.ts"
import type { Node } from "../../document/parseText.ts"
import type { ControlProps } from "./Control.ts"
import styles from "./Inspector.module.css"

/** An empty text is a member that is left out, where that is allowed. */
const written = (text: string, isRequired: boolean | undefined): string | undefined =>
  text === "" && isRequired !== true ? undefined : JSON.stringify(text)

export const LineControl = (props: ControlProps & { readonly rows?: number }) => {
  const { description, isDisabled, label, member, node, onChange, problem, rows } = props
  return (
    <TextField
      label={label}
      description={description}
      problem={problem}
      rows={rows}
      isDisabled={isDisabled}
      isOptional={member.isRequired !== true}
      value={textOf(node) ?? ""}
      onChange={(text) => onChange(written(text, member.isRequired))}
    />
  )
}

/** What something other than a text is shows in the source alone. */
export const FixedControl = ({ label, node, text }: ControlProps) =>
  node === undefined ? null : (
    <div className={styles.fixed}>
      <span className={styles.fixedLabel}>{label}</span>
      <code>
        <Foreign text={textOf(node) ?? sourceOf(text, node)} />
      </code>
    </div>
  )

/** An expression or a template, with the language's help. */
export const RuleControl = ({ description, label, member, node, onChange, pointer, problem, tools }: ControlProps) => (
  <div className={styles.rule}>
    <span className={styles.fixedLabel}>{label}</span>
    {tools.expression({
      pointer,
      label,
      isTemplate: member.control !== "expression",
      value: textOf(node) ?? "",
      onChange: (text) => onChange(written(text, member.isRequired))
    })}
    {description !== undefined && <span className={styles.hint}>{description}</span>}
    {problem !== "" && <span className={styles.problem}>{problem}</span>}
  </div>
)

/** The names by which a check may be about a field: `premium`, and in rows `drivers.age`. */
const fieldNames = (tree: Node): ReadonlyArray<string> =>
  entriesOf(memberOf(tree, "fields")).flatMap((field) => {
    const slug = textOf(memberOf(field, "slug"))
    if (slug === undefined) return []
    const rows = entriesOf(memberOf(field, "fields")).flatMap((row) => textOf(memberOf(row, "slug")) ?? [])
    return [slug, ...rows.map((row) => `${slug}.${row}`)]
  })

interface ChoiceProps extends ControlProps {
  readonly choices: ReadonlyArray<string>
  /** What people read instead of the text. */
  readonly words?: (text: string) => string
}

/** One of several texts; what the text is now can be chosen again, also if it is none of them. */
export const ChoiceControl = (props: ChoiceProps) => {
  const { common } = useMessages()
  const {
    choices,
    isDisabled,
    label,
    member,
    node,
    onChange,
    problem,
    words = (text) => (text === "" ? common.none : text)
  } = props
  const now = textOf(node) ?? ""
  const isOpen = member.isRequired !== true || now === ""
  const values = [...(isOpen ? [""] : []), ...new Set([...choices, ...(now === "" ? [] : [now])])]
  return (
    <div>
      <Select
        label={label}
        isDisabled={isDisabled}
        value={now}
        options={values.map((id) => ({ id, label: words(id) }))}
        onChange={(id) => onChange(written(id, member.isRequired))}
      />
      {problem !== "" && <span className={styles.problem}>{problem}</span>}
    </div>
  )
}

export const FieldControl = (props: ControlProps) => <ChoiceControl {...props} choices={fieldNames(props.tree)} />
