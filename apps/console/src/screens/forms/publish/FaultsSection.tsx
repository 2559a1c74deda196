/** Whether the draft has faults, and which. */
import { useMessages } from "../../../messages/useMessages.ts"
import { Notice } from "../../../parts/Notice.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Queried } from "../../../parts/States.tsx"
import { FaultList } from "../definition/FaultList.tsx"
import { EditLink } from "../EditLink.tsx"
import type { useFaults } from "./useFaults.ts"

interface FaultsSectionProps {
  readonly formId: string
  readonly faults: ReturnType<typeof useFaults>
}

export const FaultsSection = ({ faults, formId }: FaultsSectionProps) => {
  const { faults: words } = useMessages().publish
  return (
    <Section title={words.title}>
      <Queried query={faults} lines={1}>
        {(found) =>
          found.length === 0 ? (
            <Notice tone="ok">{words.none}</Notice>
          ) : (
            <>
              <Notice tone="error" actions={<EditLink formId={formId}>{words.edit({ n: found.length })}</EditLink>}>
                {words.some({ n: found.length })}
              </Notice>
              <FaultList faults={found} />
            </>
          )
        }
      </Queried>
    </Section>
  )
}
