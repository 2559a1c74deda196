/** A definition that is pasted, or in a file. Its faults are found here, by the rules' own checker. */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useDeferredValue, useState } from "react"
import type { ReactNode } from "react"
import { FileTrigger } from "react-aria-components/FileTrigger"
import type { JsonObject } from "@formwork/rules/Json"
import { tableReferences } from "@formwork/rules/tableReferences"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { whyUnread } from "../../author/document/readText.ts"
import { FaultList } from "../definition/FaultList.tsx"
import type { ReadDefinition } from "../definition/readDefinition.ts"
import styles from "./NewForm.module.css"

const mostBytes = 1_048_576

interface FromJsonProps {
  readonly text: string
  readonly onText: (text: string) => void
  /** What follows once the text is a definition. */
  readonly children: (definition: JsonObject) => ReactNode
}

const useRead = (text: string) => {
  const read = useDeferredValue(text)
  return useQuery({
    queryKey: ["readDefinition", read],
    queryFn: async (): Promise<ReadDefinition> => {
      const { readDefinition } = await import("../definition/readDefinition.ts")
      const found = readDefinition(read)
      if (found.kind !== "read" || tableReferences(found.definition).length === 0) return found
      const { surroundingsOf } = await import("../definition/surroundings.ts")
      return readDefinition(read, await surroundingsOf([found.definition]))
    },
    enabled: read.trim() !== "",
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0
  }).data
}

const Found = ({ read }: { readonly read: ReadDefinition }) => {
  const { definition: words, newForm, source } = useMessages()
  switch (read.kind) {
    case "unreadable":
      return <Notice tone="error">{whyUnread(read.unread, source.broken)}</Notice>
    case "notObject":
      return <Notice tone="error">{words.notObject}</Notice>
    case "rounded":
      return <Notice tone="error">{words.rounded({ literal: read.literal })}</Notice>
    case "read":
      return read.faults.length === 0 ? (
        <Notice tone="ok">{newForm.noFaults}</Notice>
      ) : (
        <>
          <Notice tone="warning">{newForm.faults({ n: read.faults.length })}</Notice>
          <FaultList faults={read.faults} />
        </>
      )
  }
}

export const FromJson = ({ children, onText, text }: FromJsonProps) => {
  const { newForm: words } = useMessages()
  const [isTooLarge, setTooLarge] = useState(false)
  const read = useRead(text)
  const take = async (files: FileList | null) => {
    const file = files?.[0]
    if (file === undefined) return
    setTooLarge(file.size > mostBytes)
    if (file.size <= mostBytes) onText(await file.text())
  }
  return (
    <>
      <div className={styles.code}>
        <TextField
          label={words.json}
          description={words.jsonWhy}
          rows={12}
          spellCheck="false"
          value={text}
          problem={isTooLarge ? words.fileTooLarge : ""}
          onChange={onText}
        />
      </div>
      <div className={styles.file}>
        <FileTrigger acceptedFileTypes={["application/json", ".json"]} onSelect={(files) => void take(files)}>
          <Button>{words.file}</Button>
        </FileTrigger>
      </div>
      {text.trim() !== "" && read !== undefined && (
        <>
          <Found read={read} />
          {read.kind === "read" && children(read.definition)}
        </>
      )}
    </>
  )
}
