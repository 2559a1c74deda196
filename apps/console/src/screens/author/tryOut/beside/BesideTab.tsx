/** The draft and the live version side by side, for what is filled in: what they give, and the rules that gave it. */
import { useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { formQuery } from "../../../../api/forms.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Checkbox } from "../../../../parts/Checkbox.tsx"
import type { Authoring } from "../../authoring/Authoring.ts"
import { useEngine } from "../../authoring/useAuthoring.ts"
import type { Evaluated, LiveEvaluated } from "../../engine/Protocol.ts"
import type { TryOutStore } from "../TryOutStore.ts"
import { useRulePlace } from "../useRulePlace.ts"
import { placeOfRule } from "../whyOf.ts"
import { besideResults, besideRules } from "./beside.ts"
import { ResultTable, RuleTable } from "./BesideTables.tsx"
import styles from "./BesideTab.module.css"
import { useLiveResult } from "./useLiveResult.ts"

interface BesideTabProps {
  readonly authoring: Authoring
  readonly store: TryOutStore
  readonly formId: string
}

export const BesideTab = ({ authoring, formId, store }: BesideTabProps) => {
  const { beside: words, nothing } = useMessages().tryOut
  const evaluated = useEngine(authoring, (state) => state.evaluated)
  const { definition, found } = useLiveResult(authoring, store, formId)
  if (definition === null) return <p>{words.none}</p>
  if (definition === undefined) return <p>{words.unread}</p>
  if (evaluated === undefined) return <p>{nothing}</p>
  if (found === null) return <p>{words.refused}</p>
  if (found === undefined) return null
  return <Beside authoring={authoring} formId={formId} draft={evaluated} live={found} />
}

interface BesideProps {
  readonly authoring: Authoring
  readonly formId: string
  readonly draft: Evaluated
  readonly live: LiveEvaluated
}

const useSides = (authoring: Authoring, draft: Evaluated, live: LiveEvaluated) => {
  const placeOf = useRulePlace(authoring)
  return useMemo(() => {
    const names = new Map(live.names.map((name) => [name.pointer, name]))
    const ids = new Map(live.ids.map(({ id, pointer }) => [pointer, id]))
    return {
      results: besideResults(draft.result, live.result),
      rules: besideRules(
        draft.trace.map((rule) => ({ rule, ...placeOf(rule.pointer) })),
        live.trace.map((rule) => ({ rule, ...placeOfRule(names, rule.pointer, (at) => ids.get(at)) }))
      )
    }
  }, [draft, live, placeOf])
}

const Beside = ({ authoring, draft, formId, live }: BesideProps) => {
  const { beside: words } = useMessages().tryOut
  const [areAllShown, setAllShown] = useState(false)
  const number = useQuery(formQuery(formId)).data?.liveVersionNumber ?? undefined
  const { results, rules } = useSides(authoring, draft, live)
  const differing = {
    results: results.filter(({ differs }) => differs).length,
    rules: rules.filter(({ differs }) => differs).length
  }
  return (
    <div className={styles.tab}>
      <div className={styles.head}>
        <p role="status">{words.summary({ ...differing, number })}</p>
        <Checkbox isSelected={areAllShown} onChange={setAllShown}>
          {words.all}
        </Checkbox>
      </div>
      <ResultTable pairs={areAllShown ? results : results.slice(0, differing.results)} number={number} />
      <RuleTable authoring={authoring} pairs={areAllShown ? rules : rules.slice(0, differing.rules)} number={number} />
    </div>
  )
}
