/** The documents that were made of a submission, to download. */
import type { Document } from "@formwork/client/contract"
import { useMutation, useQuery } from "@tanstack/react-query"
import { documentFile, documentsQuery } from "../../../../api/submission.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Refused } from "../../../../parts/Refused.tsx"
import { saveAs } from "../../../../parts/saveAs.ts"
import { Empty, Queried } from "../../../../parts/States.tsx"
import { Table } from "../../../../parts/Table.tsx"
import { When } from "../../../../parts/When.tsx"

export const Documents = ({ submissionId }: { readonly submissionId: string }) => {
  const { common, submission } = useMessages()
  const { documents: words } = submission
  const query = useQuery(documentsQuery(submissionId))
  const download = useMutation({
    mutationFn: async (document: Document) => saveAs(document.fileName, await documentFile(document))
  })
  return (
    <>
      <Refused error={download.error} />
      <Queried query={query} lines={4}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={words.emptyTitle}>{words.empty}</Empty>
          ) : (
            <Table
              label={words.label}
              rows={items}
              rowId={({ id }) => id}
              columns={[
                { id: "name", label: words.name, cell: ({ fileName }) => <Foreign text={fileName} isName /> },
                { id: "size", label: words.size, align: "end", cell: ({ size }) => words.bytes({ size }) },
                { id: "made", label: words.made, cell: ({ createdAt }) => <When at={createdAt} /> },
                {
                  id: "download",
                  label: words.actions,
                  isLabelHidden: true,
                  align: "end",
                  cell: (document) => (
                    <Button
                      size="small"
                      label={words.downloadOf({ name: document.fileName })}
                      isPending={download.isPending && download.variables.id === document.id}
                      onPress={() => download.mutate(document)}
                    >
                      {common.download}
                    </Button>
                  )
                }
              ]}
            />
          )
        }
      </Queried>
    </>
  )
}
