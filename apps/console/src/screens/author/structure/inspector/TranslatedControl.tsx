/** A text that may be written in each language of the form: one line for each of them. */
import type { ReactNode } from "react"
import { below } from "../../document/pointer.ts"
import { membersOf } from "../../document/nodes.ts"
import { languagesOf, textIn, withTextIn } from "../../document/translations.ts"
import { type ControlProps, problemOf } from "./Control.ts"
import styles from "./Inspector.module.css"

export interface TranslatedProps extends ControlProps {
  readonly control: (props: ControlProps) => ReactNode
}

/** A form in one language has the control alone. */
export const TranslatedControl = ({ control: Control, ...props }: TranslatedProps) => {
  const { description, label, member, node, onChange, pointer, problem, text, tools, tree } = props
  const named = languagesOf(tree)
  if (named.length < 2 && node?.type !== "object") return <Control {...props} />
  const [own] = named
  const languages = [...new Set([...named, ...membersOf(node).map(({ name }) => name)])]
  return (
    <fieldset className={styles.rule} disabled={props.isDisabled}>
      <legend className={styles.fixedLabel}>{label}</legend>
      {description !== undefined && <span className={styles.hint}>{description}</span>}
      {problem !== "" && <span className={styles.problem}>{problem}</span>}
      {languages.map((language) => {
        const isPlain = node?.type !== "object" && language === own
        const at = isPlain ? pointer : below(pointer, language)
        return (
          <div key={language} lang={language}>
            <Control
              {...props}
              member={{ ...member, isRequired: member.isRequired === true && language === own }}
              pointer={at}
              node={textIn(node, language, own)}
              label={`${label} (${language})`}
              description={undefined}
              problem={isPlain ? "" : problemOf(tools.faults, at)}
              onChange={(json) => onChange(withTextIn(text, node, named, language, json))}
            />
          </div>
        )
      })}
    </fieldset>
  )
}
