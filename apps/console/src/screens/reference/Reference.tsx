/** Every call of this server, from its own documents: found, read, copied and sent. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { schemaQuery } from "../../api/forms.ts"
import { useMay } from "../../api/me.ts"
import { appDocument, documentsQuery, versionedDocument } from "../../api/reference.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { ButtonLink } from "../../parts/ButtonLink.tsx"
import { Page } from "../../parts/Page.tsx"
import { Empty, Loading, Queried } from "../../parts/States.tsx"
import { readDocument } from "./document/readDocument.ts"
import type { Operation, Tag } from "./document/Operation.ts"
import { OperationDetail } from "./OperationDetail.tsx"
import { OperationList } from "./OperationList.tsx"
import type { ReferenceSearch } from "./referenceSearch.ts"
import styles from "./Reference.module.css"

interface ReferenceProps {
  readonly search: ReferenceSearch
}

/** An operation that takes a payload of a form begins with one that the form accepts. */
const WithExample = ({ form, operation }: { readonly form: string; readonly operation: Operation }) => {
  const schema = useQuery({ ...schemaQuery(form), enabled: useMay("form:read") })
  // A form that cannot be read has no example, and the call can be looked at all the same.
  if (schema.isLoading && schema.failureCount === 0) return <Loading />
  return <OperationDetail operation={operation} form={form} example={schema.data?.example ?? undefined} />
}

const versionedPath = "/api/platform/v1/forms/{formId}/"

const Chosen = ({ search, tags }: ReferenceProps & { readonly tags: ReadonlyArray<Tag> }) => {
  const { reference } = useMessages()
  const operation = tags.flatMap(({ operations }) => operations).find(({ id }) => id === search.operation)
  if (operation !== undefined && search.form !== undefined && operation.path.startsWith(versionedPath))
    return <WithExample key={operation.id} operation={operation} form={search.form} />
  if (operation !== undefined) return <OperationDetail key={operation.id} operation={operation} form={search.form} />
  if (search.operation === undefined) return <Empty title={reference.choose}>{reference.chooseWhy}</Empty>
  return (
    <Empty title={reference.unknown} action={<ButtonLink to="/api">{reference.all}</ButtonLink>}>
      {reference.unknownWhy}
    </Empty>
  )
}

const Both = ({ documents, search }: ReferenceProps & { readonly documents: ReadonlyArray<unknown> }) => {
  const [tags] = useState(() => documents.flatMap(readDocument))
  return (
    <div className={styles.columns}>
      <OperationList tags={tags} search={search} />
      <div className={styles.main}>
        <Chosen tags={tags} search={search} />
      </div>
    </div>
  )
}

export const Reference = ({ search }: ReferenceProps) => {
  const { reference } = useMessages()
  const documents = useQuery(documentsQuery)
  return (
    <Page
      title={reference.title}
      description={reference.description}
      width="whole"
      actions={
        <nav className={styles.documents} aria-label={reference.documents}>
          <a href={versionedDocument} target="_blank" rel="noreferrer">
            {reference.versioned}
          </a>
          <a href={appDocument} target="_blank" rel="noreferrer">
            {reference.app}
          </a>
        </nav>
      }
    >
      <Queried query={documents} lines={10}>
        {(read) => <Both documents={read} search={search} />}
      </Queried>
    </Page>
  )
}
