import { counted, listed } from "./common.ts"

/** `in_review` as `In review`: names of states and transitions are words of small letters. */
const spoken = (name: string): string => {
  const words = name.replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const submission = {
  title: "Submission",
  list: "Submissions",
  state: ({ name }: { readonly name: string }) => spoken(name),
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
  move: {
    title: ({ name, reference }: { readonly name: string; readonly reference: string }) =>
      `${spoken(name)} ${reference}?`,
    submit: ({ name }: { readonly name: string }) => spoken(name),
    states: ({ from, to }: { readonly from: string; readonly to: string }) =>
      `It goes from ${spoken(from)} to ${spoken(to)}. Its values stay.`,
    fires: ({ ids }: { readonly ids: ReadonlyArray<string> }) =>
      `Sends ${listed(ids)}, where ${ids.length === 1 ? "its condition holds" : "their conditions hold"}. What was sent cannot be called back.`,
    comment: "Comment",
    commentWhy: "Kept in the history.",
    needs: ({ name, privilege }: { readonly name: string; readonly privilege: string }) =>
      `${spoken(name)} needs the privilege ${privilege}, which you do not have.`,
    needsWrite: "Moving it needs the privilege submission:write, which you do not have.",
    unknown: "Its transitions are not known: the version of its form cannot be read."
  }
}
