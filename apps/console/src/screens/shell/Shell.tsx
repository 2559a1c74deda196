/** The frame of every screen behind the door: navigation, account, and the dialogs that the server may ask for. */
import { Outlet } from "@tanstack/react-router"
import { lazy, Suspense, useDeferredValue, useState } from "react"
import { useMe } from "../../api/me.ts"
import { paletteOpen, togglePalette } from "../../keys/palette.ts"
import { shownKeys } from "../../keys/shortcuts.ts"
import { table } from "../../keys/table.ts"
import { useShortcut } from "../../keys/useShortcut.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Button } from "../../parts/Button.tsx"
import { Foreign } from "../../parts/Foreign.tsx"
import { Mark } from "../../parts/Mark.tsx"
import { Navigation } from "./Navigation.tsx"
import { Person } from "./Person.tsx"
import styles from "./Shell.module.css"

// What opens over the page comes after its first paint: menus and dialogs weigh as much as all the rest.
const AccountMenu = lazy(async () => ({ default: (await import("./AccountMenu.tsx")).AccountMenu }))
const Dialogs = lazy(async () => ({ default: (await import("./Dialogs.tsx")).Dialogs }))

export const Shell = () => {
  const { shell, shortcuts } = useMessages()
  const { organisation } = useMe()
  const [isOpen, setOpen] = useState(false)
  // The frame is painted first, and the screen in slices: made together they would keep a phone from answering for a third of a second.
  const isFramed = useDeferredValue(true, false)
  useShortcut("palette", togglePalette)
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {shell.skip}
      </a>
      <header className={styles.side} data-open={isOpen}>
        <div className={styles.top}>
          <Mark />
          <span className={styles.organisation}>
            <Foreign text={organisation.name} isName />
          </span>
          <span className={styles.burger}>
            <Button look="plain" label={shell.openNavigation} onPress={() => setOpen(!isOpen)}>
              ☰
            </Button>
          </span>
        </div>
        <div className={styles.menu}>
          <div className={styles.find}>
            <Button
              onPress={() => {
                setOpen(false)
                paletteOpen.set(true)
              }}
            >
              {shell.find}
              <kbd aria-hidden="true">{shownKeys(table.palette.keys, shortcuts.keys).join(" ")}</kbd>
            </Button>
          </div>
          <Navigation onNavigate={() => setOpen(false)} />
          <Suspense
            fallback={
              <div className={styles.awaited}>
                <Person />
              </div>
            }
          >
            <AccountMenu />
          </Suspense>
        </div>
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        {isFramed && <Outlet />}
      </main>
      <Suspense>
        <Dialogs />
      </Suspense>
    </div>
  )
}
