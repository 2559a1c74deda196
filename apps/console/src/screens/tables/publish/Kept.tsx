/**
 * Which cases of a form would fail with the new version of a table: its live definition is checked again with the version. From there a person goes
 * to the form's own page, which takes a reason and publishes although they fail.
 */
import { useQuery } from "@tanstack/react-query"
import type { Json } from "@formwork/rules/Json"
import { withVersion } from "@formwork/rules/tableReferences"
import { api } from "../../../api/api.ts"
import { formQuery, versionQuery } from "../../../api/forms.ts"
import { useMay } from "../../../api/me.ts"
import { queries } from "../../../api/queries.ts"
import { tableQuery } from "../../../api/table.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Queried } from "../../../parts/States.tsx"
import { Report } from "../../forms/publish/ExamplesSection.tsx"
import styles from "../tables.module.css"

interface KeptProps {
  readonly formId: string
  readonly tableName: string
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** @returns null where the form has no live version that names the table, or its definition has faults. */
const casesOf = async ({ formId, tableName }: KeptProps) => {
  const { liveVersionId } = await queries.fetchQuery({ ...formQuery(formId), staleTime: 0 })
  if (liveVersionId === null) return null
  const [{ definition }, { version }] = await Promise.all([
    queries.fetchQuery(versionQuery(formId, liveVersionId)),
    queries.fetchQuery({ ...tableQuery(tableName), staleTime: 0 })
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer's body is JSON
  const renewed = withVersion(definition as Json, tableName, version ?? 1)
  if (!isObject(renewed)) return null
  return (await api.drafts.check({ formId, body: { definition: renewed } })).body.examples
}

const Cases = (props: KeptProps) => {
  const query = useQuery({
    queryKey: ["form", props.formId, "cases with", props.tableName],
    queryFn: () => casesOf(props),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false
  })
  return (
    <Queried query={query} lines={2}>
      {(report) => (report === null ? null : <Report report={report} />)}
    </Queried>
  )
}

export const Kept = (props: KeptProps) => {
  const { done: words } = useMessages().tables.publish
  const mayCheck = useMay("form:write")
  const mayPublish = useMay("form:publish")
  return (
    <>
      {mayCheck && <Cases {...props} />}
      {mayPublish && (
        <>
          <p className={styles.quiet}>{words.despite}</p>
          <span className={styles.submit}>
            <ButtonLink to="/forms/$formId/publish" params={{ formId: props.formId }}>
              {words.publishForm}
            </ButtonLink>
          </span>
        </>
      )}
    </>
  )
}
