/** Signing out: what is not saved is saved first, and what cannot be is asked about. */
import { useMutation } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useMe } from "../../api/me.ts"
import { signOut } from "../../api/session.ts"
import { sessionEnded } from "../../api/sessionEnded.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Foreign } from "../../parts/Foreign.tsx"
import { Refused } from "../../parts/Refused.tsx"
import { saveDrafts } from "./saveDrafts.ts"
import type { UnsavedDraft } from "./saveDrafts.ts"

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

interface NotSavedProps {
  readonly drafts: ReadonlyArray<UnsavedDraft>
  readonly onDiscard: () => void
  readonly onStay: () => void
}

const NotSaved = ({ drafts, onDiscard, onStay }: NotSavedProps) => {
  const { shell, workspace } = useMessages()
  const words = shell.unsaved
  const actions = (
    <>
      <Button onPress={onStay} autoFocus>
        {words.stay}
      </Button>
      <Button look="danger" onPress={onDiscard}>
        {words.discard}
      </Button>
    </>
  )
  return (
    <Dialog title={words.title({ count: drafts.length })} isOpen role="alertdialog" onClose={onStay} actions={actions}>
      <p>{words.why}</p>
      <ul>
        {drafts.map(({ formId, title }) => (
          <li key={formId}>
            <Link
              to="/forms/$formId/edit"
              params={{ formId }}
              search={{ view: "structure", try: true }}
              onClick={onStay}
            >
              <Foreign text={title ?? workspace.untitled} isName />
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** @returns `leave`, and the dialogs that it may need. */
export const useSignOut = () => {
  const { user } = useMe()
  const navigate = useNavigate()
  const leaving = useMutation({
    mutationFn: async ({ isDiscarding }: { readonly isDiscarding: boolean }): Promise<ReadonlyArray<UnsavedDraft>> => {
      const unsaved = isDiscarding ? [] : await saveDrafts(user.id)
      // Where the session had ended, the way back in is open by now, and what is kept here waits behind it.
      if (unsaved.length > 0) return sessionEnded.get() ? [] : unsaved
      await signOut()
      await navigate({ to: "/signin", search: { to: "/" } })
      return []
    }
  })
  const { data = [], error, isError, isPending, mutate, reset } = leaving
  const begin = (isDiscarding: boolean): void => {
    if (!isPending) mutate({ isDiscarding })
  }
  return {
    leave: () => begin(false),
    dialogs: (
      <>
        {data.length > 0 && <NotSaved drafts={data} onDiscard={() => begin(true)} onStay={reset} />}
        {isError && <StillSignedIn error={error} onRetry={() => begin(false)} onClose={reset} />}
      </>
    )
  }
}
