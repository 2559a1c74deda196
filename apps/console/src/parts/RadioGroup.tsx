/** One of a few, all seen at once. */
import { useId } from "react"
import { Label } from "react-aria-components/Label"
import { Radio, RadioGroup as AriaRadioGroup } from "react-aria-components/RadioGroup"
import { Text } from "react-aria-components/Text"
import { classes } from "./classes.ts"
import field from "./Field.module.css"
import styles from "./RadioGroup.module.css"

interface Option<Id extends string> {
  readonly id: Id
  readonly label: string
  /** Of a label in another language than the page. */
  readonly lang?: string
  /** A sentence below its label: the options then stand below each other. */
  readonly description?: string
  readonly isDisabled?: boolean
}

interface RadioGroupProps<Id extends string> {
  readonly label: string
  readonly description?: string
  readonly options: ReadonlyArray<Option<Id>>
  readonly value: Id
  readonly onChange: (chosen: Id) => void
  /** For assistive technology alone, where a heading above it says the same. */
  readonly isLabelHidden?: boolean
}

/** Its name is its label alone; the sentence is its description. */
const Choice = <Id extends string>({ option }: { readonly option: Option<Id> }) => {
  const id = useId()
  const { description, isDisabled = false, label, lang } = option
  const isDescribed = description !== undefined
  return (
    <Radio
      value={option.id}
      isDisabled={isDisabled}
      className={classes(styles.option, isDescribed && styles.described)}
      aria-labelledby={isDescribed ? `${id}-label` : undefined}
      aria-describedby={isDescribed ? `${id}-description` : undefined}
    >
      <span id={`${id}-label`} lang={lang}>
        {label}
      </span>
      {isDescribed && (
        <span id={`${id}-description`} className={styles.description}>
          {description}
        </span>
      )}
    </Radio>
  )
}

export const RadioGroup = <Id extends string>(props: RadioGroupProps<Id>) => {
  const { description, isLabelHidden = false, label, onChange, options, value } = props
  return (
    <AriaRadioGroup
      className={field.field ?? ""}
      value={value}
      onChange={(id) => {
        const chosen = options.find((option) => option.id === id)
        if (chosen !== undefined) onChange(chosen.id)
      }}
    >
      <Label className={isLabelHidden ? field.hidden : field.label}>{label}</Label>
      {description !== undefined && (
        <Text slot="description" className={field.description}>
          {description}
        </Text>
      )}
      <div className={styles.options}>
        {options.map((option) => (
          <Choice key={option.id} option={option} />
        ))}
      </div>
    </AriaRadioGroup>
  )
}
