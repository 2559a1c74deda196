/** What narrows the audit log. It stands in the address. */
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useMay } from "../../../api/me.ts"
import { peopleQuery } from "../../../api/people.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { Button } from "../../../parts/Button.tsx"
import { Select } from "../../../parts/Select.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { useTyped } from "../../forms/list/useTyped.ts"
import type { AuditSearch } from "./auditSearch.ts"
import styles from "./audit.module.css"

interface FilterProps {
  readonly search: AuditSearch
}

const useGo = (search: AuditSearch) => {
  const navigate = useNavigate()
  /** With a member of another value; without it where that is empty. */
  return (name: keyof AuditSearch, value: string, replace = false) => {
    const { [name]: _, ...others } = search
    void navigate({ to: "/settings/audit", search: value === "" ? others : { ...others, [name]: value }, replace })
  }
}

const Choices = ({ search }: FilterProps) => {
  const { audit } = useMessages()
  const { filter } = audit
  const go = useGo(search)
  const people = useQuery({ ...peopleQuery, enabled: useMay("user:read") })
  const known = (people.data ?? []).map(({ id, name }) => ({ id, label: name }))
  const { action, user } = search
  const isUnknown = user !== undefined && !known.some(({ id }) => id === user)
  return (
    <>
      <Select
        label={filter.action}
        value={action ?? "any"}
        onChange={(id) => go("action", id === "any" ? "" : id)}
        options={[
          { id: "any", label: filter.anyAction },
          ...Object.entries(audit.actions).map(([id, label]) => ({ id, label }))
        ]}
      />
      <Select
        label={filter.person}
        value={user ?? "any"}
        onChange={(id) => go("user", id === "any" ? "" : id)}
        options={[
          { id: "any", label: filter.anyone },
          ...(isUnknown ? [{ id: user, label: filter.unknown({ id: user }) }] : []),
          ...known
        ]}
      />
    </>
  )
}

/** The filters that come from a line: they have no control, and are said. */
const Only = ({ search }: FilterProps) => {
  const { filter } = useMessages().audit
  const set = (["credential", "subject", "request"] as const).filter((name) => search[name] !== undefined)
  if (set.length === 0) return null
  return (
    <p className={styles.only}>
      {filter.only}
      {set.map((name) => (
        <Badge key={name} tone="info">
          {filter.names[name]}
        </Badge>
      ))}
    </p>
  )
}

export const AuditFilters = ({ search }: FilterProps) => {
  const { filter } = useMessages().audit
  const navigate = useNavigate()
  const go = useGo(search)
  const [from, setFrom] = useTyped(search.from ?? "", (typed) => go("from", typed, true))
  const [to, setTo] = useTyped(search.to ?? "", (typed) => go("to", typed, true))
  return (
    <>
      <search className={styles.filters} aria-label={filter.label}>
        <Choices search={search} />
        <TextField label={filter.from} type="date" value={from} onChange={setFrom} />
        <TextField label={filter.to} type="date" value={to} onChange={setTo} />
        {Object.keys(search).length > 0 && (
          <Button look="plain" onPress={() => void navigate({ to: "/settings/audit", search: {} })}>
            {filter.clear}
          </Button>
        )}
      </search>
      <Only search={search} />
    </>
  )
}
