/** What a definition has, in a line. */
import type { Json, JsonObject } from "@formwork/rules/Json"
import { useMessages } from "../../../messages/useMessages.ts"
import styles from "./NewForm.module.css"

const list = (value: Json | undefined): ReadonlyArray<Json> => (Array.isArray(value) ? value : [])

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The fields, and those of the rows of lists. */
const fieldsOf = (definition: JsonObject): ReadonlyArray<JsonObject> =>
  list(definition["fields"])
    .filter(isObject)
    .flatMap((field) => [field, ...list(field["fields"]).filter(isObject)])

export const Contents = ({ definition }: { readonly definition: JsonObject }) => {
  const { newForm: words } = useMessages()
  const fields = fieldsOf(definition)
  const counts = [
    [fields.length, words.fields],
    [fields.filter((field) => field["formula"] !== undefined).length, words.formulas],
    [list(definition["checks"]).length, words.rules],
    [list(definition["outcomes"]).length, words.outcomes],
    [list(definition["effects"]).length, words.effects]
  ] as const
  return (
    <p className={styles.contents}>
      {counts
        .filter(([n]) => n > 0)
        .map(([n, word]) => word({ n }))
        .join(" · ")}
    </p>
  )
}
