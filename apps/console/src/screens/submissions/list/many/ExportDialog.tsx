/** The list as a file: exactly what the filters let pass, whatever is shown or selected. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import {
  exportAddress,
  type ExportFormat,
  type SubmissionFilter,
  submissionCountQuery
} from "../../../../api/submissionLists.ts"
import { useOffer } from "../../../../keys/palette.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Dialog } from "../../../../parts/Dialog.tsx"
import { DownloadLink } from "../../../../parts/DownloadLink.tsx"
import { RadioGroup } from "../../../../parts/RadioGroup.tsx"

export const ExportDialog = ({ filter }: { readonly filter: SubmissionFilter }) => {
  const { common, submissions } = useMessages()
  const words = submissions.export
  const hasForm = filter.form !== undefined
  const [isOpen, setOpen] = useState(false)
  const [format, setFormat] = useState<ExportFormat>(hasForm ? "csv" : "ndjson")
  const { data } = useQuery(submissionCountQuery(filter))
  const close = () => setOpen(false)
  useOffer(words.offer, () => setOpen(true))
  return (
    <>
      <Button onPress={() => setOpen(true)}>{words.open}</Button>
      {isOpen && (
        <Dialog
          title={words.title}
          isOpen
          onClose={close}
          actions={
            <>
              <Button onPress={close}>{common.close}</Button>
              <DownloadLink href={exportAddress(filter, format)} look="primary">
                {common.download}
              </DownloadLink>
            </>
          }
        >
          <p>
            {data !== undefined && `${submissions.count({ n: data.count, hasMore: data.hasMore })}. `}
            {words.why}
          </p>
          <RadioGroup<ExportFormat>
            label={words.format}
            value={format}
            onChange={setFormat}
            description={format === "csv" ? words.csvWhy : hasForm ? words.ndjsonWhy : words.ndjsonAlone}
            options={[
              { id: "csv", label: words.csv, isDisabled: !hasForm },
              { id: "ndjson", label: words.ndjson }
            ]}
          />
          <p>{words.whole}</p>
        </Dialog>
      )}
    </>
  )
}
