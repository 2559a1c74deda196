/** Replaces all rows of a table's draft by a file. If another person has saved since, the page shows that first and replaces nothing. */
import { useMutation } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { Form } from "react-aria-components/Form"
import { FormworkError } from "@formwork/client/FormworkError"
import { api } from "../../../api/api.ts"
import { useMay } from "../../../api/me.ts"
import { tableFaultsOf, tablesChanged } from "../../../api/table.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Empty } from "../../../parts/States.tsx"
import type { ReadTable } from "../one/ReadTable.ts"
import { TableFrame } from "../one/TableFrame.tsx"
import { useBasis } from "../one/useBasis.ts"
import { FileField } from "./FileField.tsx"
import { requestOf, type TableFile } from "./tableFile.ts"
import { TableFaults } from "./TableFaults.tsx"
import styles from "../tables.module.css"

const useReplace = (tableName: string) => {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ etag, file }: { readonly etag: string; readonly file: TableFile }) =>
      api.tables.save({ tableName, ifMatch: etag, body: requestOf(file) }),
    onSuccess: async () => {
      await tablesChanged()
      await navigate({ to: "/tables/$tableName", params: { tableName } })
    },
    onError: async (error) => {
      if (error instanceof FormworkError && error.status === 409) await tablesChanged()
    },
    gcTime: 0
  })
}

const Stale = ({ onTake, table }: { readonly table: ReadTable; readonly onTake: () => void }) => {
  const { replace: words } = useMessages().tables
  return (
    <Notice
      tone="warning"
      title={words.stale}
      actions={
        <>
          <Link to="/tables/$tableName" params={{ tableName: table.name }} target="_blank">
            {words.see}
          </Link>
          <Button onPress={onTake}>{words.anyway}</Button>
        </>
      }
    >
      {words.staleWhy}
    </Notice>
  )
}

const ReplaceForm = ({ table }: { readonly table: ReadTable }) => {
  const { replace: words } = useMessages().tables
  const [file, setFile] = useState<TableFile>({ text: "" })
  const { basis, isStale, take } = useBasis(table)
  const replace = useReplace(table.name)
  const isWhole = file.text.trim() !== "" && !isStale
  const faults = tableFaultsOf(replace.error)
  const isShown = faults.length === 0 && !(isStale && replace.error instanceof FormworkError)
  return (
    <>
      {isStale && (
        <Stale
          table={table}
          onTake={() => {
            replace.reset()
            take()
          }}
        />
      )}
      <Form
        className={styles.form ?? ""}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole && !replace.isPending) replace.mutate({ file, etag: basis.etag })
        }}
      >
        <Refused error={isShown ? replace.error : null} />
        <p>{words.why}</p>
        <FileField file={file} onFile={setFile} hint={words.hint} />
        <span className={styles.submit}>
          <Button look="primary" type="submit" isPending={replace.isPending} isDisabled={!isWhole}>
            {words.submit}
          </Button>
        </span>
      </Form>
      <TableFaults key={replace.submittedAt} faults={faults} text={replace.variables?.file.text ?? ""} />
    </>
  )
}

export const ReplaceDraft = ({ tableName }: { readonly tableName: string }) => {
  const { common } = useMessages()
  const mayWrite = useMay("table:write")
  return (
    <TableFrame tableName={tableName}>
      {(table) =>
        mayWrite ? (
          <ReplaceForm table={table} />
        ) : (
          <Empty title={common.states.refused}>{common.states.refusedPrivilege({ privilege: "table:write" })}</Empty>
        )
      }
    </TableFrame>
  )
}
