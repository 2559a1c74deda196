/** Over the page when the server has ended the session: nothing that was entered is lost. */
import { useNavigate } from "@tanstack/react-router"
import { useMe } from "../../api/me.ts"
import { queries } from "../../api/queries.ts"
import { sessionEnded } from "../../api/sessionEnded.ts"
import { useValue } from "../../api/value.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { SignInForm } from "../signIn/SignInForm.tsx"

export const SessionEnded = () => {
  const { signIn } = useMessages()
  const { organisation, user } = useMe()
  const isOpen = useValue(sessionEnded)
  const navigate = useNavigate()
  const leave = () => {
    sessionEnded.set(false)
    queries.clear()
    void navigate({ to: "/signin", search: { to: "/" } })
  }
  return (
    <Dialog title={signIn.ended.title} isOpen={isOpen}>
      <p>{signIn.ended.explanation}</p>
      <SignInForm
        email={user?.email ?? ""}
        organisation={organisation.id}
        onSignedIn={() => void queries.invalidateQueries()}
      />
      <Button look="plain" onPress={leave}>
        {signIn.ended.leave}
      </Button>
    </Dialog>
  )
}
