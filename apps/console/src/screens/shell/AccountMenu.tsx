/** Who is signed in, how the console looks to them, and the way out. */
import { useNavigate } from "@tanstack/react-router"
import { useMe } from "../../api/me.ts"
import { useValue } from "../../api/value.ts"
import { helpOpen } from "../../keys/help.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Menu } from "../../parts/Menu.tsx"
import { setTheme, theme, themes } from "../../theme/theme.ts"
import { Person } from "./Person.tsx"
import { useSignOut } from "./SignOut.tsx"
import styles from "./Shell.module.css"

export const AccountMenu = () => {
  const { shell, shortcuts } = useMessages()
  const { user } = useMe()
  const chosen = useValue(theme)
  const navigate = useNavigate()
  const { dialogs, leave } = useSignOut()
  const name = user?.name ?? ""
  return (
    <div className={styles.account}>
      <Menu
        label={shell.accountOf({ name })}
        actions={[
          ...themes.map((each) => ({
            id: each,
            label: `${shell.theme.label}: ${shell.theme[each]}${each === chosen ? " ✓" : ""}`,
            onAction: () => setTheme(each)
          })),
          { id: "shortcuts", label: shortcuts.title, onAction: () => helpOpen.set(true) },
          { id: "account", label: shell.account, onAction: () => void navigate({ to: "/settings/me" }) },
          { id: "leave", label: shell.signOut, onAction: leave }
        ]}
      >
        <Person />
      </Menu>
      {dialogs}
    </div>
  )
}
