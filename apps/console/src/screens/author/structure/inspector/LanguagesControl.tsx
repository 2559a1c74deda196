/** The languages of a form in one line, its own first, and how many texts each of the others lacks. */
import { useMessages } from "../../../../messages/useMessages.ts"
import { TextField } from "../../../../parts/TextField.tsx"
import { entriesOf, textOf } from "../../document/nodes.ts"
import type { Node } from "../../document/parseText.ts"
import { missingTexts } from "../../document/translations.ts"
import type { ControlProps } from "./Control.ts"

export const shownLanguages = (node: Node | undefined): string =>
  entriesOf(node)
    .map((entry) => textOf(entry) ?? "")
    .join(", ")

/** What was typed as JSON; a comma at the end is a tag that is still to come. */
export const writtenLanguages = (typed: string): string | undefined =>
  typed.trim() === "" ? undefined : JSON.stringify(typed.split(",").map((tag) => tag.trim()))

export const LanguagesControl = ({ isDisabled, label, node, onChange, problem, tree }: ControlProps) => {
  const { structure } = useMessages()
  const missing = [...missingTexts(tree)].filter(([, count]) => count > 0)
  return (
    <TextField
      label={label}
      description={[
        structure.why.languages,
        ...missing.map(([language, count]) => structure.missingTexts({ language, count }))
      ].join(" ")}
      problem={problem}
      isDisabled={isDisabled}
      isOptional
      value={shownLanguages(node)}
      onChange={(typed) => onChange(writtenLanguages(typed))}
    />
  )
}
