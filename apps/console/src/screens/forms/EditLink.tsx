/** To the workspace in which a form's draft is written. */
import type { ReactNode } from "react"
import { ButtonLink } from "../../parts/ButtonLink.tsx"
import type { Look } from "../../parts/Button.tsx"
import { lastView } from "../../routes/lastView.ts"

interface EditLinkProps {
  readonly formId: string
  readonly look?: Look
  readonly children: ReactNode
}

export const EditLink = ({ children, formId, look = "quiet" }: EditLinkProps) => (
  <ButtonLink to="/forms/$formId/edit" params={{ formId }} search={{ view: lastView(), try: true }} look={look}>
    {children}
  </ButtonLink>
)
