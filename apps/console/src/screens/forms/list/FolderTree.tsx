/** The folders as links: those at the top, and those on the way to the one that is open. */
import { Link } from "@tanstack/react-router"
import type { Folder } from "@formwork/client/contract"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { childrenOf, pathTo } from "./folderTree.ts"
import type { FormsSearch } from "./formsSearch.ts"
import styles from "./FolderTree.module.css"

interface FolderTreeProps {
  readonly folders: ReadonlyArray<Folder>
  readonly search: FormsSearch
}

/** Another folder with the same filter. */
const within = (search: FormsSearch, folder: string | undefined): FormsSearch => {
  const { folder: _, ...rest } = search
  return folder === undefined ? rest : { ...rest, folder }
}

interface BranchProps extends FolderTreeProps {
  readonly parentId: string | null
  readonly open: ReadonlySet<string>
}

const Branch = ({ folders, open, parentId, search }: BranchProps) => (
  <ul className={styles.branch}>
    {childrenOf(folders, parentId).map(({ formCount, id, name }) => (
      <li key={id}>
        <Link to="/forms" search={within(search, id)} className={styles.folder ?? ""} activeOptions={{ exact: true }}>
          <span className={styles.name}>
            <Foreign text={name} isName />
          </span>
          <span className={styles.count}>{formCount}</span>
        </Link>
        {open.has(id) && childrenOf(folders, id).length > 0 && (
          <Branch folders={folders} open={open} parentId={id} search={search} />
        )}
      </li>
    ))}
  </ul>
)

export const FolderTree = ({ folders, search }: FolderTreeProps) => {
  const { forms: words } = useMessages()
  const { folder } = search
  return (
    <nav className={styles.tree} aria-label={words.folders.label}>
      <ul className={styles.branch}>
        <li>
          <Link
            to="/forms"
            search={within(search, undefined)}
            className={styles.folder ?? ""}
            activeOptions={{ exact: true }}
          >
            {words.folders.all}
          </Link>
        </li>
        <li>
          <Link
            to="/forms"
            search={within(search, "top")}
            className={styles.folder ?? ""}
            activeOptions={{ exact: true }}
          >
            {words.folders.top}
          </Link>
        </li>
      </ul>
      {folders.length > 0 && (
        <Branch
          folders={folders}
          open={new Set(pathTo(folders, folder).map(({ id }) => id))}
          parentId={null}
          search={search}
        />
      )}
    </nav>
  )
}
