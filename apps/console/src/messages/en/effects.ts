import type { Effect, EffectAttempt, FiringState } from "@formwork/client/contract"
import { counted } from "./common.ts"
import type { Counted } from "./common.ts"

const kinds = {
  notification: "an e-mail",
  document: "a document",
  integration: "a request",
  delivery: "a signed event"
} satisfies { readonly [K in Effect["kind"]]: string }

const events = (on: string): string =>
  on === "filed"
    ? "when it is filed"
    : on === "draft_saved"
      ? "when a draft is saved"
      : `in the state ${on.slice("state:".length)}`

const states = {
  pending: "Pending",
  delivered: "Delivered",
  dead: "Dead",
  stopped: "Stopped"
} satisfies { readonly [S in FiringState]: string }

const results = {
  delivered: "Delivered",
  retry: "Failed, tried again later",
  dead: "Failed for good",
  stopped: "Stopped by the receiver",
  lost: "Lost"
} satisfies { readonly [R in NonNullable<EffectAttempt["result"]>]: string }

/** What a selection has: as counted, or at least so many. */
export interface Selected {
  readonly dead: number
  readonly stopped: number
  readonly hasMore: boolean
}

const effectsOf = (n: number): string => counted(n, "effect", "effects")

export const effects = {
  title: "Effects",
  description: "E-mails, documents, requests and signed events that submissions have set off, and what became of them.",
  /** `an e-mail, when it is filed` */
  head: ({ kind, on }: { readonly kind: keyof typeof kinds | undefined; readonly on: string }) =>
    `${kind === undefined ? "" : `${kinds[kind]}, `}${events(on)}`,
  states,
  kinds: {
    notification: "E-mail",
    document: "Document",
    integration: "Request",
    delivery: "Signed event"
  } satisfies { readonly [K in Effect["kind"]]: string },
  count: ({ hasMore, n }: Counted & { readonly hasMore: boolean }) =>
    `${n.toLocaleString("en")}${hasMore ? " or more" : ""}`,
  filter: {
    states: "Effects to show, by state",
    all: "All",
    label: "Filter",
    form: "Form",
    anyForm: "Every form",
    kind: "Kind",
    anyKind: "Every kind",
    destination: "Destination",
    destinationWhy: "A host, whole, such as hooks.example.com.",
    from: "Fired from",
    to: "Fired until",
    clear: "Clear filter",
    submission: "Of one submission"
  },
  columns: {
    effect: "Effect",
    form: "Form",
    destination: "Destination",
    state: "State",
    attempts: "Attempts",
    fired: "Fired"
  },
  next: "tried again",
  waits: "Waits for",
  noForm: ({ id }: { readonly id: string }) => `${id.slice(0, 8)}…`,
  empty: {
    title: "No effects yet",
    why: "A form's definition says what happens when a submission is filed: an e-mail, a PDF, a request, a signed event. Each time is a line here.",
    manual:
      "An effect is tried at once. While it fails, it is tried again, at longer and longer intervals; then it is dead, and a person can retry it."
  },
  noneHere: { title: "No effect is like that", why: "Other effects are under another filter." },
  select: ({ name }: { readonly name: string }) => `Select ${name}`,
  selected: ({ n }: Counted) => `${n.toLocaleString("en")} selected`,
  selectShown: ({ n }: Counted) => `Select the ${n.toLocaleString("en")} that failed`,
  unselect: "Clear selection",
  retrySelected: "Retry selected",
  retryAll: "Retry all that match",
  needsWrite: "Retrying needs the privilege effect:write, which you do not have.",
  retry: {
    title: "Retry effects",
    selected: ({ n }: Counted) => `${effectsOf(n)} ${n === 1 ? "is" : "are"} tried again at once.`,
    found: ({ dead, hasMore, stopped }: Selected) => {
      const n = dead + stopped
      const kinds =
        stopped === 0 ? "" : `: ${dead.toLocaleString("en")} dead and ${stopped.toLocaleString("en")} stopped`
      return `${hasMore ? "At least " : ""}${effectsOf(n)} ${n === 1 && !hasMore ? "matches" : "match"}${kinds}.`
    },
    why: "They are tried again at once, the oldest first. Each keeps its id, by which a receiver drops what it has already, and its attempts begin anew.",
    upTo: "Only what fired until this dialog was opened is counted and retried.",
    none: "Nothing that matches is dead or stopped.",
    counting: "Counting",
    submit: ({ hasMore, n }: Counted & { readonly hasMore: boolean }) =>
      hasMore ? "Retry all of them" : `Retry ${effectsOf(n)}`,
    done: ({ n }: Counted) => `${effectsOf(n)} ${n === 1 ? "is" : "are"} being tried again.`
  },
  one: {
    title: "Effect",
    kind: "Kind",
    state: "State",
    form: "Form",
    submission: "Submission",
    open: "Open the submission",
    on: "Fired",
    destination: "Destination",
    next: "Next attempt",
    attachments: "Attached documents",
    waits: "It is sent once these documents are delivered.",
    id: "Id",
    retry: "Retry",
    retryNow: "Try now",
    retried: "It is being tried again."
  },
  attempts: {
    title: "Attempts",
    why: "From the first to the latest.",
    none: "It was not tried yet.",
    attempt: ({ number }: { readonly number: number }) => `Attempt ${number}`,
    running: "Under way",
    results,
    status: ({ status }: { readonly status: number }) => `Status ${status}`,
    took: ({ millis }: { readonly millis: number }) =>
      millis < 1_000 ? `${millis} ms` : `${(millis / 1_000).toLocaleString("en", { maximumFractionDigits: 1 })} s`,
    excerpt: "Beginning of the answer",
    lost: "The worker ended during it. Whether it arrived is unknown."
  },
  sent: {
    title: "What is sent",
    why: "As it was rendered when the submission was stored: every attempt sends the same. Secrets are filled in during sending.",
    nothing: "It has no recipient, so there is nothing to send.",
    needs: "Seeing it needs the privilege submission:read, which you do not have: values of the submission are in it.",
    secret: ({ name }: { readonly name: string }) => `the secret ${name}`,
    signature: "Signed with",
    to: "To",
    cc: "Cc",
    replyTo: "Reply to",
    subject: "Subject",
    attached: "Attached",
    files: "Attached files",
    language: "Language",
    html: "Source of the same as HTML",
    file: "File",
    documentTitle: "Title"
  }
}
