/** What may open over any screen: the shortcuts, and what the server asks a person for. */
import { ConfirmAgain } from "./ConfirmAgain.tsx"
import { SessionEnded } from "./SessionEnded.tsx"
import { ShortcutHelp } from "./ShortcutHelp.tsx"

export const Dialogs = () => (
  <>
    <ShortcutHelp />
    <ConfirmAgain />
    <SessionEnded />
  </>
)
