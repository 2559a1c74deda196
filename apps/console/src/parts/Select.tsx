/** One of a few. */
import { Button as AriaButton } from "react-aria-components/Button"
import { Label } from "react-aria-components/Label"
import { ListBox, ListBoxItem } from "react-aria-components/ListBox"
import { Popover } from "react-aria-components/Popover"
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select"
import { Text } from "react-aria-components/Text"
import { classes } from "./classes.ts"
import { Foreign } from "./Foreign.tsx"
import { signed } from "./foreignText.ts"
import field from "./Field.module.css"
import button from "./Button.module.css"
import menu from "./Menu.module.css"

interface SelectProps<Id extends string> {
  readonly label: string
  readonly description?: string
  readonly options: ReadonlyArray<{ readonly id: Id; readonly label: string }>
  readonly value: Id
  readonly onChange: (chosen: Id) => void
  readonly isDisabled?: boolean
  /** For assistive technology alone, where what stands beside it says the same. */
  readonly isLabelHidden?: boolean
}

export const Select = <Id extends string>(props: SelectProps<Id>) => {
  const { description, isDisabled, isLabelHidden = false, label, onChange, options, value } = props
  return (
    <AriaSelect
      className={field.field ?? ""}
      isDisabled={isDisabled}
      value={value}
      onChange={(id) => {
        const chosen = options.find((option) => option.id === id)
        if (chosen !== undefined) onChange(chosen.id)
      }}
    >
      <Label className={isLabelHidden ? field.hidden : field.label}>{label}</Label>
      <AriaButton className={classes(button.button, button.quiet, field.choice)}>
        <SelectValue className={field.chosen ?? ""} />
        <span aria-hidden="true">▾</span>
      </AriaButton>
      {description !== undefined && (
        <Text slot="description" className={field.description}>
          {description}
        </Text>
      )}
      <Popover className={menu.popover ?? ""}>
        <ListBox className={menu.list ?? ""} items={options}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={signed(option.label)} className={menu.item ?? ""}>
              <Foreign text={option.label} />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
