/** Actions behind a button. */
import type { ReactNode } from "react"
import { Button as AriaButton } from "react-aria-components/Button"
import { Menu as AriaMenu, MenuItem, MenuTrigger } from "react-aria-components/Menu"
import { Popover } from "react-aria-components/Popover"
import { classes } from "./classes.ts"
import button from "./Button.module.css"
import styles from "./Menu.module.css"

export interface Action {
  readonly id: string
  readonly label: string
  readonly onAction: () => void
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
}

interface MenuProps {
  /** What the actions are for. */
  readonly label: string
  /** Whether the button shows a sign alone, so that the label is its name. */
  readonly isSign?: boolean
  readonly look?: "plain" | "quiet"
  readonly children: ReactNode
  readonly actions: ReadonlyArray<Action>
}

export const Menu = ({ actions, children, isSign = false, label, look = "plain" }: MenuProps) => (
  <MenuTrigger>
    <AriaButton aria-label={isSign ? label : undefined} className={classes(button.button, button[look])}>
      {children}
    </AriaButton>
    <Popover className={styles.popover ?? ""} placement="bottom end">
      <AriaMenu className={styles.list ?? ""} items={actions} aria-label={label}>
        {(action) => (
          <MenuItem
            id={action.id}
            textValue={action.label}
            isDisabled={action.isDisabled}
            onAction={action.onAction}
            className={classes(styles.item, action.isDanger === true && styles.danger)}
          >
            {action.label}
          </MenuItem>
        )}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
)
