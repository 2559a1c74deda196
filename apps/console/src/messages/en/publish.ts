import { counted } from "./common.ts"
import type { Counted } from "./common.ts"

export const publish = {
  archived: "The form is archived. Bring it back before you publish.",
  stale: {
    title: ({ revision }: { readonly revision: number }) => `Revision ${revision} of the draft was saved meanwhile`,
    by: ({ name, revision }: { readonly name: string; readonly revision: number }) =>
      `${name} saved it. What you looked at was revision ${revision}. Nothing has been published.`,
    show: ({ revision }: { readonly revision: number }) => `Show revision ${revision}`
  },
  since: ({ revision }: { readonly revision: number }) => `What is new since revision ${revision}`,
  faults: {
    title: "Faults",
    none: "The draft has no faults.",
    some: ({ n }: Counted) =>
      `The draft has ${counted(n, "fault", "faults")}. It can be published once ${n === 1 ? "it is" : "they are"} mended.`,
    edit: ({ n }: Counted) => (n === 1 ? "Mend it" : "Mend them")
  },
  examples: {
    title: "Cases",
    why: "Payloads kept with the form, with what they should give. Publishing needs a reason if one fails.",
    none: "The form has no cases.",
    faulty: "They run once the draft has no faults.",
    pass: ({ n }: Counted) => (n === 1 ? "The case passes." : `All ${counted(n, "case", "cases")} pass.`),
    fail: ({ n, of }: { readonly n: number; readonly of: number }) =>
      `${counted(n, "case", "cases")} of ${of} ${n === 1 ? "fails" : "fail"}`,
    is: "is",
    expected: "in the place of",
    unsaid: "What differs is too long for this list."
  },
  changes: {
    title: "What changes",
    why: ({ number, revision }: { readonly number: number; readonly revision: number }) =>
      `From version ${number}, which is live, to revision ${revision} of the draft.`,
    first: "This is the first version: no caller uses the form yet."
  },
  callers: {
    title: ({ n }: Counted) => `${counted(n, "key", "keys")} called this form in the last 30 days`,
    none: "No key called this form in the last 30 days.",
    label: "Keys that called this form",
    key: "Key",
    calls: "Calls",
    lastDay: "Last on",
    why: "Calls are those of evaluate and create. The last seconds may be missing."
  },
  impact: {
    title: "Stored submissions",
    why: "Each is evaluated by the draft, and by the version that it was stored with. Nothing is changed.",
    first: "The form was never published, so no submissions are stored.",
    faulty: "The run begins once the draft has no faults.",
    refused: ({ privileges }: { readonly privileges: string }) => `The run needs ${privileges}, which you do not have.`,
    limit: "How many of the latest",
    option: ({ n }: Counted) => counted(n, "submission", "submissions"),
    run: "Run",
    skip: "Skip",
    skipped: "Skipped. The note will say so.",
    unskip: "Run after all",
    progress: ({ done, total }: { readonly done: number; readonly total: number }) =>
      `${done.toLocaleString("en")} of ${counted(total, "submission", "submissions")} evaluated`,
    nothing: "No submissions are stored.",
    none: ({ n }: Counted) =>
      n === 1 ? "The submission stays as it is." : `All ${counted(n, "submission", "submissions")} stay as they are.`,
    summary: {
      becameInvalid: "became invalid",
      becameValid: "became valid",
      changed: "changed",
      calculatedData: "with other values",
      outcomes: "with other outcomes",
      hiddenFields: "with other fields hidden"
    },
    interrupted: "The process that ran it ended. What is below was found until then.",
    failed: "The run failed. What is below was found until then.",
    busy: "Your organisation has one run at a time, and another one is under way.",
    again: "Run again",
    byField: "By field",
    field: "Field",
    problems: "New problems",
    values: "Other values",
    hidden: "Hidden or shown",
    byOutcome: "By outcome",
    outcome: "Outcome",
    raised: "Raised",
    gone: "Gone",
    submissions: "Submissions that change",
    reference: "Reference",
    what: "What changes",
    invalid: "Becomes invalid",
    valid: "Becomes valid",
    different: "Changes",
    problem: ({ field, message }: { readonly field: string; readonly message: string }) => `${field}: ${message}`,
    value: ({ after, before, field }: { readonly after: string; readonly before: string; readonly field: string }) =>
      `${field}: ${before} → ${after}`,
    outcomesRaised: ({ names }: { readonly names: string }) => `Raised: ${names}`,
    outcomesGone: ({ names }: { readonly names: string }) => `Gone: ${names}`,
    fieldsHidden: ({ names }: { readonly names: string }) => `Hidden: ${names}`,
    fieldsShown: ({ names }: { readonly names: string }) => `Shown: ${names}`
  },
  finish: {
    title: "Publish",
    note: "Note",
    noteWhy: "Why this version is published, in up to 2,000 characters. It is kept with the version.",
    reason: "Why it is published although cases fail",
    reasonWhy: "The audit log keeps it, with how many failed.",
    noteSkipped: "Published without a run over stored submissions.",
    willSay: "The note will end with:",
    callersBreak: "Callers of the live version can break.",
    submissionsBreak: ({ n }: Counted) =>
      n === 1 ? "1 stored submission would become invalid." : `${n} stored submissions would become invalid.`,
    submit: ({ number }: { readonly number: number }) => `Publish version ${number}`,
    waits: {
      faults: "The faults have to be mended first.",
      checking: "The faults and changes are still being found.",
      impact: "The run over stored submissions has not ended. Wait for it, or skip it.",
      stale: "Look at the newer revision first.",
      cases: "Cases fail. Change the rules or the cases, or say why it is published nevertheless.",
      code: "Type the form's code.",
      privilege: "You need the privilege form:publish."
    }
  },
  done: {
    title: ({ number }: { readonly number: number }) => `Version ${number} is live`,
    why: "Every call from now on runs against it, on every node.",
    compare: ({ number }: { readonly number: number }) => `Compare with version ${number}`,
    goBack: ({ number }: { readonly number: number }) => `Go back to version ${number}`,
    form: "To the form",
    versions: "All versions"
  }
}
