/** What stands around every screen of one form: where it is, how it is, and its other screens. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { LinkProps } from "@tanstack/react-router"
import { type ReactNode, useEffect, useRef } from "react"
import type { Form } from "@formwork/client/contract"
import { foldersQuery } from "../../../api/folders.ts"
import { formQuery } from "../../../api/forms.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Page } from "../../../parts/Page.tsx"
import { showIn } from "../../../parts/showIn.ts"
import { Failed, Loading } from "../../../parts/States.tsx"
import { useFailure } from "../../../parts/useFailure.ts"
import { EditLink } from "../EditLink.tsx"
import { FormMenu } from "../FormMenu.tsx"
import { DraftState, LiveState } from "../FormState.tsx"
import { pathTo } from "../list/folderTree.ts"
import styles from "./FormFrame.module.css"

interface FormFrameProps {
  readonly formId: string
  readonly children: (form: Form) => ReactNode
}

const Trail = ({ folderId }: { readonly folderId: string | null }) => {
  const { forms: words } = useMessages()
  const { data: folders = [] } = useQuery(foldersQuery)
  return (
    <>
      <Link to="/forms">{words.title}</Link>
      {pathTo(folders, folderId).map(({ id, name }) => (
        <span key={id} className={styles.step}>
          <Link to="/forms" search={{ folder: id }}>
            <Foreign text={name} isName />
          </Link>
        </span>
      ))}
    </>
  )
}

const Tabs = ({ formId }: { readonly formId: string }) => {
  const { tabs } = useMessages().forms
  const maySee = useMay("submission:read")
  const mayReport = useMay("report:read")
  const list = useRef<HTMLElement>(null)
  useEffect(() => showIn(list.current, list.current?.querySelector("[aria-current=page]")), [])
  const all: ReadonlyArray<{
    readonly to: NonNullable<LinkProps["to"]>
    readonly label: string
    readonly isExact?: boolean
  }> = [
    { to: "/forms/$formId", label: tabs.overview, isExact: true },
    { to: "/forms/$formId/versions", label: tabs.versions },
    { to: "/forms/$formId/integrate", label: tabs.integrate },
    { to: "/forms/$formId/publish", label: tabs.publish },
    ...(mayReport ? [{ to: "/forms/$formId/report" as const, label: tabs.report }] : [])
  ]
  return (
    <nav className={styles.tabs} aria-label={tabs.label} ref={list}>
      {all.map(({ isExact = false, label, to }) => (
        <Link
          key={to}
          to={to}
          params={{ formId }}
          activeOptions={{ exact: isExact, includeSearch: false }}
          className={styles.tab ?? ""}
        >
          {label}
        </Link>
      ))}
      {maySee && (
        <Link to="/submissions" search={{ form: formId }} className={styles.tab ?? ""}>
          {tabs.submissions}
        </Link>
      )}
    </nav>
  )
}

const Described = ({ form }: { readonly form: Form }) => (
  <span className={styles.described}>
    <code>{form.code}</code>
    <LiveState form={form} />
    <DraftState form={form} />
  </span>
)

export const FormFrame = ({ children, formId }: FormFrameProps) => {
  const { forms: words } = useMessages()
  const query = useQuery(formQuery(formId))
  const { data: form } = query
  const failure = useFailure(query)
  if (form === undefined) {
    return (
      <Page title={words.title} trail={<Link to="/forms">{words.title}</Link>}>
        {failure === undefined ? <Loading /> : <Failed {...failure} onRetry={() => void query.refetch()} />}
      </Page>
    )
  }
  const actions = (
    <>
      <EditLink formId={formId}>{words.actions.edit}</EditLink>
      <FormMenu form={form} />
    </>
  )
  return (
    <Page
      title={form.title}
      heading={<Foreign text={form.title} isName />}
      description={<Described form={form} />}
      trail={<Trail folderId={form.folderId} />}
      actions={actions}
    >
      <Tabs formId={formId} />
      {children(form)}
    </Page>
  )
}
