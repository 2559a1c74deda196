/** Who is signed in, how the console looks to them, and the way out. */
import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useMe } from "../../api/me.ts"
import { signOut } from "../../api/session.ts"
import { useValue } from "../../api/value.ts"
import { helpOpen } from "../../keys/help.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Menu } from "../../parts/Menu.tsx"
import { Refused } from "../../parts/Refused.tsx"
import { setTheme, theme, themes } from "../../theme/theme.ts"
import { Person } from "./Person.tsx"
import styles from "./Shell.module.css"

interface StillSignedInProps {
  readonly error: unknown
  readonly onRetry: () => void
  readonly onClose: () => void
}

/** The session has not ended: a person who walks away from this browser has to know. */
const StillSignedIn = ({ error, onClose, onRetry }: StillSignedInProps) => {
  const { common, shell } = useMessages()
  const actions = (
    <>
      <Button onPress={onClose}>{common.close}</Button>
      <Button look="primary" onPress={onRetry}>
        {common.tryAgain}
      </Button>
    </>
  )
  return (
    <Dialog title={shell.stillSignedIn} isOpen role="alertdialog" onClose={onClose} actions={actions}>
      <Refused error={error} />
      <p>{shell.stillSignedInWhy}</p>
    </Dialog>
  )
}

export const AccountMenu = () => {
  const { shell, shortcuts } = useMessages()
  const { user } = useMe()
  const chosen = useValue(theme)
  const navigate = useNavigate()
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => navigate({ to: "/signin", search: { to: "/" } })
  })
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
          { id: "leave", label: shell.signOut, onAction: () => leave.mutate() }
        ]}
      >
        <Person />
      </Menu>
      {leave.isError && <StillSignedIn error={leave.error} onRetry={leave.mutate} onClose={leave.reset} />}
    </div>
  )
}
