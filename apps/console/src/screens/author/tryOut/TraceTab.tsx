/** The rules in the order in which they ran. */
import { useVirtualizer } from "@tanstack/react-virtual"
import { memo, useMemo, useRef, useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Checkbox } from "../../../parts/Checkbox.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import { partOf } from "../chain/chain.ts"
import { ChainName } from "../chain/ChainName.tsx"
import type { RanRule } from "../engine/Protocol.ts"
import { valueText } from "../source/valueText.ts"
import { useEngine } from "../authoring/useAuthoring.ts"
import { type TracedRule, tracedRules } from "./changedRules.ts"
import { useFocusField } from "./useFocusField.ts"
import { useRulePlace } from "./useRulePlace.ts"
import { Why } from "./Why.tsx"
import styles from "./TraceTab.module.css"

const ROW = 56

const useTraced = (authoring: Authoring): ReadonlyArray<TracedRule> => {
  const trace = useEngine(authoring, ({ evaluated }) => evaluated?.trace)
  const before = useEngine(authoring, (state) => state.before?.trace)
  return useMemo(() => (trace === undefined ? [] : tracedRules(trace, before)), [trace, before])
}

/** What is asked for stays as it is while the rules below it change. */
export const TraceTab = ({ authoring }: { readonly authoring: Authoring }) => {
  const { tryOut } = useMessages()
  const [text, setText] = useState("")
  const [isChangedOnly, setChangedOnly] = useState(false)
  return (
    <div className={styles.tab}>
      <div className={styles.filter}>
        <TextField label={tryOut.trace.filter} value={text} onChange={setText} />
        <Checkbox isSelected={isChangedOnly} onChange={setChangedOnly}>
          <ChangedOnly authoring={authoring} />
        </Checkbox>
      </div>
      <Shown authoring={authoring} text={text} isChangedOnly={isChangedOnly} />
    </div>
  )
}

const ChangedOnly = ({ authoring }: { readonly authoring: Authoring }) => {
  const { tryOut } = useMessages()
  return tryOut.trace.changedOnly({ n: useTraced(authoring).filter(({ isChanged }) => isChanged).length })
}

interface ShownProps {
  readonly authoring: Authoring
  readonly text: string
  readonly isChangedOnly: boolean
}

const Shown = ({ authoring, isChangedOnly, text }: ShownProps) => {
  const { trace } = useMessages().tryOut
  const all = useTraced(authoring)
  const placeOf = useRulePlace(authoring)
  const wanted = text.toLowerCase()
  const shown = all.filter(
    ({ isChanged, rule }) =>
      (isChanged || !isChangedOnly) &&
      (wanted === "" || `${placeOf(rule.pointer).name} ${rule.words} ${rule.expression}`.toLowerCase().includes(wanted))
  )
  if (shown.length === 0) return <p className={styles.none}>{all.length === 0 ? trace.noRules : trace.noneShown}</p>
  return <Rules authoring={authoring} rules={shown} placeOf={placeOf} />
}

interface RulesProps {
  readonly authoring: Authoring
  readonly rules: ReadonlyArray<TracedRule>
  readonly placeOf: ReturnType<typeof useRulePlace>
}

const Rules = ({ authoring, placeOf, rules }: RulesProps) => {
  const { tryOut } = useMessages()
  const area = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rules.length,
    getScrollElement: () => area.current,
    estimateSize: () => ROW,
    // A rule that is there still keeps its row, wherever it moves.
    getItemKey: (index) => keyOf(rules[index], index),
    overscan: 8
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
    <div className={styles.area} ref={area} tabIndex={0} role="group" aria-label={tryOut.trace.label}>
      <ol className={styles.list} ref={(list) => list?.style.setProperty("block-size", `${virtual.getTotalSize()}px`)}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const traced = rules[index]
          return traced === undefined ? null : (
            <li
              key={key}
              className={styles.rule}
              data-index={index}
              ref={(row) => {
                row?.style.setProperty("transform", `translateY(${start}px)`)
                virtual.measureElement(row)
              }}
            >
              <Rule authoring={authoring} {...traced} {...placeOf(traced.rule.pointer)} />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

const keyOf = (traced: TracedRule | undefined, index: number): string =>
  traced === undefined ? String(index) : `${traced.rule.pointer} ${traced.rule.row ?? ""}`

interface RuleProps extends TracedRule {
  readonly authoring: Authoring
  readonly name: string
  readonly member: string
}

const Rule = memo(({ authoring, before, isChanged, member, name, rule }: RuleProps) => {
  const { source, tryOut } = useMessages()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className={styles.line}>
        <Button
          size="small"
          look="plain"
          isExpanded={isOpen}
          label={tryOut.why.whyOf({ name })}
          onPress={() => setOpen(!isOpen)}
        >
          {isOpen ? "▾" : "▸"}
        </Button>
        <ChainName authoring={authoring} pointer={partOf(rule.pointer) ?? ""}>
          <Button size="small" look="plain" onPress={() => authoring.reveal({ pointer: rule.pointer })}>
            <code>{name}</code>
          </Button>
        </ChainName>
        <span className={styles.member}>{tryOut.trace.place({ member, row: rule.row })}</span>
        <span className={isChanged ? styles.changed : styles.value}>
          {before !== undefined && (
            <>
              <del>
                <Foreign text={valueText(before, source.missing)} />
              </del>{" "}
            </>
          )}
          <Foreign text={valueText(rule.gave, source.missing)} />
        </span>
      </div>
      {isOpen ? (
        <OpenRule authoring={authoring} rule={rule} />
      ) : (
        <code className={styles.expression}>
          <Foreign text={rule.expression.replace(/\s+/gu, " ")} />
        </code>
      )}
    </>
  )
})

const OpenRule = ({ authoring, rule }: { readonly authoring: Authoring; readonly rule: RanRule }) => {
  const names = useEngine(authoring, ({ checked }) => checked?.names)
  const trace = useEngine(authoring, ({ evaluated }) => evaluated?.trace)
  const focusField = useFocusField(authoring)
  return <Why authoring={authoring} rule={rule} trace={trace ?? []} names={names ?? []} onFocus={focusField} />
}
