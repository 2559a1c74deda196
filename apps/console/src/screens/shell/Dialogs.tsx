/** What may open over any screen: the palette, the shortcuts, and what the server asks a person for. */
import { useNavigate } from "@tanstack/react-router"
import { useValue } from "../../api/value.ts"
import { paletteOpen } from "../../keys/palette.ts"
import { useChords } from "../../keys/useChords.ts"
import { lazily } from "../../parts/lazily.tsx"
import { ConfirmAgain } from "./ConfirmAgain.tsx"
import { SessionEnded } from "./SessionEnded.tsx"
import { ShortcutHelp } from "./ShortcutHelp.tsx"

const Palette = lazily(async () => (await import("../palette/Palette.tsx")).Palette)

export const Dialogs = () => {
  const navigate = useNavigate()
  useChords((to) => void navigate({ to }))
  const isPaletteOpen = useValue(paletteOpen)
  return (
    <>
      {isPaletteOpen && <Palette onClose={() => paletteOpen.set(false)} />}
      <ShortcutHelp />
      <ConfirmAgain />
      <SessionEnded />
    </>
  )
}
