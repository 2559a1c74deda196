/** One effect: what became of it, each attempt, and what is sent. */
import type { EffectHistory } from "@formwork/client/contract"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useEffect } from "react"
import { effectContentQuery, effectQuery, retryEffect } from "../../../api/effects.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Facts } from "../../../parts/Facts.tsx"
import { focusHeading } from "../../../parts/focusHeading.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Queried } from "../../../parts/States.tsx"
import { When } from "../../../parts/When.tsx"
import { moment } from "../../../time/dates.ts"
import { EffectState } from "../EffectState.tsx"
import { useFormTitles } from "../useFormTitles.ts"
import { Attachments } from "./Attachments.tsx"
import { Attempts } from "./Attempts.tsx"
import { Sent } from "./Sent.tsx"
import styles from "./EffectDetail.module.css"

interface EffectProps {
  readonly effect: EffectHistory
}

const EffectFacts = ({ effect }: EffectProps) => {
  const { common, effects } = useMessages()
  const titles = useFormTitles()
  const { attachments, createdAt, destination, formId, id, kind, nextAttemptAt, on, state, submissionId } = effect
  const words = effects.one
  return (
    <Facts
      facts={[
        { label: words.state, value: <EffectState state={state} /> },
        { label: words.kind, value: effects.kinds[kind] },
        { label: words.destination, value: <Foreign text={destination} /> },
        {
          label: words.form,
          value: (
            <Link to="/forms/$formId" params={{ formId }}>
              <Foreign text={titles.get(formId) ?? effects.noForm({ id: formId })} isName />
            </Link>
          )
        },
        {
          label: words.submission,
          value: (
            <Link to="/submissions/$submissionId" params={{ submissionId }}>
              {words.open}
            </Link>
          )
        },
        {
          label: words.on,
          value: (
            <>
              {moment(common.language, createdAt)}, <Foreign text={effects.head({ kind: undefined, on })} />
            </>
          )
        },
        ...(nextAttemptAt === null ? [] : [{ label: words.next, value: <When at={nextAttemptAt} /> }]),
        ...(attachments.length === 0 ? [] : [{ label: words.attachments, value: <Attachments effect={effect} /> }]),
        { label: words.id, value: <code>{id}</code> }
      ]}
    />
  )
}

const Content = ({ effectId }: { readonly effectId: string }) => {
  const words = useMessages().effects.sent
  const content = useQuery(effectContentQuery(effectId))
  return (
    <Queried query={content} lines={4}>
      {(found) => (
        <div className={styles.sent}>{found === null ? <p>{words.nothing}</p> : <Sent content={found} />}</div>
      )}
    </Queried>
  )
}

/** The button goes with the last attempt, some seconds after it was pressed. */
const useFocusAfter = (isGone: boolean): void =>
  useEffect(() => {
    if (isGone) focusHeading()
  }, [isGone])

const everyMillis = 5_000

export const EffectDetail = ({ effectId }: { readonly effectId: string }) => {
  const { effects } = useMessages()
  const query = useQuery({
    ...effectQuery(effectId),
    refetchInterval: ({ state }) => (state.data?.state === "pending" ? everyMillis : false)
  })
  const retry = useMutation({ mutationFn: () => retryEffect(effectId) })
  const mayWrite = useMay("effect:write")
  const mayRead = useMay("submission:read")
  const effect = query.data
  useFocusAfter(retry.isSuccess && effect?.state === "delivered")
  const action = effect !== undefined && effect.state !== "delivered" && (
    <Button look="primary" isDisabled={!mayWrite} isPending={retry.isPending} onPress={() => retry.mutate()}>
      {effect.state === "pending" ? effects.one.retryNow : effects.one.retry}
    </Button>
  )
  return (
    <Page
      title={effect?.effectId ?? effects.one.title}
      heading={effect === undefined ? effects.one.title : <Foreign text={effect.effectId} isName />}
      trail={<Link to="/effects">{effects.title}</Link>}
      actions={action}
    >
      {!mayWrite && <p className={styles.quiet}>{effects.needsWrite}</p>}
      <Refused error={retry.error} />
      <div role="status" className={styles.told}>
        {retry.isSuccess && <Notice tone="ok">{effects.one.retried}</Notice>}
      </div>
      <Queried query={query}>
        {(found) => (
          <>
            <EffectFacts effect={found} />
            <Section title={effects.attempts.title} description={effects.attempts.why}>
              <Attempts effect={found} />
            </Section>
            <Section title={effects.sent.title} description={effects.sent.why}>
              {mayRead ? <Content effectId={effectId} /> : <p className={styles.quiet}>{effects.sent.needs}</p>}
            </Section>
          </>
        )}
      </Queried>
    </Page>
  )
}
