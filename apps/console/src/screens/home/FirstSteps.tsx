/** What to do first. A step is ticked once what it makes is there, and the list goes when it is hidden. */
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { Form } from "@formwork/client/contract"
import { makeValue, useValue } from "../../api/value.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Button } from "../../parts/Button.tsx"
import { Foreign } from "../../parts/Foreign.tsx"
import { Section } from "../../parts/Section.tsx"
import { lastView } from "../../routes/lastView.ts"
import { firstSteps } from "./firstSteps.ts"
import type { Step } from "./firstSteps.ts"
import { useThere } from "./useThere.ts"
import styles from "./Home.module.css"

const place = "formwork.firstSteps"

const isHidden = makeValue(localStorage.getItem(place) === "hidden")

const hide = (hidden: boolean): void => {
  localStorage.setItem(place, hidden ? "hidden" : "shown")
  isHidden.set(hidden)
}

/** The form that the steps speak of: the demo's motor quote, or the oldest of those that were read, a live one if there is one. */
const exampleOf = (forms: ReadonlyArray<Form>): Form | undefined =>
  forms.find(({ code }) => code === "MQ") ??
  forms.findLast(({ liveVersionId }) => liveVersionId !== null) ??
  forms.at(-1)

interface StepProps {
  readonly step: Step
  readonly form: Form | undefined
}

/** The step's name, as a link to where it is done. */
const StepLink = ({ form, step }: StepProps) => {
  const { first: words } = useMessages().home
  if (step === "invite") return <Link to="/settings/people/invite">{words.invite}</Link>
  if (step === "key") return <Link to="/settings/keys/new">{words.key}</Link>
  if (form === undefined) {
    // The other two wait for a form: there is nowhere to go for them yet.
    return step === "run" ? <Link to="/forms/new">{words.runFirst}</Link> : words[step]
  }
  const params = { formId: form.id }
  switch (step) {
    case "run":
      return (
        <Link to="/forms/$formId" params={params}>
          <Foreign text={words.run({ form: form.title })} />
        </Link>
      )
    case "publish":
      return (
        <Link to="/forms/$formId/edit" params={params} search={{ view: lastView(), try: true }}>
          {words.publish}
        </Link>
      )
    case "file":
      return (
        <Link to="/forms/$formId/integrate" params={params} search={{ view: "calls" }}>
          {words.file}
        </Link>
      )
  }
}

const whyOf = (words: ReturnType<typeof useMessages>["home"]["first"], step: Step): ReactNode => words[`${step}Why`]

export const FirstSteps = () => {
  const { first: words } = useMessages().home
  const hidden = useValue(isHidden)
  const there = useThere(!hidden)
  if (hidden) {
    return (
      <div>
        <Button look="plain" size="small" onPress={() => hide(false)}>
          {words.show}
        </Button>
      </div>
    )
  }
  const steps = firstSteps(there)
  if (steps.length === 0 || there.forms === undefined) return null
  const form = exampleOf(there.forms)
  return (
    <Section
      title={words.title}
      description={`${words.why} ${words.progress({ done: steps.filter(({ isDone }) => isDone).length, of: steps.length })}.`}
      actions={
        <Button look="plain" size="small" onPress={() => hide(true)}>
          {words.hide}
        </Button>
      }
    >
      <ol className={styles.steps}>
        {steps.map(({ isDone, step }) => (
          <li key={step} className={styles.step} data-done={isDone}>
            <span className={styles.tick} role="img" aria-label={isDone ? words.done : ""} aria-hidden={!isDone}>
              {isDone ? "✓" : ""}
            </span>
            <span>
              <StepLink step={step} form={form} />
              <span className={styles.why}>{whyOf(words, step)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
