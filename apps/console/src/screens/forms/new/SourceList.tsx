/** What a form can begin as, as links: the choice stands in the address. */
import { Link } from "@tanstack/react-router"
import { useMessages } from "../../../messages/useMessages.ts"
import { examples } from "./examples.ts"
import type { NewFormSearch, Source } from "./newFormSearch.ts"
import styles from "./NewForm.module.css"

interface SourceListProps {
  readonly search: NewFormSearch
}

const SourceLink = ({ search, source }: SourceListProps & { readonly source: Source }) => {
  const { label, why } = useMessages().newForm.sources[source]
  const { copy: _, from: __, ...rest } = search
  return (
    <li>
      <Link
        to="/forms/new"
        search={source === "empty" ? rest : { ...rest, from: source }}
        replace
        className={styles.source ?? ""}
        activeOptions={{ exact: source !== "copy" }}
      >
        <span className={styles.sourceName}>{label}</span>
        <span className={styles.sourceWhy}>{why}</span>
      </Link>
    </li>
  )
}

export const SourceList = ({ search }: SourceListProps) => {
  const { newForm: words } = useMessages()
  return (
    <nav className={styles.sources} aria-label={words.from}>
      <h2 className={styles.heading}>{words.from}</h2>
      <ul className={styles.list}>
        <SourceLink search={search} source="empty" />
        <SourceLink search={search} source="json" />
        <SourceLink search={search} source="copy" />
      </ul>
      <h2 className={styles.heading}>{words.examples}</h2>
      <ul className={styles.list}>
        {examples.map(({ id }) => (
          <SourceLink key={id} search={search} source={id} />
        ))}
      </ul>
    </nav>
  )
}
