/** Makes a table of a name and a file. A file with faults makes none: each fault is shown. */
import { useMutation } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { Form } from "react-aria-components/Form"
import { api } from "../../../api/api.ts"
import { useMay } from "../../../api/me.ts"
import { problemAt } from "../../../api/refusal.ts"
import { tableFaultsOf, tablesChanged } from "../../../api/table.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Empty } from "../../../parts/States.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { FileField } from "./FileField.tsx"
import { nameOf, requestOf, type TableFile } from "./tableFile.ts"
import { TableFaults } from "./TableFaults.tsx"
import styles from "../tables.module.css"

interface NewOne {
  readonly name: string
  readonly file: TableFile
}

const useCreate = () => {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ file, name }: NewOne) => api.tables.create({ body: { name: name.trim(), ...requestOf(file) } }),
    onSuccess: async ({ body }) => {
      await tablesChanged()
      await navigate({ to: "/tables/$tableName", params: { tableName: body.name } })
    },
    gcTime: 0
  })
}

const NewTableForm = () => {
  const { new: words } = useMessages().tables
  const [name, setName] = useState("")
  const [file, setFile] = useState<TableFile>({ text: "" })
  const create = useCreate()
  const isWhole = name.trim() !== "" && file.text.trim() !== ""
  const faults = tableFaultsOf(create.error)
  return (
    <>
      <Form
        className={styles.form ?? ""}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole && !create.isPending) create.mutate({ name, file })
        }}
      >
        <Refused error={faults.length > 0 ? null : create.error} />
        <TextField
          label={words.name}
          description={words.nameWhy}
          autoComplete="off"
          spellCheck="false"
          maxLength={63}
          value={name}
          problem={problemAt(create.error, "/name")}
          onChange={setName}
        />
        <FileField
          file={file}
          onFile={(given) => {
            setFile(given)
            if (name === "" && given.name !== undefined) setName(nameOf(given.name))
          }}
        />
        <span className={styles.submit}>
          <Button look="primary" type="submit" isPending={create.isPending} isDisabled={!isWhole}>
            {words.submit}
          </Button>
        </span>
      </Form>
      <TableFaults key={create.submittedAt} faults={faults} text={create.variables?.file.text ?? ""} />
    </>
  )
}

export const NewTable = () => {
  const { common, tables } = useMessages()
  const mayWrite = useMay("table:write")
  return (
    <Page title={tables.new.title} description={tables.new.why} trail={<Link to="/tables">{tables.title}</Link>}>
      {mayWrite ? (
        <NewTableForm />
      ) : (
        <Empty title={common.states.refused}>{common.states.refusedPrivilege({ privilege: "table:write" })}</Empty>
      )}
    </Page>
  )
}
