/** Signing in and out. The token is in a cookie that no script can read. */
import { FormworkError } from "@formwork/client/FormworkError"
import { api } from "./api.ts"
import { dropPending, forgetAll } from "./keptDrafts.ts"
import { openDrafts } from "./openDrafts.ts"
import { queries } from "./queries.ts"
import { sessionEnded } from "./sessionEnded.ts"

/** Marks that this browser has signed in, and names no person. No script can see the cookie itself. */
const place = "formwork.session"

/** Whether there may be a session: without one, asking the server who is signed in is a refusal each time. */
export const maySession = (): boolean => localStorage.getItem(place) !== null

/** Tells the other tabs of this browser: signing out in one tab signs out in all. */
const tabs = new BroadcastChannel("formwork")

type Told = "signed-in" | "signed-out"

/** What this tab has not saved is not sent, nor kept, under a session that is over. */
const abandonDrafts = (): void => {
  for (const draft of openDrafts()) draft.abandon()
  dropPending()
}

export const followOtherTabs = (onSignedOut: () => void): void => {
  tabs.addEventListener("message", ({ data }: MessageEvent<Told>) => {
    if (data === "signed-out") {
      abandonDrafts()
      return onSignedOut()
    }
    sessionEnded.set(false)
    void queries.invalidateQueries()
  })
}

/**
 * @param organisation its id. Left out, a person whose password is right in several gets the refusal ORGANISATION_REQUIRED, with the
 * names to choose from.
 */
export const signIn = async (email: string, password: string, organisation?: string): Promise<void> => {
  const where = organisation === undefined ? { choose: true } : { organisation }
  await api.sessions.signIn({ body: { email, password, cookie: true, ...where } })
  localStorage.setItem(place, "1")
  sessionEnded.set(false)
  tabs.postMessage("signed-in" satisfies Told)
}

/**
 * Ends the session, and forgets the drafts that this browser keeps: what is worth keeping has to be saved before. Rejects where the server could
 * not end it: this browser then stays signed in, and everything stays as it is.
 */
export const signOut = async (): Promise<void> => {
  try {
    await api.sessions.signOut()
  } catch (error) {
    // The session has ended already.
    if (!(error instanceof FormworkError && error.status === 401)) throw error
  }
  localStorage.removeItem(place)
  abandonDrafts()
  queries.clear()
  await forgetAll()
  tabs.postMessage("signed-out" satisfies Told)
}
