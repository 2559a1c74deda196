/** The form whose draft is copied: looked for by title or code, then read. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import type { ReactNode } from "react"
import { savedDraftQuery, formQuery, formsQuery } from "../../../api/forms.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Queried } from "../../../parts/States.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { useTyped } from "../list/useTyped.ts"
import type { NewFormSearch } from "./newFormSearch.ts"
import { startOf } from "./Start.ts"
import type { Start } from "./Start.ts"
import styles from "./NewForm.module.css"

interface FromCopyProps {
  readonly search: NewFormSearch
  readonly children: (start: Start) => ReactNode
}

const Choice = ({ search }: { readonly search: NewFormSearch }) => {
  const { newForm: words } = useMessages()
  const [text, setText] = useState("")
  const [typed, setTyped] = useTyped(text, setText)
  const forms = useInfiniteQuery(formsQuery(text === "" ? {} : { text }))
  return (
    <>
      <TextField label={words.copySearch} type="search" value={typed} onChange={setTyped} />
      <Queried query={forms} lines={4}>
        {({ pages }) => (
          <ul className={styles.list} aria-label={words.copyOf}>
            {pages
              .flatMap(({ items }) => items)
              .map(({ code, id, title }) => (
                <li key={id}>
                  <Link to="/forms/new" search={{ ...search, from: "copy", copy: id }} className={styles.source ?? ""}>
                    <span className={styles.sourceName}>
                      <Foreign text={title} isName />
                    </span>
                    <span className={styles.sourceWhy}>{code}</span>
                  </Link>
                </li>
              ))}
          </ul>
        )}
      </Queried>
    </>
  )
}

const isObject = (value: unknown): value is Start["definition"] =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const Chosen = ({ children, formId }: { readonly formId: string; readonly children: FromCopyProps["children"] }) => {
  const { newForm: words } = useMessages()
  const form = useQuery(formQuery(formId))
  const draft = useQuery(savedDraftQuery(formId))
  return (
    <Queried query={form}>
      {({ title }) => (
        <Queried query={draft}>
          {({ definition }) =>
            isObject(definition) ? (
              <>
                <p>
                  <Foreign text={words.copied({ title })} />
                </p>
                {children(startOf(definition))}
              </>
            ) : null
          }
        </Queried>
      )}
    </Queried>
  )
}

export const FromCopy = ({ children, search }: FromCopyProps) => {
  const { copy } = search
  return copy === undefined ? <Choice search={search} /> : <Chosen formId={copy}>{children}</Chosen>
}
