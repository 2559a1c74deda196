/** Keeps what is filled in with the form, and what it gives now as what is expected of it. */
import { expectationMembers } from "@formwork/rules/Expectation"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { changeExamples, type KeptExample } from "../../../../api/examples.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Checkbox } from "../../../../parts/Checkbox.tsx"
import { Dialog } from "../../../../parts/Dialog.tsx"
import { Refused } from "../../../../parts/Refused.tsx"
import type { Authoring } from "../../authoring/Authoring.ts"
import type { TryOutStore } from "../TryOutStore.ts"
import { useTryOut } from "../useTryOut.ts"
import { ExampleName, useExampleName } from "./ExampleName.tsx"
import { expectationOf, type FormParts, type Members, membersOf } from "./expected.ts"
import styles from "./ExamplesTab.module.css"

interface KeepExampleProps {
  readonly authoring: Authoring
  readonly store: TryOutStore
  readonly formId: string
  readonly names: ReadonlyArray<string>
  /** The example whose place it takes; left out for a new one. */
  readonly of?: KeptExample
  readonly onClose: () => void
}

/** What the form is tried with, and what it gives as a complete payload. */
const useKept = (authoring: Authoring, store: TryOutStore) => {
  const { payload, today } = useTryOut(store)
  const form = (): FormParts => {
    const { fields = [], sections = [] } = authoring.engine.getSnapshot().prepared?.form ?? {}
    return { fields: fields.map(({ field }) => field), sections }
  }
  return async (name: string, members: Members, isDayKept: boolean): Promise<KeptExample> => {
    const [result] = (await authoring.engine.ask("results", { payloads: [{ data: payload, today }] })) ?? []
    const expect = result === undefined || result === null ? {} : expectationOf(result, form(), members)
    return { name, data: payload, expect, ...(isDayKept ? { today } : {}) }
  }
}

const put = (all: ReadonlyArray<KeptExample>, kept: KeptExample, before: string | undefined) =>
  all.some(({ name }) => name === before) ? all.map((one) => (one.name === before ? kept : one)) : [...all, kept]

export const KeepExample = ({ authoring, formId, names, of, onClose, store }: KeepExampleProps) => {
  const { common, tryOut } = useMessages()
  const { examples: words } = tryOut
  const { today } = useTryOut(store)
  const [typed, setTyped] = useState(of?.name ?? "")
  const [members, setMembers] = useState(membersOf(of?.expect ?? {}))
  const [isDayKept, setDayKept] = useState(of === undefined || of.today !== undefined)
  const keptNow = useKept(authoring, store)
  const { name, problem } = useExampleName(
    typed,
    names.filter((one) => one !== of?.name)
  )
  const keep = useMutation({
    mutationFn: async () => {
      const kept = await keptNow(name, members, isDayKept)
      await changeExamples(formId, (all) => put(all, kept, of?.name))
    },
    onSuccess: onClose
  })
  const submit = () => {
    if (name !== "" && problem === "" && !keep.isPending) keep.mutate()
  }
  return (
    <Dialog
      title={of === undefined ? words.keepTitle : words.replaceTitle({ name: of.name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" isPending={keep.isPending} isDisabled={name === "" || problem !== ""} onPress={submit}>
            {words.keepSubmit}
          </Button>
        </>
      }
    >
      <Refused error={keep.error} />
      <ExampleName typed={typed} problem={problem} onType={setTyped} onSubmit={submit} />
      <fieldset className={styles.members}>
        <legend>{words.expects}</legend>
        {expectationMembers.map((member) => (
          <Checkbox
            key={member}
            isSelected={members[member]}
            onChange={(isOn) => setMembers({ ...members, [member]: isOn })}
          >
            {words.members[member]}
          </Checkbox>
        ))}
      </fieldset>
      <Checkbox description={words.dayWhy} isSelected={isDayKept} onChange={setDayKept}>
        {words.day({ today })}
      </Checkbox>
    </Dialog>
  )
}
