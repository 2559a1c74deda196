import { counted, type Counted } from "./common.ts"

/** What stands in the palette. */
export const palette = {
  title: "Go to or do",
  label: "A screen, a form, a table, a reference number, a key, a person",
  list: "Results",
  screens: "Screens",
  acts: "Actions",
  help: "Help",
  forms: "Forms",
  tables: "Tables",
  submissions: "Submissions",
  keys: "API keys",
  people: "People",
  newForm: "New form",
  newTable: "New table",
  replaceTable: "Replace the draft of this table",
  publishTable: "Publish this table",
  newKey: "New API key",
  invite: "Invite a person",
  publish: "Publish this form",
  manual: "Manual: a first request, and where the documents are",
  problems: "Manual: what each refusal means",
  allForms: "Show all forms that match",
  ended: "Ended",
  lacking: ({ privilege }: { readonly privilege: string }) => `Needs the privilege ${privilege}`,
  found: ({ n }: Counted) => counted(n, "result", "results"),
  searching: "Searching",
  nothing: ({ text }: { readonly text: string }) => `Nothing is called “${text}”.`,
  failed: ({ label, why }: { readonly label: string; readonly why: string }) =>
    `${label} could not be searched. ${why}`,
  asking: ({ label }: { readonly label: string }) => `${label}: asking again`,
  keysWhy: "↑ ↓ to choose, Enter to go, Esc to leave"
}
