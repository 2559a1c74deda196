/** What may open over any screen: the shortcuts, and what the server asks a person for. */
import { useNavigate } from "@tanstack/react-router"
import { useChords } from "../../keys/useChords.ts"
import { ConfirmAgain } from "./ConfirmAgain.tsx"
import { SessionEnded } from "./SessionEnded.tsx"
import { ShortcutHelp } from "./ShortcutHelp.tsx"

export const Dialogs = () => {
  const navigate = useNavigate()
  useChords((to) => void navigate({ to }))
  return (
    <>
      <ShortcutHelp />
      <ConfirmAgain />
      <SessionEnded />
    </>
  )
}
