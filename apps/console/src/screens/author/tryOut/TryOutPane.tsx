/** The form of the draft, as the people who fill it in see it, and what it does. */
import { useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { lazily } from "../../../parts/lazily.tsx"
import { Tabs } from "../../../parts/Tabs.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import type { EngineState } from "../engine/EngineClient.ts"
import { useEngine } from "../authoring/useAuthoring.ts"
import { tracedRules } from "./changedRules.ts"
import { useExamples } from "./examples/useExamples.ts"
import { Filling } from "./Filling.tsx"
import { FormPreview } from "./FormPreview.tsx"
import { TryOutHead } from "./TryOutHead.tsx"
import { TryOutState } from "./TryOutState.tsx"
import styles from "./TryOutPane.module.css"
import type { TryOutStore } from "./TryOutStore.ts"

const BesideTab = lazily(async () => (await import("./beside/BesideTab.tsx")).BesideTab, true)
const EffectsTab = lazily(async () => (await import("./EffectsTab.tsx")).EffectsTab, true)
const ExamplesTab = lazily(async () => (await import("./examples/ExamplesTab.tsx")).ExamplesTab, true)
const PayloadTab = lazily(async () => (await import("./PayloadTab.tsx")).PayloadTab, true)
const ResultTab = lazily(async () => (await import("./ResultTab.tsx")).ResultTab, true)
const TraceTab = lazily(async () => (await import("./TraceTab.tsx")).TraceTab, true)

interface TryOutPaneProps {
  readonly authoring: Authoring
  readonly store: TryOutStore
  readonly formId: string
}

type TabId = "trace" | "beside" | "payload" | "examples" | "result" | "effects"

const changedIn = ({ before, evaluated }: EngineState): number =>
  evaluated === undefined ? 0 : tracedRules(evaluated.trace, before?.trace).filter(({ isChanged }) => isChanged).length

/** Labels that count: they change alone, without the tabs and what is in them. */
const TraceLabel = ({ authoring }: { readonly authoring: Authoring }) => {
  const { tryOut } = useMessages()
  const changed = useEngine(authoring, changedIn)
  const n = useEngine(authoring, ({ evaluated }) => evaluated?.trace.length ?? 0)
  return tryOut.tabs.trace({ n, changed })
}

const EffectsLabel = ({ authoring }: { readonly authoring: Authoring }) => {
  const { tryOut } = useMessages()
  return tryOut.tabs.effects({ n: useEngine(authoring, ({ evaluated }) => evaluated?.effects.length ?? 0) })
}

export const TryOutPane = ({ authoring, formId, store }: TryOutPaneProps) => {
  const { tryOut } = useMessages()
  const [chosen, setChosen] = useState<TabId>("trace")
  const examples = useExamples(authoring, formId)
  return (
    <div className={styles.pane}>
      <div className={styles.form}>
        <TryOutHead store={store} />
        <Filling authoring={authoring} store={store} formId={formId} />
        <TryOutState authoring={authoring} store={store} />
        <FormPreview authoring={authoring} store={store} />
      </div>
      <div className={styles.details}>
        <Tabs
          label={tryOut.tabs.label}
          chosen={chosen}
          onChoose={setChosen}
          tabs={[
            {
              id: "trace",
              label: <TraceLabel authoring={authoring} />,
              content: <TraceTab authoring={authoring} />
            },
            {
              id: "beside",
              label: tryOut.tabs.beside,
              content: <BesideTab authoring={authoring} store={store} formId={formId} />
            },
            { id: "payload", label: tryOut.tabs.payload, content: <PayloadTab store={store} /> },
            {
              id: "examples",
              label: tryOut.tabs.examples({ n: examples.runs.length, failed: examples.failed }),
              content: <ExamplesTab authoring={authoring} store={store} formId={formId} examples={examples} />
            },
            { id: "result", label: tryOut.tabs.result, content: <ResultTab authoring={authoring} /> },
            {
              id: "effects",
              label: <EffectsLabel authoring={authoring} />,
              content: <EffectsTab authoring={authoring} />
            }
          ]}
        />
      </div>
    </div>
  )
}
