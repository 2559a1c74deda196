/** What narrows the list of forms. It stands in the address. */
import { useNavigate } from "@tanstack/react-router"
import { useMessages } from "../../../messages/useMessages.ts"
import { Select } from "../../../parts/Select.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import type { FormsSearch } from "./formsSearch.ts"
import { useTyped } from "./useTyped.ts"
import styles from "./Forms.module.css"

type State = "any" | "live" | "notLive" | "archived"

const stateOf = ({ archived, live }: FormsSearch): State => {
  if (archived === true) return "archived"
  if (live === undefined) return "any"
  return live ? "live" : "notLive"
}

const searchOf = (state: State): FormsSearch => {
  if (state === "archived") return { archived: true }
  return state === "any" ? {} : { live: state === "live" }
}

export const FormFilters = ({ search }: { readonly search: FormsSearch }) => {
  const { filter } = useMessages().forms
  const navigate = useNavigate()
  const [text, setText] = useTyped(search.text ?? "", (typed) => {
    const { text: _, ...rest } = search
    void navigate({ to: "/forms", search: typed === "" ? rest : { ...rest, text: typed }, replace: true })
  })
  const choose = (state: State) => {
    const { archived: _, live: __, ...rest } = search
    void navigate({ to: "/forms", search: { ...rest, ...searchOf(state) } })
  }
  return (
    <search className={styles.filters} aria-label={filter.label}>
      <TextField label={filter.text} type="search" value={text} onChange={setText} />
      <Select<State>
        label={filter.state}
        value={stateOf(search)}
        onChange={choose}
        options={[
          { id: "any", label: filter.any },
          { id: "live", label: filter.live },
          { id: "notLive", label: filter.notLive },
          { id: "archived", label: filter.archived }
        ]}
      />
    </search>
  )
}
