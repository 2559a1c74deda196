/** The outcomes that the payload raises, each with its why. */
import { useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge, type Tone } from "../../../parts/Badge.tsx"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import type { RanRule } from "../engine/Protocol.ts"
import { useEngine } from "../authoring/useAuthoring.ts"
import styles from "./Outcomes.module.css"
import { rowOfPointer } from "./whyOf.ts"
import { useFocusField } from "./useFocusField.ts"
import { useRulePlace } from "./useRulePlace.ts"
import { Why } from "./Why.tsx"

type Raised = {
  readonly id: string
  readonly message: string
  readonly severity: "info" | "warning" | "error"
  readonly field?: string
  readonly pointer?: string
}

const tones: { readonly [K in Raised["severity"]]: Tone } = { info: "info", warning: "warning", error: "error" }

export const Outcomes = ({ authoring }: { readonly authoring: Authoring }) => {
  const { tryOut } = useMessages()
  const outcomes = useEngine(authoring, ({ evaluated }) => evaluated?.result.outcomes) ?? []
  const trace = useEngine(authoring, ({ evaluated }) => evaluated?.trace)
  const placeOf = useRulePlace(authoring)
  if (outcomes.length === 0) return null
  const ruleOf = ({ id, pointer: at }: Raised) =>
    trace?.find(
      ({ pointer, row }) => pointer.startsWith("/outcomes/") && row === rowOfPointer(at) && placeOf(pointer).name === id
    )
  return (
    <ul className={styles.outcomes} aria-label={tryOut.outcomes}>
      {outcomes.map((outcome) => (
        <Outcome
          key={`${outcome.id} ${outcome.pointer ?? ""}`}
          authoring={authoring}
          outcome={outcome}
          rule={ruleOf(outcome)}
        />
      ))}
    </ul>
  )
}

interface OutcomeProps {
  readonly authoring: Authoring
  readonly outcome: Raised
  readonly rule: RanRule | undefined
}

const Outcome = ({ authoring, outcome, rule }: OutcomeProps) => {
  const { tryOut } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const names = useEngine(authoring, ({ checked }) => checked?.names)
  const trace = useEngine(authoring, ({ evaluated }) => evaluated?.trace)
  const focusField = useFocusField(authoring)
  return (
    <li>
      <Badge tone={tones[outcome.severity]}>
        <Foreign text={outcome.id} isName />
      </Badge>{" "}
      {outcome.field !== undefined && (
        <>
          <code>{outcome.field}</code>{" "}
        </>
      )}
      <Foreign text={outcome.message} />
      {rule !== undefined && (
        <Button
          size="small"
          look="plain"
          isExpanded={isOpen}
          label={tryOut.why.whyOf({ name: outcome.id })}
          onPress={() => setOpen(!isOpen)}
        >
          {tryOut.why.why} {isOpen ? "▾" : "▸"}
        </Button>
      )}
      {isOpen && rule !== undefined && (
        <Why authoring={authoring} rule={rule} trace={trace ?? []} names={names ?? []} onFocus={focusField} />
      )}
    </li>
  )
}
