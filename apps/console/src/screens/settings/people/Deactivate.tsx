/** Ends an account, and says which keys end with it. Where one of them is in use, the person's name has to be typed. */
import type { ListedApiKey, User } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../../api/api.ts"
import { keysQuery } from "../../../api/keys.ts"
import { useMay, useMe } from "../../../api/me.ts"
import { forgetPeople } from "../../../api/people.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx"
import { focusHeading } from "../../../parts/focusHeading.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { typeable } from "../../../parts/foreignText.ts"
import { Notice } from "../../../parts/Notice.tsx"
import { Queried } from "../../../parts/States.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { When } from "../../../parts/When.tsx"
import { isInUse } from "../keys/keyState.ts"
import { workingKeysOf } from "./giveable.ts"
import styles from "./people.module.css"

const Ending = ({ keys }: { readonly keys: ReadonlyArray<ListedApiKey> }) => {
  const words = useMessages().people.deactivate
  if (keys.length === 0) return <p>{words.noKeys}</p>
  return (
    <>
      <p>{words.keys({ n: keys.length })}</p>
      <ul className={styles.ends}>
        {keys.map(({ id, lastUsedAt, name }) => (
          <li key={id}>
            <Foreign text={name} isName />,{" "}
            {lastUsedAt === null ? (
              words.unused
            ) : (
              <>
                {words.used} <When at={lastUsedAt} />
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

export const Deactivate = ({ onClose, person }: { readonly person: User; readonly onClose: () => void }) => {
  const words = useMessages().people.deactivate
  const isSelf = useMe().user?.id === person.id
  const mayReadKeys = useMay("apikey:read")
  const query = useQuery({ ...keysQuery, enabled: mayReadKeys })
  const [typed, setTyped] = useState("")
  // When the dialog was opened: the field must not go while the person types.
  const [openedAt] = useState(Date.now)
  const keys = workingKeysOf(person.id, query.data ?? [], openedAt)
  const asksName = keys.some((key) => isInUse(key, openedAt))
  const deactivate = async () => {
    await api.users.deactivate({ userId: person.id })
    await forgetPeople()
    focusHeading()
  }
  return (
    <ConfirmDialog
      title={words.title({ name: person.name })}
      submit={words.submit}
      isDanger
      isDisabled={(mayReadKeys && query.data === undefined) || (asksName && typeable(typed) !== typeable(person.name))}
      onSubmit={deactivate}
      onClose={onClose}
    >
      {isSelf && <Notice tone="warning">{words.self}</Notice>}
      <p>{words.why}</p>
      {mayReadKeys ? (
        <Queried query={query} lines={2}>
          {() => <Ending keys={keys} />}
        </Queried>
      ) : (
        <p>{words.unknownKeys}</p>
      )}
      {asksName && <TextField label={words.type} autoComplete="off" value={typed} onChange={setTyped} />}
    </ConfirmDialog>
  )
}
