import { counted, listed } from "./common.ts"
import type { Counted } from "./common.ts"

const several = (n: number): string => counted(n, "submission", "submissions")

export interface Named {
  readonly name: string
}

export const submissions = {
  title: "Submissions",
  description: "What was filed, the newest first.",
  form: "Form",
  allForms: "All forms",
  columns: {
    reference: "Reference",
    state: "State",
    created: "Created",
    outcomes: "Outcomes"
  },
  values: { yes: "Yes", no: "No", rows: ({ n }: Counted) => counted(n, "row", "rows") },
  choose: {
    open: "Columns…",
    title: "Columns",
    why: "For the lists of this form, in this browser. The reference is always the first.",
    shown: "Shown",
    more: "Fields that are not shown",
    find: "Find a field",
    noneFound: "No field has this text.",
    width: ({ name }: Named) => `Width of ${name}`,
    widths: { narrow: "Narrow", usual: "Usual", wide: "Wide" },
    up: ({ name }: Named) => `Move ${name} up`,
    down: ({ name }: Named) => `Move ${name} down`,
    remove: ({ name }: Named) => `Remove ${name}`,
    add: ({ name }: Named) => `Add ${name}`,
    usual: "As at first",
    unread: "The fields of this form could not be read, so they are no columns."
  },
  grid: {
    label: "Submissions",
    tick: ({ name }: Named) => `Select ${name}`,
    tickAll: "Select all that are shown"
  },
  filters: {
    label: "Filters",
    set: "Filters that are set",
    form: "Form",
    state: "State",
    any: "Any",
    reference: "Reference",
    filed: "Filed",
    outcome: "Outcome",
    text: "Text in a value",
    createdFrom: "Created from",
    createdBefore: "Created before",
    where: "Condition",
    more: "More filters",
    less: "Fewer filters",
    remove: ({ name, value }: Named & { readonly value: string }) => `Remove the filter ${name} ${value}`
  },
  where: {
    label: "Condition",
    why: "In the rule language, over the form’s fields. Ctrl+Space proposes what can stand there, Enter applies it.",
    apply: "Apply",
    needsForm: "A condition reads the fields of one form: choose it first.",
    noVersion: "A condition needs a form that was published.",
    build: {
      open: "Build one",
      label: "Build a condition",
      field: "Field",
      comparison: "Comparison",
      value: "Value",
      rows: "Rows",
      numberWhy: "Digits and a point: 12.50",
      datetimeWhy: "By your own clock.",
      add: "Write it",
      comparisons: {
        is: "is",
        isNot: "is not",
        contains: "contains",
        startsWith: "starts with",
        endsWith: "ends with",
        below: "is less than",
        atMost: "is at most",
        above: "is more than",
        atLeast: "is at least",
        before: "is before",
        until: "is at or before",
        after: "is after",
        from: "is at or after",
        has: "has",
        hasNot: "does not have",
        rowsAtLeast: "has at least",
        rowsAtMost: "has at most",
        there: "has a value",
        missing: "is missing"
      }
    }
  },
  search: {
    nothingYet: ({ n }: Counted) => `Looked at up to ${n.toLocaleString("en")} submissions, and nothing passes yet.`,
    noMoreYet: ({ n }: Counted) =>
      `Looked at up to ${n.toLocaleString("en")} submissions, the last of them without another find.`,
    goesOn: "The search goes on.",
    stopped: "The search was stopped.",
    stop: "Stop",
    goOn: "Go on"
  },
  count: ({ hasMore, n }: Counted & { readonly hasMore: boolean }) =>
    hasMore ? `${n.toLocaleString("en")} submissions or more` : several(n),
  selection: {
    label: "Selection",
    some: ({ n }: Counted) => `${several(n)} selected`,
    all: ({ n }: Counted) => `All ${several(n)} selected`,
    reading: ({ n }: Counted) => `Reading all: ${several(n)} so far`,
    stop: "Stop",
    selectAll: "Select all that pass the filters",
    clear: "Clear selection"
  },
  many: {
    progress: "Progress",
    soFar: ({ n, total }: Counted & { readonly total: number }) => `${n.toLocaleString("en")} of ${several(total)}.`,
    ended: ({ left, n }: Counted & { readonly left: number }) =>
      left === 0 ? `${several(n)} done.` : `Stopped: ${several(n)} done, ${left.toLocaleString("en")} not begun.`,
    stop: "Stop",
    refused: ({ n }: Counted) => `${several(n)} refused`,
    refusedList: "What was refused",
    notShown: ({ n }: Counted) => `And ${n.toLocaleString("en")} more.`,
    again: ({ n }: Counted) => `Try ${n.toLocaleString("en")} again`
  },
  transitions: {
    menu: "Transition",
    none: ({ n }: Counted) =>
      n === 1 ? "It has no transition from its state." : "These have no transition in common.",
    unread: "The workflow of these could not be read.",
    item: ({ name, to }: Named & { readonly to: ReadonlyArray<string> }) => `${name}, to ${listed(to)}`,
    lacking: ({ label, privilege }: { readonly label: string; readonly privilege: string }) =>
      `${label}: needs ${privilege}, which you do not have`,
    title: ({ n, name }: Counted & Named) => `${name}: ${several(n)}`,
    submit: ({ n, name }: Counted & Named) => `${name} ${n.toLocaleString("en")}`,
    why: ({ to }: { readonly to: ReadonlyArray<string> }) =>
      `Each goes to ${listed(to)}, with the effects of that state. One that was changed since this list was read is refused, and stays as it is.`,
    comment: "Comment",
    commentWhy: "Kept in the history of each."
  },
  retry: {
    open: "Retry effects…",
    lacking: "Retry effects: needs effect:write, which you do not have",
    title: ({ n }: Counted) => `Retry the effects of ${several(n)}`,
    why: "What is dead, or was stopped by its receiver, is sent again at once. What was delivered, or is still being tried, stays as it is.",
    submit: "Retry",
    done: ({ n }: Counted) => `${counted(n, "effect is", "effects are")} tried again.`
  },
  export: {
    open: "Export…",
    offer: "Export the submissions of this list",
    title: "Export",
    why: "The file has every submission that passes the filters, in the order of the list.",
    format: "Format",
    csv: "CSV",
    csvWhy: "A column for each field of the live version, for spreadsheets.",
    ndjson: "NDJSON",
    ndjsonWhy: "One object a line, with everything that is stored, for programs.",
    ndjsonAlone:
      "One object a line, with everything that is stored, for programs. The columns of CSV are one form’s fields: choose a form for it.",
    whole: "If the browser says that the download failed, the file is not whole."
  },
  newOnes: ({ hasMore, n }: Counted & { readonly hasMore: boolean }) =>
    hasMore ? `${n.toLocaleString("en")} new or more` : `${n.toLocaleString("en")} new`,
  showNew: "Show",
  reading: "Reading more",
  full: ({ n }: Counted) =>
    `The first ${n.toLocaleString("en")} are shown. A filter narrows the list; an export has all of it.`,
  empty: {
    title: "Nothing has been filed yet",
    why: "A submission is filed over the API, by a page that shows the form, or from a form's try-out.",
    forms: "Go to forms"
  },
  nothing: { title: "Nothing passes these filters", why: "Another filter may find it.", clear: "Clear filters" }
}
