/** The form's examples: loaded, kept, changed, and run with each text of the draft. */
import { useState } from "react"
import { changeExamples, type KeptExample } from "../../../../api/examples.ts"
import { useMay } from "../../../../api/me.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { ConfirmDialog } from "../../../../parts/ConfirmDialog.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Queried } from "../../../../parts/States.tsx"
import type { Authoring } from "../../authoring/Authoring.ts"
import type { TryOutStore } from "../TryOutStore.ts"
import { Example, type ExampleAction } from "./Example.tsx"
import styles from "./ExamplesTab.module.css"
import type { FormParts } from "./expected.ts"
import { ExpectNow } from "./ExpectNow.tsx"
import { KeepExample } from "./KeepExample.tsx"
import { Reach } from "./Reach.tsx"
import { RenameExample } from "./RenameExample.tsx"
import type { RunExample, useExamples } from "./useExamples.ts"

interface ExamplesTabProps {
  readonly authoring: Authoring
  readonly store: TryOutStore
  readonly formId: string
  readonly examples: ReturnType<typeof useExamples>
}

/** What is open over the list. */
type Asked = { readonly action: "keep" } | { readonly action: Exclude<ExampleAction, "load">; readonly run: RunExample }

export const ExamplesTab = ({ authoring, examples, formId, store }: ExamplesTabProps) => {
  const { examples: words } = useMessages().tryOut
  const [asked, setAsked] = useState<Asked>()
  const [loaded, setLoaded] = useState<string>()
  const mayWrite = useMay("form:write")
  const load = ({ data, name, today }: KeptExample) => {
    store.setPayload(data, today)
    setLoaded(name)
  }
  return (
    <div className={styles.tab}>
      <div className={styles.actions}>
        <Button size="small" isDisabled={!mayWrite} onPress={() => setAsked({ action: "keep" })}>
          {words.keep}
        </Button>
        <span role="status" className={styles.quiet}>
          {loaded !== undefined && <Foreign text={words.loaded({ name: loaded })} />}
        </span>
      </div>
      {!mayWrite && <p className={styles.quiet}>{words.needsPrivilege}</p>}
      <Queried query={examples.query} lines={2}>
        {() => (examples.runs.length === 0 ? <p>{words.none}</p> : null)}
      </Queried>
      <ul className={styles.list}>
        {examples.runs.map((run) => (
          <Example
            key={run.example.name}
            run={run}
            mayWrite={mayWrite}
            onAct={(action) => (action === "load" ? load(run.example) : setAsked({ action, run }))}
          />
        ))}
      </ul>
      {examples.coverage !== undefined && <Reach coverage={examples.coverage} />}
      <Over
        authoring={authoring}
        formId={formId}
        store={store}
        asked={asked}
        runs={examples.runs}
        form={examples.form}
        onClose={() => setAsked(undefined)}
      />
    </div>
  )
}

interface OverProps extends Omit<ExamplesTabProps, "examples"> {
  readonly asked: Asked | undefined
  readonly runs: ReadonlyArray<RunExample>
  readonly form: FormParts
  readonly onClose: () => void
}

const Over = ({ asked, authoring, form, formId, onClose, runs, store }: OverProps) => {
  const { examples: words } = useMessages().tryOut
  if (asked === undefined) return null
  const names = runs.map(({ example }) => example.name)
  if (asked.action === "keep")
    return <KeepExample authoring={authoring} formId={formId} store={store} names={names} onClose={onClose} />
  const { example } = asked.run
  const { name } = example
  switch (asked.action) {
    case "replace":
      return (
        <KeepExample authoring={authoring} formId={formId} store={store} names={names} of={example} onClose={onClose} />
      )
    case "expect":
      return <ExpectNow formId={formId} run={asked.run} form={form} onClose={onClose} />
    case "rename":
      return <RenameExample formId={formId} name={name} names={names} onClose={onClose} />
    case "delete":
      return (
        <ConfirmDialog
          title={words.deleteTitle({ name })}
          submit={words.delete}
          isDanger
          onClose={onClose}
          onSubmit={() => changeExamples(formId, (all) => all.filter((one) => one.name !== name))}
        >
          <p>{words.deleteWhy}</p>
        </ConfirmDialog>
      )
  }
}
