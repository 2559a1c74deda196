/** What waits for a person: drafts to publish, keys that end, effects that failed for good. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { deadEffectsQuery } from "../../api/effects.ts"
import { keysQuery } from "../../api/keys.ts"
import { useMay } from "../../api/me.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Foreign } from "../../parts/Foreign.tsx"
import { Section } from "../../parts/Section.tsx"
import { Failed, Loading } from "../../parts/States.tsx"
import { useFailure } from "../../parts/useFailure.ts"
import { draftDiffers, LiveState } from "../forms/FormState.tsx"
import { day } from "../../time/dates.ts"
import { expiringKeys } from "./firstSteps.ts"
import { newestFormsQuery } from "./useThere.ts"
import styles from "./Home.module.css"

const Need = ({ children, title }: { readonly title: string; readonly children: ReactNode }) => (
  <div className={styles.need}>
    <h3 className={styles.heading}>{title}</h3>
    {children}
  </div>
)

const useNeeds = () => {
  const forms = useQuery({ ...newestFormsQuery, enabled: useMay("form:read") })
  const keys = useQuery({ ...keysQuery, enabled: useMay("apikey:read") })
  const dead = useQuery({ ...deadEffectsQuery, enabled: useMay("effect:read") })
  return {
    drafts: forms.data?.items.filter(draftDiffers) ?? [],
    hasMoreForms: forms.data?.next !== null && forms.data !== undefined,
    formCount: forms.data?.items.length ?? 0,
    expiring: expiringKeys(keys.data ?? [], Date.now()),
    dead: dead.data ?? { count: 0, hasMore: false },
    isLoading: [forms, keys, dead].some(({ isLoading }) => isLoading),
    failed: [forms, keys, dead].find(
      ({ data, error, errorUpdateCount }) => error !== null || (errorUpdateCount > 0 && data === undefined)
    )
  }
}

const Drafts = ({ drafts, formCount, hasMoreForms }: ReturnType<typeof useNeeds>) => {
  const { needs: words } = useMessages().home
  return (
    <Need title={words.drafts}>
      <ul className={styles.lines}>
        {drafts.map((form) => (
          <li key={form.id} className={styles.line}>
            <Link to="/forms/$formId" params={{ formId: form.id }} className={styles.name ?? ""}>
              <Foreign text={form.title} isName />
            </Link>
            <LiveState form={form} />
            <Link to="/forms/$formId/publish" params={{ formId: form.id }}>
              {words.publish}
            </Link>
          </li>
        ))}
      </ul>
      {hasMoreForms && <p className={styles.why}>{words.firstForms({ n: formCount })}</p>}
    </Need>
  )
}

const Keys = ({ expiring }: ReturnType<typeof useNeeds>) => {
  const { common, home } = useMessages()
  const words = home.needs
  return (
    <Need title={words.keys}>
      <ul className={styles.lines}>
        {expiring.map(({ expiresAt, id, name }) => (
          <li key={id} className={styles.line}>
            <Link to="/settings/keys/$keyId" params={{ keyId: id }} className={styles.name ?? ""}>
              <Foreign text={name} isName />
            </Link>
            <span>{words.expires({ date: day(common.language, expiresAt ?? "") })}</span>
          </li>
        ))}
      </ul>
    </Need>
  )
}

export const Needs = () => {
  const { needs: words } = useMessages().home
  const needs = useNeeds()
  const { dead, drafts, expiring, failed, isLoading } = needs
  const failure = useFailure(failed ?? { error: null })
  const hasNone = drafts.length === 0 && expiring.length === 0 && dead.count === 0
  return (
    <Section title={words.title}>
      {isLoading && failure === undefined && <Loading lines={3} />}
      {failure !== undefined && <Failed {...failure} onRetry={() => void failed?.refetch()} />}
      {!isLoading && failed === undefined && hasNone && <p className={styles.why}>{words.none}</p>}
      {!hasNone && (
        <div className={styles.needs}>
          {drafts.length > 0 && <Drafts {...needs} />}
          {expiring.length > 0 && <Keys {...needs} />}
          {dead.count > 0 && (
            <Need title={words.effects}>
              <Link to="/effects" search={{ state: "dead" }}>
                {(dead.hasMore ? words.atLeast : words.dead)({ n: dead.count })}
              </Link>
            </Need>
          )}
        </div>
      )}
    </Section>
  )
}
