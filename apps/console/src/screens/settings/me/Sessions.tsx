/** Where the person is signed in: one session can be ended, or all but this one. */
import type { Session } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../../api/api.ts"
import { queries } from "../../../api/queries.ts"
import { sessionsQuery } from "../../../api/sessions.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { Button } from "../../../parts/Button.tsx"
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx"
import { focusHeading } from "../../../parts/focusHeading.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { signed } from "../../../parts/foreignText.ts"
import { Section } from "../../../parts/Section.tsx"
import { Queried } from "../../../parts/States.tsx"
import { Table } from "../../../parts/Table.tsx"
import type { Column } from "../../../parts/Table.tsx"
import { When } from "../../../parts/When.tsx"
import { browserName } from "./browserName.ts"
import styles from "./Account.module.css"

/** The session whose end is asked about, or all the others. */
type Ending = Session | "others"

const useColumns = (onEnd: (session: Session) => void): ReadonlyArray<Column<Session>> => {
  const { account } = useMessages()
  const words = account.sessions
  return [
    {
      id: "browser",
      label: words.browser,
      cell: ({ browser, isCurrent }) => (
        <span className={styles.browser} title={signed(browser ?? "")}>
          <Foreign text={browser === null ? words.unknown : browserName(browser)} isName />{" "}
          {isCurrent && <Badge tone="ok">{words.this}</Badge>}
        </span>
      )
    },
    { id: "address", label: words.address, cell: ({ address }) => <Foreign text={address ?? words.unknown} /> },
    { id: "since", label: words.since, cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      id: "used",
      label: words.used,
      cell: ({ createdAt, lastUsedAt }) => <When at={lastUsedAt ?? createdAt} />
    },
    { id: "ends", label: words.ends, cell: ({ expiresAt }) => <When at={expiresAt} /> },
    {
      id: "end",
      label: words.end,
      isLabelHidden: true,
      align: "end",
      cell: (session) =>
        session.isCurrent ? null : (
          <Button size="small" onPress={() => onEnd(session)}>
            {words.end}
          </Button>
        )
    }
  ]
}

const EndSession = ({ ending, onClose }: { readonly ending: Ending; readonly onClose: () => void }) => {
  const { account } = useMessages()
  const words = account.sessions
  const end = async () => {
    if (ending === "others") await api.me.endOtherSessions({ others: "true" })
    else await api.me.endSession({ sessionId: ending.id })
    await queries.invalidateQueries(sessionsQuery)
    focusHeading()
  }
  return (
    <ConfirmDialog
      title={ending === "others" ? words.endOthers : words.endOne}
      submit={ending === "others" ? words.endOthers : words.end}
      isDanger
      onSubmit={end}
      onClose={onClose}
    >
      <p>{words.endWhy}</p>
    </ConfirmDialog>
  )
}

export const Sessions = () => {
  const { account } = useMessages()
  const words = account.sessions
  const query = useQuery(sessionsQuery)
  const [ending, setEnding] = useState<Ending | undefined>()
  const columns = useColumns(setEnding)
  const hasOthers = query.data?.some(({ isCurrent }) => !isCurrent) === true
  return (
    <Section
      title={words.title}
      description={words.why}
      actions={hasOthers && <Button onPress={() => setEnding("others")}>{words.endOthers}</Button>}
    >
      <Queried query={query} lines={3}>
        {(items) => <Table label={words.title} columns={columns} rows={items} rowId={({ id }) => id} />}
      </Queried>
      {ending !== undefined && <EndSession ending={ending} onClose={() => setEnding(undefined)} />}
    </Section>
  )
}
