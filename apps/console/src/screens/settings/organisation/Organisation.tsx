/** Settings, Organisation: its name, its id, and since when it is there. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../../api/api.ts"
import { useMay } from "../../../api/me.ts"
import { forgetOrganisation, organisationQuery } from "../../../api/organisation.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Facts } from "../../../parts/Facts.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { NameDialog } from "../../../parts/NameDialog.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Queried } from "../../../parts/States.tsx"
import { moment } from "../../../time/dates.ts"
import styles from "./Organisation.module.css"

interface RenameProps {
  readonly name: string
  readonly etag: string
  readonly onClose: () => void
}

/** @param etag of the name that the person saw: where another person has changed it since, the server refuses. */
const Rename = ({ etag, name: known, onClose }: RenameProps) => {
  const { common, settings } = useMessages()
  const words = settings.organisation
  const [seen] = useState(etag)
  const rename = async (name: string) => {
    await api.organisation.update({ ifMatch: seen, body: { name } })
    await forgetOrganisation()
  }
  return (
    <NameDialog
      title={words.rename}
      label={words.name}
      name={known}
      maxLength={200}
      submit={common.save}
      onSubmit={rename}
      onClose={onClose}
    />
  )
}

export const Organisation = () => {
  const { common, settings } = useMessages()
  const words = settings.organisation
  const query = useQuery(organisationQuery)
  const mayWrite = useMay("organisation:write")
  const [isAsked, setAsked] = useState(false)
  return (
    <Page
      title={words.title}
      width="text"
      actions={
        <Button isDisabled={!mayWrite || query.data === undefined} onPress={() => setAsked(true)}>
          {words.rename}
        </Button>
      }
    >
      {!mayWrite && <p className={styles.quiet}>{words.needsWrite}</p>}
      <Queried query={query} lines={3}>
        {({ createdAt, id, name }) => (
          <Facts
            facts={[
              { label: words.name, value: <Foreign text={name} isName /> },
              { label: words.id, value: <code>{id}</code> },
              { label: words.founded, value: moment(common.language, createdAt) }
            ]}
          />
        )}
      </Queried>
      {isAsked && query.data !== undefined && (
        <Rename name={query.data.name} etag={query.data.etag} onClose={() => setAsked(false)} />
      )}
    </Page>
  )
}
