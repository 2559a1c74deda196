/** What was sent of a submission, and what will be: each effect with its state; one is open, with its attempts and its content. */
import type { Effect } from "@formwork/client/contract"
import { useInfiniteQuery } from "@tanstack/react-query"
import { effectsOfQuery } from "../../../../api/submission.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Refused } from "../../../../parts/Refused.tsx"
import { Empty, Queried } from "../../../../parts/States.tsx"
import { When } from "../../../../parts/When.tsx"
import { EffectState } from "../../../effects/EffectState.tsx"
import { waitingFor } from "../../../effects/waitingFor.ts"
import styles from "./Effects.module.css"
import { OpenEffect } from "./OpenEffect.tsx"

interface EffectsProps {
  readonly submissionId: string
  /** The id of the one that is open. */
  readonly open: string | undefined
  readonly onOpen: (effect: string | undefined) => void
}

export const Effects = ({ onOpen, open, submissionId }: EffectsProps) => {
  const { common, submission } = useMessages()
  const { effects: words } = submission
  const query = useInfiniteQuery(effectsOfQuery(submissionId))
  return (
    <Queried query={query}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0) return <Empty title={words.emptyTitle}>{words.empty}</Empty>
        return (
          <>
            <ul className={styles.list} aria-label={words.label}>
              {items.map((effect) => (
                <Item key={effect.id} effect={effect} isOpen={effect.id === open} onOpen={onOpen} />
              ))}
            </ul>
            <Refused error={query.isFetchNextPageError ? query.error : null} />
            {query.hasNextPage && (
              <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
                {common.showMore}
              </Button>
            )}
          </>
        )
      }}
    </Queried>
  )
}

interface ItemProps {
  readonly effect: Effect
  readonly isOpen: boolean
  readonly onOpen: EffectsProps["onOpen"]
}

const Item = ({ effect, isOpen, onOpen }: ItemProps) => {
  const { effects: words } = useMessages().submission
  const documents = waitingFor(effect)
  const { attachments, attemptCount, createdAt, destination, effectId, id, kind, nextAttemptAt, on, state } = effect
  return (
    <li className={styles.effect}>
      <div className={styles.head}>
        <span className={styles.what}>
          <span className={styles.line}>
            <strong>
              <Foreign text={effectId} isName />
            </strong>
            <EffectState state={state} />
          </span>
          <span className={styles.quiet}>
            {words.kinds[kind]}
            {(kind === "integration" || kind === "delivery") && (
              <>
                {" "}
                {words.to} <Foreign text={destination} />
              </>
            )}
            , <Foreign text={words.on({ on })} />, <When at={createdAt} />. {words.attempts({ n: attemptCount })}
            {attachments.length > 0 && (
              <>
                {" "}
                {words.attaches} <Foreign text={attachments.map((one) => one.effectId).join(", ")} />.
              </>
            )}
            {documents !== "" && (
              <>
                {" "}
                {words.waits} <Foreign text={documents} />.
              </>
            )}
            {state === "pending" && nextAttemptAt !== null && (
              <>
                {" "}
                {words.next} <When at={nextAttemptAt} />.
              </>
            )}
          </span>
        </span>
        <Button
          size="small"
          isExpanded={isOpen}
          label={words.openOf({ id: effectId })}
          onPress={() => onOpen(isOpen ? undefined : id)}
        >
          {words.open} {isOpen ? "▾" : "▸"}
        </Button>
      </div>
      {isOpen && <OpenEffect effect={effect} />}
    </li>
  )
}
