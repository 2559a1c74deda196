/** To the workspace in which a form's draft is written. */
import type { ReactNode } from "react"
import { ButtonLink } from "../../parts/ButtonLink.tsx"
import type { Look } from "../../parts/Button.tsx"

interface EditLinkProps {
  readonly formId: string
  readonly look?: Look
  readonly children: ReactNode
}

export const EditLink = ({ children, formId, look = "quiet" }: EditLinkProps) => (
  <ButtonLink to="/forms/$formId/edit" params={{ formId }} search={{ view: "source", try: true }} look={look}>
    {children}
  </ButtonLink>
)
