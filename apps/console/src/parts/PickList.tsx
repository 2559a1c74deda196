/** Some of many: boxes to tick, found by their text. What is ticked stays in view. */
import { useId, useState } from "react"
import type { ReactNode } from "react"
import { useMessages } from "../messages/useMessages.ts"
import { Badge } from "./Badge.tsx"
import { Checkbox } from "./Checkbox.tsx"
import { Disclosure } from "./Disclosure.tsx"
import { TextField } from "./TextField.tsx"
import field from "./Field.module.css"
import styles from "./PickList.module.css"

interface Pick {
  readonly id: string
  /** What is searched. */
  readonly text: string
  readonly label?: ReactNode
  readonly description?: ReactNode
}

interface PickListProps {
  readonly label: string
  readonly description: string
  /** What stands there while nothing is ticked. */
  readonly any: string
  readonly find: string
  readonly noneFound: string
  readonly choices: ReadonlyArray<Pick>
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
  readonly problem?: string
}

const shownAtOnce = 100

const matching = ({ choices, chosen }: PickListProps, text: string): ReadonlyArray<Pick> => {
  const wanted = text.trim().toLowerCase()
  const found = choices.filter((choice) => wanted === "" || choice.text.toLowerCase().includes(wanted))
  const ticked = choices.filter(({ id }) => chosen.has(id) && !found.some((one) => one.id === id))
  return [...ticked, ...found].slice(0, shownAtOnce)
}

const Choices = (props: PickListProps) => {
  const [text, setText] = useState("")
  const { chosen, onChange } = props
  const found = matching(props, text)
  return (
    <>
      {props.choices.length > 8 && <TextField label={props.find} value={text} onChange={setText} />}
      <div className={styles.choices}>
        {found.length === 0 && <p className={field.description}>{props.noneFound}</p>}
        {found.map((choice) => (
          <Checkbox
            key={choice.id}
            description={choice.description}
            isSelected={chosen.has(choice.id)}
            onChange={(isChosen) => {
              const next = new Set(chosen)
              if (isChosen) next.add(choice.id)
              else next.delete(choice.id)
              onChange(next)
            }}
          >
            {choice.label ?? choice.text}
          </Checkbox>
        ))}
      </div>
    </>
  )
}

export const PickList = (props: PickListProps) => {
  const { common } = useMessages()
  const id = useId()
  const { any, chosen, description, label, problem = "" } = props
  return (
    <div
      role="group"
      className={styles.list}
      aria-label={label}
      aria-describedby={`${id}-why ${id}-problem`}
      data-invalid={problem === "" ? undefined : true}
    >
      <Disclosure
        summary={
          <span className={styles.summary}>
            {label}
            <Badge tone={chosen.size === 0 ? "neutral" : "info"}>
              {chosen.size === 0 ? any : common.chosen({ count: chosen.size })}
            </Badge>
          </span>
        }
      >
        <p id={`${id}-why`} className={field.description}>
          {description}
        </p>
        <Choices {...props} />
      </Disclosure>
      <p id={`${id}-problem`} className={field.problem}>
        {problem}
      </p>
    </div>
  )
}
