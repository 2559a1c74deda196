import { counted } from "./common.ts"

const parts = {
  form: "The form",
  constant: "Constant",
  table: "Table",
  field: "Field",
  section: "Section",
  check: "Check",
  outcome: "Outcome",
  effect: "Effect",
  state: "State",
  transition: "Transition"
} as const

export interface Named {
  readonly subject: keyof typeof parts
  /** Empty for the form itself. */
  readonly name: string
}

const called = ({ name, subject }: Named): string => (name === "" ? parts[subject] : `${parts[subject]} ${name}`)

export const changes = {
  label: "Changes",
  added: (part: Named) => `${called(part)} is new.`,
  removed: (part: Named) => `${called(part)} is removed.`,
  changed: ({ member, ...part }: Named & { readonly member: string }) =>
    member === "" ? `${called(part)} changed.` : `${called(part)}: ${member} changed.`,
  set: ({ member, ...part }: Named & { readonly member: string }) => `${called(part)} has ${member} now.`,
  unset: ({ member, ...part }: Named & { readonly member: string }) => `${called(part)} has no ${member} any longer.`,
  breaking: "Breaking",
  before: "Before",
  after: "After",
  none: "Nothing is different.",
  count: ({ n }: { readonly n: number }) => counted(n, "change", "changes"),
  breakingCount: ({ n }: { readonly n: number }) =>
    n === 1 ? "1 of them can break a caller." : `${n} of them can break a caller.`,
  noneBreaks: "None of them breaks a caller.",
  first: "This is the first version: there is nothing to compare it with.",
  showSource: "Show in source",
  hideSource: "Hide source",
  source: "Both definitions, side by side",
  faults: ({ n }: { readonly n: number }) =>
    `${counted(n, "fault", "faults")} by today's rules. A definition with faults cannot be compared.`
}
