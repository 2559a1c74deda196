/** Makes a form: empty, from an example, from JSON, or as a copy. */
import { Link } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Page } from "../../../parts/Page.tsx"
import { DetailsForm } from "./DetailsForm.tsx"
import type { Typed } from "./DetailsForm.tsx"
import { FromCopy } from "./FromCopy.tsx"
import { FromExample } from "./FromExample.tsx"
import { FromJson } from "./FromJson.tsx"
import type { NewFormSearch } from "./newFormSearch.ts"
import { SourceList } from "./SourceList.tsx"
import { emptyDefinition, startOf } from "./Start.ts"
import type { Start } from "./Start.ts"
import styles from "./NewForm.module.css"

interface NewFormProps {
  readonly search: NewFormSearch
}

const SourcePane = ({ search }: NewFormProps) => {
  const { copy, folder = null, from = "empty" } = search
  const [text, setText] = useState("")
  // A title that was typed for one start does not carry over to another.
  const [typed, setTyped] = useState<{ readonly of: string; readonly value: Typed }>()
  const of = `${from} ${copy ?? ""}`
  const details = (start: Start) => (
    <DetailsForm
      start={start}
      typed={typed?.of === of ? typed.value : { folderId: folder }}
      onType={(value) => setTyped({ of, value })}
    />
  )
  switch (from) {
    case "empty":
      return details(startOf(emptyDefinition))
    case "json":
      return (
        <FromJson text={text} onText={setText}>
          {(definition) => details(startOf(definition))}
        </FromJson>
      )
    case "copy":
      return <FromCopy search={search}>{details}</FromCopy>
    default:
      return <FromExample id={from}>{(definition) => details(startOf(definition))}</FromExample>
  }
}

export const NewForm = ({ search }: NewFormProps) => {
  const { forms, newForm: words } = useMessages()
  const pane = useRef<HTMLDivElement>(null)
  useEffect(() => pane.current?.querySelector("input")?.focus(), [])
  return (
    <Page title={words.title} trail={<Link to="/forms">{forms.title}</Link>}>
      <div className={styles.columns}>
        <SourceList search={search} />
        <div className={styles.pane} ref={pane}>
          <SourcePane search={search} />
        </div>
      </div>
    </Page>
  )
}
