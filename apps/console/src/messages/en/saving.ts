import { counted } from "./common.ts"

/** Where the text of a draft is, and what another person has saved meanwhile. */
export const saving = {
  saved: ({ revision }: { readonly revision: number }) => `Draft ${revision}, saved`,
  changed: "Changed",
  saving: "Saving",
  broken: "Not saved: the source is not JSON. It is kept in this browser.",
  away: "Not saved: the server does not answer. It is kept in this browser, and tried again.",
  busy: ({ why }: { readonly why: string }) =>
    `Not saved: ${why} It is kept in this browser, and tried again by itself.`,
  signedOut: "Not saved: you are signed out. It is kept in this browser until you sign in again.",
  refused: ({ why }: { readonly why: string }) => `Not saved: ${why} It is kept in this browser.`,
  collided: "Not saved: the draft was saved elsewhere too.",
  now: "Save now",
  another: "Another person",
  merged: ({ by, revision, when }: { readonly by: string; readonly revision: number; readonly when: string }) =>
    `${by} saved revision ${revision}, ${when}. The draft has your changes and theirs; undo takes theirs out.`,
  mergedOwn: ({ revision, when }: { readonly revision: number; readonly when: string }) =>
    `You saved revision ${revision} in another window, ${when}. The draft has the changes of both windows; undo takes those of the other one out.`,
  dismiss: "Dismiss",
  collision: {
    title: "Another person has saved this draft",
    why: ({ by, revision, when }: { readonly by: string; readonly revision: number; readonly when: string }) =>
      `${by} saved revision ${revision}, ${when}. What only one of you changed is kept. You both changed these:`,
    titleOwn: "You have saved this draft in another window",
    whyOwn: ({ revision, when }: { readonly revision: number; readonly when: string }) =>
      `You saved revision ${revision} there, ${when}. What only one window changed is kept. Both changed these:`,
    order: "order",
    form: "the whole form",
    ancestor: "Before",
    mine: "Yours",
    theirs: "Theirs",
    gone: "taken out",
    take: ({ path }: { readonly path: string }) => `Whose ${path}`,
    left: ({ count }: { readonly count: number }) => `${counted(count, "choice", "choices")} left`,
    submit: "Merge",
    later: "Decide later",
    open: "Choose…",
    broken: "Your source is not JSON at the moment. Mend it first."
  }
}
