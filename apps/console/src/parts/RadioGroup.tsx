/** One of a few, all seen at once. */
import { Label } from "react-aria-components/Label"
import { Radio, RadioGroup as AriaRadioGroup } from "react-aria-components/RadioGroup"
import { Text } from "react-aria-components/Text"
import { classes } from "./classes.ts"
import field from "./Field.module.css"
import styles from "./RadioGroup.module.css"

interface RadioGroupProps<Id extends string> {
  readonly label: string
  readonly description?: string
  readonly options: ReadonlyArray<{ readonly id: Id; readonly label: string; readonly isDisabled?: boolean }>
  readonly value: Id
  readonly onChange: (chosen: Id) => void
}

export const RadioGroup = <Id extends string>(props: RadioGroupProps<Id>) => {
  const { description, label, onChange, options, value } = props
  return (
    <AriaRadioGroup
      className={field.field ?? ""}
      value={value}
      onChange={(id) => {
        const chosen = options.find((option) => option.id === id)
        if (chosen !== undefined) onChange(chosen.id)
      }}
    >
      <Label className={field.label}>{label}</Label>
      {description !== undefined && (
        <Text slot="description" className={field.description}>
          {description}
        </Text>
      )}
      <div className={styles.options}>
        {options.map((option) => (
          <Radio
            key={option.id}
            value={option.id}
            isDisabled={option.isDisabled === true}
            className={classes(styles.option)}
          >
            {option.label}
          </Radio>
        ))}
      </div>
    </AriaRadioGroup>
  )
}
