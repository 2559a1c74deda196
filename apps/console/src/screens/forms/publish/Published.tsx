/** After publishing: what is live, and the way back. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { Form } from "@formwork/client/contract"
import { versionsQuery } from "../../../api/forms.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Queried } from "../../../parts/States.tsx"
import { PublishAgain } from "../versions/PublishAgain.tsx"
import styles from "./Publish.module.css"

/** The button that was pressed is gone, so the focus goes to the heading of its result. */
const focusFirst = (heading: HTMLElement | null): void => heading?.focus()

interface PublishedProps {
  readonly form: Form
  readonly versionId: string
}

export const Published = ({ form, versionId }: PublishedProps) => {
  const { done: words } = useMessages().publish
  const navigate = useNavigate()
  const versions = useInfiniteQuery(versionsQuery(form.id))
  const { id: formId } = form
  return (
    <Queried query={versions} lines={3}>
      {({ pages }) => {
        const all = pages.flatMap(({ items }) => items)
        const live = all.find(({ id }) => id === versionId) ?? all[0]
        if (live === undefined) return null
        const before = all.find(({ number }) => number === live.number - 1)
        return (
          <div className={styles.done} role="status">
            <h2 className={styles.doneTitle} tabIndex={-1} ref={focusFirst}>
              {words.title({ number: live.number })}
            </h2>
            <p>{words.why}</p>
            <div className={styles.controls}>
              <ButtonLink to="/forms/$formId" params={{ formId }} look="primary">
                {words.form}
              </ButtonLink>
              <ButtonLink to="/forms/$formId/integrate" params={{ formId }} search={{ view: "calls" }}>
                {words.call}
              </ButtonLink>
              {before !== undefined && (
                <ButtonLink
                  to="/forms/$formId/versions/$versionId"
                  params={{ formId, versionId: live.id }}
                  search={{ compare: before.id }}
                >
                  {words.compare({ number: before.number })}
                </ButtonLink>
              )}
              {before !== undefined && live.isLive && (
                <PublishAgain
                  form={form}
                  version={before}
                  label={words.goBack({ number: before.number })}
                  onPublished={() => void navigate({ to: "/forms/$formId/versions", params: { formId } })}
                />
              )}
            </div>
          </div>
        )
      }}
    </Queried>
  )
}
