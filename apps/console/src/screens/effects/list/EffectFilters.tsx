/** What narrows the list of effects. It stands in the address. */
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { effectSummaryQuery } from "../../../api/effects.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Select } from "../../../parts/Select.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { useTyped } from "../../forms/list/useTyped.ts"
import { useFormTitles } from "../useFormTitles.ts"
import { isCounted, isFiltered, kindNames, stateNames } from "./effectsSearch.ts"
import type { EffectsSearch } from "./effectsSearch.ts"
import styles from "./Effects.module.css"

interface FilterProps {
  readonly search: EffectsSearch
}

/** The states, each with how many effects there are, where the server counts them as the list is narrowed. */
export const StateLinks = ({ search }: FilterProps) => {
  const { effects } = useMessages()
  const summary = useQuery({ ...effectSummaryQuery(search.form), enabled: isCounted(search) })
  const counts = new Map(isCounted(search) ? summary.data?.map((one) => [one.state, one]) : [])
  const { state: _, ...others } = search
  return (
    <nav aria-label={effects.filter.states}>
      <ul className={styles.states}>
        {([undefined, ...stateNames] as const).map((state) => {
          const found = state === undefined ? undefined : counts.get(state)
          return (
            <li key={state ?? ""}>
              <Link
                to="/effects"
                search={state === undefined ? others : { ...others, state }}
                activeOptions={{ exact: true, includeSearch: true }}
                className={styles.state ?? ""}
              >
                {state === undefined ? effects.filter.all : effects.states[state]}
                {found !== undefined && (
                  <span className={styles.quiet}>{effects.count({ n: found.count, hasMore: found.hasMore })}</span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const useGo = (search: EffectsSearch) => {
  const navigate = useNavigate()
  /** With a member of another value; without it where that is empty. */
  return (name: keyof EffectsSearch, value: string, replace = false) => {
    const { [name]: _, ...others } = search
    void navigate({ to: "/effects", search: value === "" ? others : { ...others, [name]: value }, replace })
  }
}

const Choices = ({ search }: FilterProps) => {
  const { filter, kinds, noForm } = useMessages().effects
  const go = useGo(search)
  const titles = useFormTitles()
  const { form, kind } = search
  const forms = [...titles].map(([id, label]) => ({ id, label }))
  const unknown = form !== undefined && !titles.has(form) ? [{ id: form, label: noForm({ id: form }) }] : []
  return (
    <>
      <Select
        label={filter.form}
        value={form ?? "any"}
        onChange={(id) => go("form", id === "any" ? "" : id)}
        options={[{ id: "any", label: filter.anyForm }, ...unknown, ...forms]}
      />
      <Select
        label={filter.kind}
        value={kind ?? "any"}
        onChange={(id) => go("kind", id === "any" ? "" : id)}
        options={[{ id: "any", label: filter.anyKind }, ...kindNames.map((id) => ({ id, label: kinds[id] }))]}
      />
    </>
  )
}

export const EffectFilters = ({ search }: FilterProps) => {
  const { filter } = useMessages().effects
  const navigate = useNavigate()
  const go = useGo(search)
  const [destination, setDestination] = useTyped(search.destination ?? "", (typed) =>
    go("destination", typed.trim(), true)
  )
  const [from, setFrom] = useTyped(search.from ?? "", (typed) => go("from", typed, true))
  const [to, setTo] = useTyped(search.to ?? "", (typed) => go("to", typed, true))
  return (
    <search className={styles.filters} aria-label={filter.label}>
      <Choices search={search} />
      <TextField
        label={filter.destination}
        description={filter.destinationWhy}
        value={destination}
        onChange={setDestination}
        autoComplete="off"
      />
      <TextField label={filter.from} type="date" value={from} onChange={setFrom} />
      <TextField label={filter.to} type="date" value={to} onChange={setTo} />
      {isFiltered(search) && (
        <Button look="plain" onPress={() => void navigate({ to: "/effects", search: {} })}>
          {filter.clear}
        </Button>
      )}
    </search>
  )
}
