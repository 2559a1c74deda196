/** All forms, folder by folder. */
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { Folder } from "@formwork/client/contract"
import { api } from "../../../api/api.ts"
import { foldersQuery } from "../../../api/folders.ts"
import { formChanged } from "../../../api/forms.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { NameDialog } from "../../../parts/NameDialog.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Queried } from "../../../parts/States.tsx"
import { FolderMenu } from "./FolderMenu.tsx"
import { FolderTree } from "./FolderTree.tsx"
import { pathTo } from "./folderTree.ts"
import { FormFilters } from "./FormFilters.tsx"
import { FormTable } from "./FormTable.tsx"
import type { FormsSearch } from "./formsSearch.ts"
import styles from "./Forms.module.css"

interface FormsProps {
  readonly search: FormsSearch
}

/** Where the open folder is, and what can be done with it. */
const OpenFolder = ({ path }: { readonly path: ReadonlyArray<Folder> }) => {
  const open = path.at(-1)
  if (open === undefined) return null
  return (
    <div className={styles.open}>
      <h2 className={styles.path}>
        {path.map(({ id, name }) => (
          <span key={id} className={styles.step}>
            {id === open.id ? (
              <Foreign text={name} isName />
            ) : (
              <Link to="/forms" search={{ folder: id }}>
                <Foreign text={name} isName />
              </Link>
            )}
          </span>
        ))}
      </h2>
      <FolderMenu folder={open} />
    </div>
  )
}

const NewFolder = ({ parent }: { readonly parent: Folder | undefined }) => {
  const { folders: words } = useMessages().forms
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const mayWrite = useMay("folder:write")
  const create = async (name: string) => {
    const { body } = await api.folders.create({ body: { name, parentId: parent?.id ?? null } })
    await formChanged()
    await navigate({ to: "/forms", search: { folder: body.id } })
  }
  return (
    <>
      <Button isDisabled={!mayWrite} onPress={() => setAsked(true)}>
        {parent === undefined ? words.new : words.newInside}
      </Button>
      {isAsked && (
        <NameDialog
          title={parent === undefined ? words.new : words.newInside}
          label={words.name}
          maxLength={100}
          submit={words.create}
          onSubmit={create}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

export const Forms = ({ search }: FormsProps) => {
  const { forms: words } = useMessages()
  const folders = useQuery(foldersQuery)
  const path = pathTo(folders.data ?? [], search.folder)
  const actions = (
    <>
      <NewFolder parent={path.at(-1)} />
      <ButtonLink to="/forms/new" search={path.length === 0 ? {} : { folder: path.at(-1)?.id }} look="primary">
        {words.new}
      </ButtonLink>
    </>
  )
  return (
    <Page title={words.title} actions={actions}>
      <div className={styles.columns}>
        <Queried query={folders} lines={3}>
          {(all) => <FolderTree folders={all} search={search} />}
        </Queried>
        <div className={styles.main}>
          <OpenFolder path={path} />
          <FormFilters search={search} />
          <FormTable search={search} />
        </div>
      </div>
    </Page>
  )
}
