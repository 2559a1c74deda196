/** Shown at an address without a screen. */
import { useMessages } from "../../messages/useMessages.ts"
import { ButtonLink } from "../../parts/ButtonLink.tsx"
import { Empty } from "../../parts/States.tsx"
import { Page } from "../../parts/Page.tsx"

export const NotFound = () => {
  const { common, shell } = useMessages()
  return (
    <Page title={shell.notFound}>
      <Empty title={common.states.missing} action={<ButtonLink to="/">{shell.backHome}</ButtonLink>}>
        {common.states.missingWhy}
      </Empty>
    </Page>
  )
}
