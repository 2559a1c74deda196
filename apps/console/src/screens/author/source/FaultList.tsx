/** All faults of the draft. Each leads to its characters. */
import type { Fault } from "@formwork/rules/Fault"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { useDraft, useEngine } from "../authoring/useAuthoring.ts"
import type { Authoring } from "../authoring/Authoring.ts"
import type { Draft } from "../document/Draft.ts"
import { type NearWord, nearWordOf } from "./nearWord.ts"
import styles from "./FaultList.module.css"

/** A list is for reading; F8 goes through all of them. */
const SHOWN = 50

export const FaultList = ({ authoring }: { readonly authoring: Authoring }) => {
  const { source, workspace } = useMessages()
  const broken = useDraft(authoring, (draft) => draft.broken)
  const checked = useEngine(authoring, (state) => state.checked?.faults)
  const isChecking = useEngine(authoring, (state) => state.isChecking)
  const isDead = useEngine(authoring, (state) => state.isDead)
  const faults = checked ?? []
  return (
    <div className={styles.faults} role="status" aria-busy={isChecking}>
      {isDead && <Badge tone="error">{workspace.dead}</Badge>}
      {broken !== undefined ? (
        <Badge tone="error">{source.broken(broken)}</Badge>
      ) : faults.length === 0 ? (
        <Badge tone={checked === undefined ? "neutral" : "ok"}>
          {checked === undefined ? workspace.checking : workspace.noFaults}
        </Badge>
      ) : (
        <details open>
          <summary className={styles.summary}>
            <Badge tone="error">{workspace.faults({ n: faults.length })}</Badge>
          </summary>
          <ol className={styles.list}>
            {faults.slice(0, SHOWN).map((fault) => (
              <li key={`${fault.pointer} ${fault.range?.start ?? ""} ${fault.message}`}>
                <Button size="small" look="plain" onPress={() => authoring.reveal(fault)}>
                  <span className={styles.fault}>
                    <code>
                      <Foreign text={fault.pointer === "" ? "/" : fault.pointer} isName />
                    </code>{" "}
                    <Foreign text={fault.message} />
                  </span>
                </Button>
                <PutIn authoring={authoring} fault={fault} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}

const nearIn = ({ good }: Draft, fault: Fault): NearWord | undefined => good && nearWordOf(good.text, good.tree, fault)

/** The near word that a fault proposes, as a button. */
const PutIn = ({ authoring, fault }: { readonly authoring: Authoring; readonly fault: Fault }) => {
  const { source } = useMessages()
  const word = useDraft(authoring, (draft) => nearIn(draft, fault)?.word)
  if (word === undefined) return null
  const putIn = (): void => {
    const near = nearIn(authoring.store.getSnapshot(), fault)
    if (near !== undefined) authoring.store.dispatch({ changes: near.change, userEvent: "input" })
  }
  return (
    <Button size="small" onPress={putIn}>
      {source.putIn({ word })}
    </Button>
  )
}
