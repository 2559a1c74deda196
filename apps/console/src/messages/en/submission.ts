import { counted, listed } from "./common.ts"

/** `in_review` as `In review`: names of states and transitions are words of small letters. */
const spoken = (name: string): string => {
  const words = name.replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The other way round: `In review` is the state `in_review`. Names have small letters, and no blanks. */
const written = (text: string): string => text.trim().toLowerCase().replaceAll(/\s/gu, "_")

export const submission = {
  title: "Submission",
  list: "Submissions",
  state: ({ name }: { readonly name: string }) => spoken(name),
  /** The name of the state that a person calls so. */
  stateNamed: ({ text }: { readonly text: string }) => written(text),
  version: ({ number }: { readonly number: number }) => `version ${number}`,
  revision: ({ revision }: { readonly revision: number }) => `revision ${revision}`,
  made: "made",
  filedBy: "by",
  tabs: {
    label: "Parts of the submission",
    values: "Values",
    fill: "Fill in",
    history: "History",
    effects: "Effects",
    documents: "Documents",
    json: "JSON",
    audit: "Audit"
  },
  values: {
    all: "Show all",
    less: "Show less",
    label: "The form as it was filled in",
    noVersion: "The version of the form cannot be read, so the values stand by the names of their fields.",
    notRun: "Today’s rules refuse this version of the form, so the values stand by the names of their fields.",
    day: ({ day, number }: { readonly day: string; readonly number: number }) =>
      `Version ${number} of the form, with the rules run on ${day}, the day on which the values were stored.`,
    hidden: ({ n }: { readonly n: number }) => `${counted(n, "field was", "fields were")} not asked`,
    none: "Nothing was filled in.",
    field: "Field",
    value: "Value",
    computed: "computed"
  },
  differs: {
    title: "The rules give something else here than what is stored",
    why: "The same version, the same values and the same day were run in this browser. What is stored counts; the engine may have changed since.",
    label: "What differs",
    part: "Part",
    stored: "Stored",
    now: "Run here",
    kinds: { valid: "Valid", value: "Value", outcome: "Outcome", problem: "Problem", hidden: "Hidden" },
    absent: "not there"
  },
  history: {
    label: "Revisions, the newest first",
    begun: "Begun as a draft",
    saved: "Saved as a draft",
    filed: "Filed",
    what: "What changed",
    whatOf: ({ revision }: { readonly revision: number }) => `What changed in revision ${revision}`
  },
  changed: {
    label: "Values that changed",
    before: "Before",
    after: "After",
    none: "No value changed.",
    nothing: "nothing",
    yes: "Yes",
    no: "No",
    row: ({ label, row }: { readonly label: string; readonly row: number }) => `${label}, row ${row + 1}`,
    version: "Another version of the form was live.",
    hidden: ({ names }: { readonly names: ReadonlyArray<string> }) => `No longer asked: ${listed(names)}.`,
    asked: ({ names }: { readonly names: ReadonlyArray<string> }) => `Asked now: ${listed(names)}.`,
    raised: ({ ids }: { readonly ids: ReadonlyArray<string> }) => `Raised now: ${listed(ids)}.`,
    gone: ({ ids }: { readonly ids: ReadonlyArray<string> }) => `No longer raised: ${listed(ids)}.`
  },
  fill: {
    label: "The form of the draft",
    save: "Save draft",
    file: "File",
    sends: "Saving and filing run the live version of the form, and send the effects that wait for it.",
    status: ({
      isSaved,
      missing,
      revision
    }: {
      readonly isSaved: boolean
      readonly missing: number
      readonly revision: number
    }) => `${isSaved ? `Saved as revision ${revision}` : "Not saved"}, ${missing} missing`,
    isFiled: "It is filed: its values stay as they are.",
    leftOut: "Today’s rules refuse a part of the form’s live version, so the draft cannot be filled on here.",
    filedMeanwhile:
      "It was filed meanwhile, so nothing was saved. What you filled in stays here as long as this is open.",
    both: ({ field }: { readonly field: string }) => `Both changed ${field}`,
    mine: ({ value }: { readonly value: string }) => `Yours: ${value}`,
    theirs: ({ value }: { readonly value: string }) => `Stored now: ${value}`,
    goOn: "Put together, and go on",
    leaveTitle: "Leave without saving?",
    leaveWhy: "What you filled in since the last save is on this page alone.",
    leave: "Leave",
    stay: "Stay here"
  },
  meanwhile: {
    title: "It was changed meanwhile, so nothing was done yet",
    who: ({ names, state }: { readonly names: ReadonlyArray<string>; readonly state: string }) =>
      names.length === 0 ? `It is ${spoken(state)} now.` : `${listed(names)} changed it. It is ${spoken(state)} now.`,
    said: ({ comment, name }: { readonly comment: string; readonly name: string }) => `${name}: ${comment}`
  },
  keep: {
    action: "Keep as a case",
    title: ({ reference }: { readonly reference: string }) => `Keep ${reference} as a case`,
    what: "The case has the values that were stored, the day on which they were, and expects what the rules gave for them then.",
    copy: "It is a copy for everyone who reads the form, and stays when the submission is deleted. Take out what names a person once it is kept.",
    done: "Kept as a case",
    where: ({ name }: { readonly name: string }) =>
      `${name} stands with the cases of the form’s draft. It runs with each change, and before publishing.`,
    open: "Open the draft, with its cases in the try-out"
  },
  removal: {
    open: "Delete",
    title: ({ reference }: { readonly reference: string }) => `Delete ${reference} for good?`,
    why: "This cannot be undone.",
    values: ({
      documents = 0,
      revisions = 0
    }: {
      readonly revisions: number | undefined
      readonly documents: number | undefined
    }) =>
      `Its values, ${counted(revisions, "revision", "revisions")} and ${counted(documents, "document", "documents")} go, and what is known of its effects.`,
    cancelled: ({ ids }: { readonly ids: ReadonlyArray<string> }) =>
      `Not sent any more: ${listed(ids)}. What is being sent at this moment may still arrive.`,
    delivered: ({ ids }: { readonly ids: ReadonlyArray<string> }) =>
      `Cannot be called back, because it was sent: ${listed(ids)}.`,
    more: "It has more effects than are listed here.",
    unknown: ({ why }: { readonly why: string }) => `What was sent of it is not known here. ${why}`,
    reason: "Reason",
    reasonWhy: "Kept in the audit log with your name and the reference number.",
    type: ({ reference }: { readonly reference: string }) => `Type ${reference} to confirm`,
    submit: "Delete for good",
    needs: "Deleting needs the privilege submission:delete, which you do not have.",
    done: ({ reference }: { readonly reference: string }) => `${reference} is deleted`,
    doneWhy: "The audit log keeps who deleted it and why. Its reference number is never given again."
  },
  effects: {
    label: "Effects, the newest first",
    emptyTitle: "Nothing was sent",
    empty: "The form has no effect for what happened to this submission, or the condition of each was false.",
    kinds: { notification: "An e-mail", document: "A document", integration: "A request", delivery: "A signed event" },
    to: "to",
    on: ({ on }: { readonly on: string }) =>
      on === "filed"
        ? "when it was filed"
        : on === "draft_saved"
          ? "when a draft was saved"
          : `when it became ${spoken(on.replace(/^state:/u, ""))}`,
    attempts: ({ n }: { readonly n: number }) =>
      n === 0 ? "No attempt yet." : `${counted(n, "attempt", "attempts")}.`,
    next: "Next attempt",
    attaches: "Attaches",
    waits: "Waits for",
    open: "Details",
    openOf: ({ id }: { readonly id: string }) => `Details of ${id}`,
    retry: "Send again",
    sendNow: "Send now",
    sendOf: ({ id, send }: { readonly id: string; readonly send: string }) => `${send}: ${id}`,
    retried: "It is sent at once. A receiver that got it before may get it twice.",
    needsWrite: "Sending again needs the privilege effect:write, which you do not have."
  },
  documents: {
    label: "Documents",
    emptyTitle: "There are no documents",
    empty: "A form with an effect of the kind document makes them of its submissions.",
    name: "File",
    size: "Size",
    bytes: ({ size }: { readonly size: number }) =>
      size < 1_000 ? `${size} bytes` : `${new Intl.NumberFormat("en").format(Math.round(size / 1_000))} kB`,
    made: "Made",
    actions: "Actions",
    downloadOf: ({ name }: { readonly name: string }) => `Download ${name}`
  },
  json: ({ id }: { readonly id: string }) => `GET /api/platform/submissions/${id}`,
  audit: {
    label: "Audit log",
    emptyTitle: "No line is about this submission",
    empty: "Lines that are older than the log is kept are gone.",
    request: "Request"
  },
  move: {
    title: ({ name, reference }: { readonly name: string; readonly reference: string }) =>
      `${spoken(name)} ${reference}?`,
    submit: ({ name }: { readonly name: string }) => spoken(name),
    states: ({ from, to }: { readonly from: string; readonly to: string }) =>
      `It goes from ${spoken(from)} to ${spoken(to)}. Its values stay.`,
    fires: ({ ids }: { readonly ids: ReadonlyArray<string> }) =>
      `Sends ${listed(ids)}, where ${ids.length === 1 ? "its condition holds" : "their conditions hold"}. What was sent cannot be called back.`,
    allTheSame: ({ name }: { readonly name: string }) => `${spoken(name)} all the same`,
    notFrom: ({ name, state }: { readonly name: string; readonly state: string }) =>
      `There is no ${spoken(name)} from ${spoken(state)} any more. Your comment stays here as long as this is open.`,
    comment: "Comment",
    commentWhy: "Kept in the history.",
    needs: ({ name, privilege }: { readonly name: string; readonly privilege: string }) =>
      `${spoken(name)} needs the privilege ${privilege}, which you do not have.`,
    needsWrite: "Moving it needs the privilege submission:write, which you do not have.",
    unknown: "Its transitions are not known: the version of its form cannot be read."
  }
}
