/** The live forms that name a secret. The server has no such list, so their live versions are read, one after the other, when asked for. */
import type { Form } from "@formwork/client/contract"
import { useMutation } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { api } from "../../../api/api.ts"
import { versionQuery } from "../../../api/forms.ts"
import { useMay } from "../../../api/me.ts"
import { queries } from "../../../api/queries.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { namesSecret } from "./namesSecret.ts"
import styles from "./secrets.module.css"

interface Found {
  readonly users: ReadonlyArray<Form>
  readonly read: number
  /** There are more forms than were looked at. */
  readonly hasMore: boolean
}

/** A version never changes, so one that was read before costs no request. */
const findUsers = async (secretName: string, onProgress: (done: number, of: number) => void): Promise<Found> => {
  const { items, next } = (await api.forms.list({ live: "true", archived: "false", limit: "100" })).body
  const users: Array<Form> = []
  for (const [index, form] of items.entries()) {
    onProgress(index, items.length)
    const version = await queries.fetchQuery(versionQuery(form.id, form.liveVersionId ?? ""))
    if (namesSecret(version.definition, secretName)) users.push(form)
  }
  return { users, read: items.length, hasMore: next !== null }
}

const Users = ({ found: { hasMore, read, users } }: { readonly found: Found }) => {
  const words = useMessages().settings.secrets.usedBy
  return (
    <>
      {users.length === 0 ? (
        <p>{words.none({ n: read })}</p>
      ) : (
        <ul aria-label={words.label}>
          {users.map(({ id, title }) => (
            <li key={id}>
              <Link to="/forms/$formId" params={{ formId: id }}>
                <Foreign text={title} isName />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {hasMore && <p className={styles.quiet}>{words.limited}</p>}
    </>
  )
}

export const UsedBy = ({ secretName }: { readonly secretName: string }) => {
  const words = useMessages().settings.secrets.usedBy
  const [progress, setProgress] = useState<{ done: number; of: number } | undefined>()
  const find = useMutation({
    mutationFn: () => findUsers(secretName, (done, of) => setProgress({ done, of })),
    onSettled: () => setProgress(undefined)
  })
  if (!useMay("form:read")) return <p className={styles.quiet}>{words.needs}</p>
  return (
    <div className={styles.used} role="status">
      <Refused error={find.error} />
      {find.data === undefined ? (
        <div>
          <Button size="small" isPending={find.isPending} onPress={() => find.mutate()}>
            {words.find}
          </Button>
        </div>
      ) : (
        <Users found={find.data} />
      )}
      {progress !== undefined && <p className={styles.quiet}>{words.progress(progress)}</p>}
    </div>
  )
}
