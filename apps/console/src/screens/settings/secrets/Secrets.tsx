/** Settings, Secrets: their names, where each may be sent, and when it was set. */
import type { Secret } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useMay } from "../../../api/me.ts"
import { secretsQuery } from "../../../api/secrets.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Menu } from "../../../parts/Menu.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Empty, Queried } from "../../../parts/States.tsx"
import { Table } from "../../../parts/Table.tsx"
import type { Column } from "../../../parts/Table.tsx"
import { When } from "../../../parts/When.tsx"
import { useNow } from "../../../time/useNow.ts"
import { ChangeHosts } from "./ChangeHosts.tsx"
import { RemoveSecret } from "./RemoveSecret.tsx"
import { SetSecret } from "./SetSecret.tsx"
import styles from "./secrets.module.css"

type Act = "replace" | "hosts" | "remove"

interface Open {
  readonly act: Act
  readonly secret: Secret
}

const Overlap = ({ until }: { readonly until: string | null }) => {
  const { settings } = useMessages()
  const now = useNow()
  if (until === null) return settings.secrets.noOverlap
  if (Date.parse(until) <= now) return settings.secrets.replaced
  return (
    <span>
      {settings.secrets.validUntil} <When at={until} />
    </span>
  )
}

const Actions = ({ onOpen, secret }: { readonly secret: Secret; readonly onOpen: (open: Open) => void }) => {
  const words = useMessages().settings.secrets
  const isDisabled = !useMay("organisation:write")
  return (
    <span className={styles.row}>
      <Button size="small" isDisabled={isDisabled} onPress={() => onOpen({ act: "replace", secret })}>
        {words.replace}
      </Button>
      <Menu
        label={words.actionsOf(secret)}
        isSign
        actions={[
          {
            id: "hosts",
            label: words.changeHosts,
            isDisabled,
            onAction: () => onOpen({ act: "hosts", secret })
          },
          {
            id: "remove",
            label: words.remove,
            isDanger: true,
            isDisabled,
            onAction: () => onOpen({ act: "remove", secret })
          }
        ]}
      >
        …
      </Menu>
    </span>
  )
}

const useColumns = (onOpen: (open: Open) => void): ReadonlyArray<Column<Secret>> => {
  const words = useMessages().settings.secrets
  return [
    {
      id: "name",
      label: words.columns.name,
      cell: ({ name }) => (
        <code>
          <Foreign text={name} />
        </code>
      )
    },
    {
      id: "use",
      label: words.columns.use,
      cell: ({ hosts }) => (
        <span className={styles.use}>
          <Foreign text={hosts.length === 0 ? words.signs : words.sentTo({ hosts })} />
        </span>
      )
    },
    { id: "set", label: words.columns.set, cell: ({ setAt }) => <When at={setAt} /> },
    {
      id: "overlap",
      label: words.columns.overlap,
      cell: ({ previousUntil }) => <Overlap until={previousUntil} />
    },
    {
      id: "actions",
      label: words.columns.actions,
      isLabelHidden: true,
      align: "end",
      cell: (secret) => <Actions secret={secret} onOpen={onOpen} />
    }
  ]
}

const Dialogs = ({ onClose, open: { act, secret } }: { readonly open: Open; readonly onClose: () => void }) => {
  if (act === "replace") return <SetSecret replaced={secret} taken={[]} onClose={onClose} />
  if (act === "hosts") return <ChangeHosts secret={secret} onClose={onClose} />
  return <RemoveSecret secret={secret} onClose={onClose} />
}

export const Secrets = () => {
  const words = useMessages().settings.secrets
  const query = useQuery(secretsQuery)
  const mayWrite = useMay("organisation:write")
  const [open, setOpen] = useState<Open | undefined>()
  const [isNew, setNew] = useState(false)
  const columns = useColumns(setOpen)
  const add = (
    <Button look="primary" isDisabled={!mayWrite} onPress={() => setNew(true)}>
      {words.new}
    </Button>
  )
  return (
    <Page title={words.title} description={words.description} actions={(query.data?.length ?? 0) > 0 && add}>
      {!mayWrite && <p className={styles.quiet}>{words.needsWrite}</p>}
      <Queried query={query}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={words.empty.title} action={add}>
              {words.empty.why}
            </Empty>
          ) : (
            <Table label={words.title} columns={columns} rows={items} rowId={({ name }) => name} />
          )
        }
      </Queried>
      {isNew && <SetSecret taken={(query.data ?? []).map(({ name }) => name)} onClose={() => setNew(false)} />}
      {open !== undefined && <Dialogs open={open} onClose={() => setOpen(undefined)} />}
    </Page>
  )
}
