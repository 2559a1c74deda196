/** Takes the rows of a table: pasted, or from a file that is chosen. */
import { useState } from "react"
import { FileTrigger } from "react-aria-components/FileTrigger"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Disclosure } from "../../../parts/Disclosure.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Sentence } from "../../../parts/Sentence.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { exampleCsv } from "../exampleCsv.ts"
import { formatOf, MOST_TYPED, take, type TableFile } from "./tableFile.ts"
import styles from "../tables.module.css"

interface FileFieldProps {
  readonly file: TableFile
  readonly onFile: (file: TableFile) => void
  /** What else a file may be, where there is a draft already. */
  readonly hint?: string
}

/** What a first line says, with all that it may say. */
const Head = () => {
  const { file: words } = useMessages().tables
  return (
    <Disclosure summary={words.how}>
      <div className={styles.part}>
        <p>
          <Sentence text={words.head} isOurs />
        </p>
        <p>
          <Sentence text={words.keys} isOurs />
        </p>
        <p>
          <Sentence text={words.types} isOurs />
        </p>
        <p>
          <Sentence text={words.ndjson} isOurs />
        </p>
      </div>
    </Disclosure>
  )
}

const Chosen = ({ file, onFile }: FileFieldProps) => {
  const { file: words } = useMessages().tables
  const lines = file.text.trimEnd().split("\n").length
  return (
    <div className={styles.chosen} role="status">
      <span>
        <Foreign text={file.name ?? ""} isName />: {words.lines({ n: lines })}, {words.formats[formatOf(file.text)]}
      </span>
      <Button size="small" onPress={() => onFile({ text: "" })}>
        {words.drop}
      </Button>
    </div>
  )
}

export const FileField = (props: FileFieldProps) => {
  const { file, hint, onFile } = props
  const { file: words } = useMessages().tables
  const [problem, setProblem] = useState<"tooLarge" | "notUtf8" | undefined>()
  const choose = async (files: FileList | null) => {
    const chosen = files?.[0]
    if (chosen === undefined) return
    const taken = await take(chosen)
    setProblem("problem" in taken ? taken.problem : undefined)
    if ("file" in taken) onFile(taken.file)
  }
  const type = (text: string) => {
    setProblem(undefined)
    onFile(text.length > MOST_TYPED ? { text, name: words.pasted } : { text })
  }
  return (
    <div className={styles.part}>
      {file.name === undefined ? (
        <div className={styles.code}>
          <TextField
            label={words.label}
            description={hint ?? words.why}
            rows={10}
            spellCheck="false"
            autoComplete="off"
            placeholder={exampleCsv}
            value={file.text}
            problem={problem === undefined ? "" : words[problem]}
            onChange={type}
          />
        </div>
      ) : (
        <Chosen {...props} />
      )}
      <div className={styles.row}>
        <FileTrigger
          acceptedFileTypes={[".csv", ".tsv", ".txt", ".ndjson", ".jsonl", "text/csv", "application/x-ndjson"]}
          onSelect={(files) => void choose(files)}
        >
          <Button>{words.choose}</Button>
        </FileTrigger>
      </div>
      <Head />
    </div>
  )
}
