import { counted } from "./common.ts"
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
    noVersion: "A condition needs a form that was published."
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
